// The exit codes, which scripts go by: 0 done, 1 refused, 2 usage, 3 network, 4 not confirmed.
import type { AppError } from '../../src-shared/errors/app-error.ts';
import type { ErrorCode } from '../../src-shared/errors/codes.ts';

const byCode: Partial<Record<ErrorCode, number>> = {
  USAGE: 2,
  INSTANCE_UNREACHABLE: 3,
  INSTANCE_FAILED: 3,
  ANSWER_UNREADABLE: 3,
  API_RATE_LIMIT: 3,
  TRANSFER_STALLED: 3,
  NOT_CONFIRMED: 4,
};

export function exitCodeOf({ code }: AppError): number {
  return byCode[code] ?? 1;
}
