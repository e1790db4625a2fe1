// The one error class. It crosses HTTP and the bridge as plain data (error-body.ts). Every thread that does one thing knows it, so it
// loads nothing.
import { type ErrorCode, errorTable } from './codes.ts';
import { systemSentence } from './system-reason.ts';

/** An error as plain data: the service's error body, which the bridge uses as well. */
export type ErrorBody = {
  code: string;
  message: string;
  ray_id?: string | undefined;
  documentation?: string | undefined;
  metadata?: unknown;
};

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

/** Any thrown thing as an AppError; what is not ours becomes ERROR with the thrown thing as its cause, in our words where the system said it. */
export function asAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('ERROR', systemSentence(thrown), { cause: thrown });
}
