// Turns whatever was thrown into the error body of the interface. Our own bugs are logged and never shown.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { asksForReasons } from '../front/answered-message.ts';
import type { Log } from '../logging/log.ts';
import { errorCode } from '../storage/data-errors.ts';

type FailedRequest = { ray_id: string; tellsReasons: boolean };

export type ErrorAnswer = { status: number; headers: Record<string, number>; body: object };

export function createErrorHandler(log: Log) {
  const explain = createExplainer(log);
  return (thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const tellsReasons = asksForReasons(request.headers['prefer']);
    const { status, headers, body } = explain(thrown, { ray_id: request.id, tellsReasons });
    void reply.headers(headers).code(status).send(body);
  };
}

/** The answer to what was thrown. */
export function createExplainer(log: Log) {
  return (thrown: Error, { ray_id, tellsReasons }: FailedRequest): ErrorAnswer => {
    const error = toAppError(thrown);
    if (error.code === 'ERROR') log('error', 'request failed', { ray_id, error: describe(thrown) });
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
  if (code !== 'API_RATE_LIMIT' || typeof metadata !== 'object' || metadata === null) return undefined;
  return 'retry_after' in metadata && typeof metadata.retry_after === 'number' ? metadata.retry_after : undefined;
}

function toAppError(thrown: Error): AppError {
  if (thrown instanceof AppError) return thrown;
  switch (errorCode(thrown)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('API_BODY_TOO_LARGE');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('API_BAD_BODY', 'http.body-length-wrong');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return notJson();
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('API_NOT_FOUND');
    case 'SQLITE_FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('STORAGE_FULL', undefined, { cause: thrown });
    default:
      return asAppError(thrown);
  }
}

/** The answer to a body of another type; it also keeps simple cross-site form posts out. */
export function notJson(): AppError {
  return new AppError('API_BAD_BODY', 'http.body-not-json-type');
}

function describe(thrown: Error): string {
  return thrown.stack ?? thrown.message;
}
