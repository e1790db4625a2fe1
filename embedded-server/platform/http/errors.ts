// Turns whatever was thrown into the error body of the interface. Our own bugs are logged and never shown.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { ErrorCode } from '../../../src-shared/errors/codes.ts';
import { asksForReasons } from '../front/answered-message.ts';
import type { Log } from '../logging/log.ts';
import { errorCode } from '../storage/data-errors.ts';

type FailedRequest = { ray_id: string; tellsReasons: boolean };

export type ErrorAnswer = { status: number; headers: Record<string, number>; body: object };

export function createErrorHandler(log: Log) {
  const explain = createExplainer(log);
  return (thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const tellsReasons = asksForReasons(request.headers['prefer']);
    const error = isHangUp(thrown, request) ? wrongLength(thrown) : thrown;
    const { status, headers, body } = explain(error, { ray_id: request.id, tellsReasons });
    void reply.headers(headers).code(status).send(body);
  };
}

/** The caller was gone before its body was whole. It is no failure of the service, and nobody reads the answer. */
function isHangUp(thrown: Error, { raw }: FastifyRequest): boolean {
  return errorCode(thrown) === 'ECONNRESET' && raw.destroyed && !raw.complete;
}

function wrongLength(cause: Error): AppError {
  return new AppError('API_BAD_BODY', 'http.body-length-wrong', {}, { cause });
}

/** What whoever runs the service has to see. */
const FAULTS = new Set<ErrorCode>(['STORAGE_READ_ONLY', 'STORAGE_FAILED', 'TOO_MANY_FILES']);

/** The answer to what was thrown. */
export function createExplainer(log: Log) {
  return (thrown: Error, { ray_id, tellsReasons }: FailedRequest): ErrorAnswer => {
    const error = toAppError(thrown);
    if (error.code === 'ERROR' || FAULTS.has(error.code))
      log('error', 'request failed', { ray_id, error: describe(thrown) });
    const wait = retryAfter(error);
    const headers: Record<string, number> = wait === undefined ? {} : { 'retry-after': wait };
    return {
      status: error.status,
      headers,
      body: { ...(tellsReasons ? error.toBody() : error.toPlainBody()), ray_id },
    };
  };
}

/** Seconds to wait, of an error that says so. */
function retryAfter({ code, metadata }: AppError): number | undefined {
  if ((code !== 'API_RATE_LIMIT' && code !== 'TOO_MANY_FILES') || typeof metadata !== 'object' || metadata === null)
    return undefined;
  return 'retry_after' in metadata && typeof metadata.retry_after === 'number' ? metadata.retry_after : undefined;
}

function toAppError(thrown: Error): AppError {
  if (thrown instanceof AppError) return thrown;
  switch (errorCode(thrown)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('API_BODY_TOO_LARGE');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return wrongLength(thrown);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return notJson();
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('API_NOT_FOUND');
    default:
      return ofMachine(thrown) ?? asAppError(thrown);
  }
}

/** What the machine lacks. Callers who tried the same again for ever would not help it. */
const ofMachineCodes: Readonly<Record<string, ErrorCode>> = {
  SQLITE_FULL: 'STORAGE_FULL',
  ENOSPC: 'STORAGE_FULL',
  EDQUOT: 'STORAGE_FULL',
  EROFS: 'STORAGE_READ_ONLY',
  SQLITE_READONLY: 'STORAGE_READ_ONLY',
  EIO: 'STORAGE_FAILED',
  SQLITE_IOERR: 'STORAGE_FAILED',
  EMFILE: 'TOO_MANY_FILES',
  ENFILE: 'TOO_MANY_FILES',
};
/** Files are closed as calls come to their end. */
const FILES_AGAIN_SECONDS = 5;

function ofMachine(thrown: Error): AppError | undefined {
  const code = ofMachineCodes[errorCode(thrown) ?? ''];
  if (code === undefined) return undefined;
  const again = code === 'TOO_MANY_FILES' ? { metadata: { retry_after: FILES_AGAIN_SECONDS } } : {};
  return new AppError(code, undefined, { ...again, cause: thrown });
}

/** The answer to a body of another type; it also keeps simple cross-site form posts out. */
export function notJson(): AppError {
  return new AppError('API_BAD_BODY', 'http.body-not-json-type');
}

function describe(thrown: Error): string {
  return thrown.stack ?? thrown.message;
}
