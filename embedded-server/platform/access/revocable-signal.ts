// A caller who waits is gone as well when the token it came with is revoked, or expires.
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { GoneSignal } from '../watch/waiters.ts';

export class RevocableSignal implements GoneSignal {
  /** Why the token is worth nothing any more. */
  ended: AppError | undefined;
  readonly #caller: GoneSignal;
  #listener: (() => void) | undefined;

  constructor(caller: GoneSignal) {
    this.#caller = caller;
  }

  get aborted(): boolean {
    return this.ended !== undefined || this.#caller.aborted;
  }

  addEventListener(type: 'abort', listener: () => void): void {
    this.#listener = listener;
    this.#caller.addEventListener(type, listener);
  }

  removeEventListener(type: 'abort', listener: () => void): void {
    this.#listener = undefined;
    this.#caller.removeEventListener(type, listener);
  }

  end(why: AppError): void {
    this.ended = why;
    this.#listener?.();
  }
}
