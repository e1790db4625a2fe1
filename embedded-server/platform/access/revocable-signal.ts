// A caller who waits is gone as well when the token it came with is revoked.
import type { GoneSignal } from '../watch/waiters.ts';

export class RevocableSignal implements GoneSignal {
  isRevoked = false;
  readonly #caller: GoneSignal;
  #listener: (() => void) | undefined;

  constructor(caller: GoneSignal) {
    this.#caller = caller;
  }

  get aborted(): boolean {
    return this.isRevoked || this.#caller.aborted;
  }

  addEventListener(type: 'abort', listener: () => void): void {
    this.#listener = listener;
    this.#caller.addEventListener(type, listener);
  }

  removeEventListener(type: 'abort', listener: () => void): void {
    this.#listener = undefined;
    this.#caller.removeEventListener(type, listener);
  }

  revoke(): void {
    this.isRevoked = true;
    this.#listener?.();
  }
}
