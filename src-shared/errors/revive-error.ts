// Brings errors back to life that have travelled. Without a schema: each thread and each host does that, and begins sooner without.
import { isParams, messageOf } from '../text/message.ts';
import { AppError, type ErrorBody } from './app-error.ts';
import { isErrorCode } from './codes.ts';

/** The same error with its code and its sentence. A code we do not know becomes ERROR and keeps its sentence. */
export function reviveError(body: unknown): AppError {
  if (!isErrorBody(body)) return new AppError('ERROR', 'bridge.failed-silently', {}, { metadata: body });
  const { code, ray_id, metadata } = body;
  const message = messageOf(body);
  if (isErrorCode(code)) return new AppError(code, message, { metadata, ray_id });
  return new AppError('ERROR', message, { metadata: { code, metadata }, ray_id });
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false;
  const { code, message, reason, ray_id, documentation, params }: Partial<Record<keyof ErrorBody, unknown>> = body;
  const isText = (one: unknown) => one === undefined || typeof one === 'string';
  if (typeof code !== 'string' || typeof message !== 'string') return false;
  return [reason, ray_id, documentation].every(isText) && (params === undefined || isParams(params));
}
