// The one error class. It crosses HTTP and the bridge as plain data and comes back to life with the same code and sentence.
import { z } from 'zod';
import { type ErrorCode, errorTable, isErrorCode } from './codes.ts';

/** What travels: the service's error body, which the bridge uses as well. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  ray_id: z.string().optional(),
  documentation: z.string().optional(),
  metadata: z.unknown().optional(),
});
/** An error as plain data. */
export type ErrorBody = z.infer<typeof errorBody>;

type Extras = { metadata?: unknown; rayId?: string | undefined; cause?: unknown };

/** An error with a code of the table. `message` and `metadata` are safe to show; `cause` is for the log alone. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly metadata: unknown;
  readonly rayId: string | undefined;

  constructor(code: ErrorCode, message?: string, extras: Extras = {}) {
    super(message ?? errorTable[code].sentence, 'cause' in extras ? { cause: extras.cause } : undefined);
    this.name = 'AppError';
    this.code = code;
    this.metadata = extras.metadata;
    this.rayId = extras.rayId;
  }

  /** The HTTP status this error answers with. */
  get status(): number {
    return errorTable[this.code].status;
  }

  /** The error as plain data, for the wire. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.rayId === undefined ? {} : { ray_id: this.rayId }),
      ...(this.metadata === undefined ? {} : { metadata: this.metadata }),
    };
  }
}

/** Brings an error back to life from the wire. A code we do not know becomes ERROR and keeps its sentence. */
export function reviveError(body: unknown): AppError {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return new AppError('ERROR', 'The other side failed without saying how.', { metadata: body });
  const { code, message, ray_id: rayId, metadata } = parsed.data;
  if (isErrorCode(code)) return new AppError(code, message, { metadata, rayId });
  return new AppError('ERROR', message, { metadata: { code, metadata }, rayId });
}

/** Any thrown thing as an AppError; what is not ours becomes ERROR with the thrown thing as its cause. */
export function asAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('ERROR', undefined, { cause: thrown });
}
