// The one error class. It crosses HTTP and the bridge as plain data (error-body.ts). Every thread that does one thing knows it, so it
// loads the English table and nothing else.
import { type Message, makeMessage, messageOf, type Params, type ParamsOf } from '../text/message.ts';
import type { Places } from '../text/places.ts';
import type { English, Reason } from '../text/reasons/english.ts';
import { type ErrorCode, errorTable } from './codes.ts';
import { systemMessage } from './system-reason.ts';

/** An error as plain data: the service's error body, which the bridge uses as well. */
export type ErrorBody = {
  code: string;
  message: string;
  ray_id?: string | undefined;
  documentation?: string | undefined;
  metadata?: unknown;
  /** Why, for readers in other languages. The service tells it to those who ask for it. */
  reason?: string | undefined;
  params?: Params | undefined;
};

type Extras = { metadata?: unknown; ray_id?: string | undefined; cause?: unknown };

/** What follows a reason: its params, where its sentence has places, and the extras. */
type AfterReason<R extends Reason> = [Places<English[R]>] extends [never]
  ? [params?: Record<string, never>, extras?: Extras]
  : [params: ParamsOf<R>, extras?: Extras];

/**
 * An error with a code of the table and a reason: `new AppError('UPLOAD_NOT_FOUND', 'upload.no-such-part')`. A code is a reason as
 * well, and the one that counts where none is given. In the place of a reason stands a message that is made already.
 * `message` and `metadata` are safe to show; `cause` is for the log alone.
 */
export class AppError<R extends Reason = Reason> extends Error {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  readonly params: Params | undefined;
  readonly metadata: unknown;
  readonly ray_id: string | undefined;

  constructor(code: ErrorCode, message?: Message, extras?: Extras);
  constructor(code: ErrorCode, reason: R, ...after: AfterReason<R>);
  constructor(code: ErrorCode, what?: Message | Reason, ...after: readonly (Params | Extras | undefined)[]) {
    const isReason = typeof what === 'string';
    // oxlint-disable typescript/no-unsafe-type-assertion -- the overloads say what comes after it
    const message = isReason
      ? makeMessage(what, after[0] as Params | undefined)
      : (what ?? makeMessage(code, undefined));
    const extras = (after[isReason ? 1 : 0] ?? {}) as Extras;
    // oxlint-enable typescript/no-unsafe-type-assertion
    super(message.text, 'cause' in extras ? { cause: extras.cause } : undefined);
    this.name = 'AppError';
    this.code = code;
    this.reason = message.reason;
    this.params = message.params;
    this.metadata = extras.metadata;
    this.ray_id = extras.ray_id;
  }

  /** The HTTP status this error answers with. */
  get status(): number {
    return errorTable[this.code];
  }

  /** What it says, to be translated or used within another message. */
  toMessage(): Message {
    return messageOf(this);
  }

  /** The error as plain data, with its reason. */
  toBody(): ErrorBody {
    return {
      ...this.toPlainBody(),
      ...(this.reason === undefined ? {} : { reason: this.reason }),
      ...(this.params === undefined ? {} : { params: this.params }),
    };
  }

  /** The same for callers that know no reasons. */
  toPlainBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.ray_id === undefined ? {} : { ray_id: this.ray_id }),
      ...(this.metadata === undefined ? {} : { metadata: this.metadata }),
    };
  }
}

/** Any thrown thing as an AppError; what is not ours becomes ERROR with the thrown thing as its cause, in our words where the system said it. */
export function asAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('ERROR', systemMessage(thrown), { cause: thrown });
}
