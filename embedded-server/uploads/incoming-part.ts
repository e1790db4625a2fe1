// A part that a sender has begun to send, however its bytes come in.
import type { FileHandle } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { InTurn } from '../../src-shared/turns.ts';

export type PartPlace = {
  handle: FileHandle;
  offset: number;
  length: number;
  /** The system lets one write into a file at a time; who waits for that in a thread of its own burns a core meanwhile. */
  inTurn: InTurn;
};
export type IncomingPart = {
  readonly headers: Readonly<IncomingHttpHeaders>;
  /**
   * Writes exactly `length` bytes at `offset`; fails when there are fewer or more. Once it settled nothing writes into the
   * file any more. `onWritten` hears after each write, in order, how many bytes more are in the file.
   */
  writeTo(place: PartPlace, onWritten: (bytes: number) => void): Promise<void>;
  /** The same part came whole over another line: no more of this one is waited for, and it fails. Absent where it comes over none. */
  giveWay?(): void;
};

export const SENT_TWICE = 'This part came whole over another connection, so no more of it was waited for here.';
