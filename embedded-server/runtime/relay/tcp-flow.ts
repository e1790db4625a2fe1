// One way of a TCP connection: what one socket reads, the other writes. A read goes on only when the write before it has left
// our hands, so each way holds one buffer at most. Without conditions nothing else happens here.
import type { Socket } from 'node:net';
import type { Scheduler } from './conditions/scheduler.ts';
import type { Link } from './conditions/simulated-line.ts';
import type { Reading } from './own-socket.ts';
import { createReadBuffer } from './read-buffers.ts';
import { createStreamDelay, type StreamDelay } from './stream-delay.ts';

export type Flow = {
  /** How the socket that this way comes from has to read. */
  readonly reading: Reading;
  join(from: Socket, to: Socket): void;
  setLink(link: Link | undefined): void;
  setHeld(isHeld: boolean): void;
  /** The socket that this way comes from has ended. */
  finish(): void;
  close(): void;
};

type State = {
  from: Socket | undefined;
  to: Socket | undefined;
  /** The last read is still being written, so its buffer is not free. */
  isWriting: boolean;
  delay: StreamDelay | undefined;
};

/** What was delayed is handed to the socket as long as it has less than this to write. */
const MOST_UNWRITTEN = 65_536;

export function createFlow(count: (bytes: number) => void, scheduler: Scheduler): Flow {
  const buffer = createReadBuffer();
  const state: State = { from: undefined, to: undefined, isWriting: false, delay: undefined };
  const unwritten = () => state.to?.writableLength ?? 0;
  const onWritten = () => {
    if (unwritten() > 0) return;
    if (state.isWriting) {
      state.isWriting = false;
      state.from?.resume();
    }
    state.delay?.unblock();
  };
  const passOn = (bytes: Buffer) => {
    state.to?.write(bytes, onWritten);
    return unwritten() === 0;
  };
  const delayOf = () => {
    state.delay ??= makeDelay(state, scheduler, (bytes) => passOn(bytes) || unwritten() < MOST_UNWRITTEN);
    return state.delay;
  };
  const take = (length: number, bytes: Buffer): boolean => {
    count(length);
    const chunk = length === bytes.length ? bytes : bytes.subarray(0, length);
    if (state.delay === undefined) state.isWriting = !passOn(chunk);
    const wantsMore = state.delay?.take(Buffer.from(chunk)) ?? !state.isWriting;
    if (!state.isWriting) buffer.fit(length);
    return wantsMore;
  };
  return {
    reading: { buffer: buffer.current, take },
    join: (from, to) => {
      state.from = from;
      state.to = to;
    },
    setLink: (link) => {
      if (link !== undefined || state.delay !== undefined) delayOf().setLink(link);
    },
    setHeld: (isHeld) => {
      if (isHeld || state.delay !== undefined) delayOf().setHeld(isHeld);
    },
    finish: () => {
      if (state.delay === undefined) state.to?.end();
      else state.delay.finish();
    },
    close: () => {
      state.delay?.drop();
      if (!state.isWriting) buffer.release();
    },
  };
}

function makeDelay(state: State, scheduler: Scheduler, write: (bytes: Buffer) => boolean): StreamDelay {
  return createStreamDelay({
    scheduler,
    write,
    end: () => void state.to?.end(),
    onRoom: () => void state.from?.resume(),
    onIdle: () => {
      state.delay = undefined;
    },
  });
}
