// Reads something again and again over one connection: it has no watch, and somebody looks at it now.
import { type AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { pause, type Wake } from './watch-loop.ts';

export type Polled = {
  signal: AbortSignal;
  wake?: Wake;
  /** Called after each reading. */
  waitMs(): number;
  /** Answers whether there is more to come. */
  read(): Promise<boolean>;
  onFailure(error: AppError): void;
};

/** Resolves when the signal fires or nothing more is to come. A failure is reported, and the next try comes in its time. */
export async function poll({ signal, wake, waitMs, read, onFailure }: Polled): Promise<void> {
  while (!signal.aborted) {
    try {
      if (!(await read())) return;
    } catch (thrown) {
      if (signal.aborted) return;
      onFailure(asAppError(thrown));
    }
    await pause(waitMs(), wake === undefined ? { signal } : { signal, wake });
  }
}
