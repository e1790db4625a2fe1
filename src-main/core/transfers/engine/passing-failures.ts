// Which failures of calls pass by themselves, and which want a person. Pure.
import type { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { ErrorCode } from '../../../../src-shared/errors/codes.ts';
import { type Message, messageFor } from '../../../../src-shared/text/message.ts';
import type { TransferState } from '../journal/transfer-record.ts';

const passing = new Set<ErrorCode>([
  'INSTANCE_UNREACHABLE',
  'INSTANCE_FAILED',
  'API_RATE_LIMIT',
  // A page in place of an answer: a sign-in of some hotel, a balancer that is just starting.
  'ANSWER_UNREADABLE',
  'TRANSFER_STALLED',
  'TRANSFER_MISMATCH',
]);

export function isPassing(error: AppError): boolean {
  const { code, cause } = error;
  // A store that is away or busy comes back by itself. Its keys, its clock and its bucket are for whoever runs the service.
  if (code === 'OBJECT_STORE_FAILED') return !needsOperator(error);
  // Without a cause it is what the other side said; with one it is a mistake of ours.
  return passing.has(code) || (code === 'ERROR' && cause === undefined);
}

function needsOperator({ metadata }: AppError): boolean {
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    'needs_operator' in metadata &&
    metadata.needs_operator === true
  );
}

/** Why a part has to be sent again, in a few words where they say it all. */
export function whyAgain(error: AppError): Message {
  const { code } = error;
  if (code === 'TRANSFER_MISMATCH' || code === 'UPLOAD_INVALID') return messageFor('transfer.checksum-mismatch');
  if (code === 'TRANSFER_STALLED') return messageFor('transfer.line-silent');
  return error.toMessage();
}

/** Answered by instances that do not have the call at all. */
export function isNotOffered({ code }: AppError): boolean {
  return code === 'API_NOT_FOUND' || code === 'API_METHOD_NOT_ALLOWED' || code === 'API_FORBIDDEN';
}

export function retryAfterIn({ metadata }: AppError): number {
  if (typeof metadata !== 'object' || metadata === null || !('retry_after_ms' in metadata)) return 0;
  return typeof metadata.retry_after_ms === 'number' ? metadata.retry_after_ms : 0;
}

const onlyAnew = new Set<ErrorCode>(['TRANSFER_NEEDS_NEW_BUILD', 'TRANSFER_SOURCE_CHANGED', 'BUILD_INVALID']);

/** How a transfer stands that could not go on. */
export function stoppedBy(error: AppError): TransferState {
  const problem = error.toBody();
  if (error.code === 'NOT_CONFIRMED') return { status: 'not_confirmed', problem, remedies: ['retry'] };
  return { status: 'failed', problem, remedies: onlyAnew.has(error.code) ? ['new_build'] : ['retry', 'new_build'] };
}
