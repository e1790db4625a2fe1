// Tells when a caller goes away before its answer is out. One small object for each request, where a real AbortSignal
// would weigh a kilobyte for each of ten thousand waiting callers.
import type { ServerResponse } from 'node:http';
import type { GoneSignal } from '../watch/waiters.ts';

export class CallerGone implements GoneSignal {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get aborted(): boolean {
    return this.#response.closed;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#response.on('close', listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#response.off('close', listener);
  }
}
