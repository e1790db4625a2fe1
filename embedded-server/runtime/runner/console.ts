// The standard input of a server, into which people type.
import type { Writable } from 'node:stream';
import { AppError } from '../../../src-shared/errors/app-error.ts';

/** A server that reads nothing fills its pipe first, and then so much waits here. */
const MOST_WAITING_BYTES = 64 * 1024;

export type Console = {
  /** Types a line. Throws why nobody would read it. */
  type(line: string): void;
  close(): void;
};

export function createConsole(input: Writable, onProblem: (thrown: unknown) => void): Console {
  let isClosed = false;
  input.on('error', (error: NodeJS.ErrnoException) => {
    isClosed = true;
    // It closed its input, or has ended: whoever types next is told.
    if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') onProblem(error);
  });
  return {
    type: (line) => {
      if (isClosed || !input.writable) throw new AppError('VALIDATION_ERROR', 'console.closed');
      if (input.writableLength > MOST_WAITING_BYTES) throw new AppError('VALIDATION_ERROR', 'console.not-read');
      input.write(`${line}\n`);
    },
    close: () => void input.destroy(),
  };
}
