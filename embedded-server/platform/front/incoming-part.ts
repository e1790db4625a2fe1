// A part that a sender has begun to send, however its bytes come in.
import type { FileHandle } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { InTurn } from '../../../src-shared/turns.ts';

export type PartPlace = {
  handle: FileHandle;
  /** The same file, past the system's cache. Absent where that cannot be. */
  direct?: FileHandle | undefined;
  offset: number;
  length: number;
  /** The system lets one write into a file at a time; who waits for that in a thread of its own burns a core meanwhile. */
  inTurn: InTurn;
};
/** Written bytes that are in shared memory still; nobody changes them there before they are free. */
export type InMemory = { bytes: Buffer; free(): void };
export type PartSink = {
  /**
   * What is to be written, in order and before it is, in memory that threads share: it is hashed from there. Resolves when that
   * is done, and never fails.
   */
  passes(bytes: Buffer): Promise<void>;
  /** So many bytes more are in the file, in order, and perhaps in memory. Resolves when more may come. */
  written(bytes: number, memory?: InMemory): Promise<void>;
};
export type IncomingPart = {
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Its bytes come to lie in whole pages, so that they can be written past the system's cache. */
  readonly isInPages?: boolean;
  /**
   * Writes exactly `length` bytes at `offset`; fails when there are fewer or more. Once it settled nothing writes into the
   * file any more.
   */
  writeTo(place: PartPlace, sink: PartSink): Promise<void>;
  /** No more of it is waited for, and it fails with that. Absent where it comes over no line. */
  stop?(thrown: AppError): void;
};

/** Whether the sender wants kept what comes before it breaks off: then that is written in any case, and soon. */
export function isToBeKept(headers: Readonly<IncomingHttpHeaders>): boolean {
  return headers['content-range'] !== undefined;
}
/** So often what came slowly is written, however little it is. A crash of the service costs what was not. */
export const WRITE_WITHIN_MS = 150;
