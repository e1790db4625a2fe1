// Takes in what one server writes: cuts it into lines, keeps their order over the streams, and hands them to the disk.
import type { LineStream } from '../../../src-shared/servers/log.ts';
import type { LogLine } from './blocks.ts';
import { createDiskQueue, type DiskQueueOptions } from './disk-queue.ts';
import { createLineSplitter } from './line-splitter.ts';
import { watchPauses } from './pauses.ts';
import { NEWLINE } from './segment-format.ts';

export type LogWriter = {
  /**
   * The chunk is given away: its memory may be freed once it is written, so nobody may look at it after this turn. A promise
   * asks to wait before more is given; what is given all the same is taken. Never throws for the disk's sake.
   */
  write(stream: LineStream, chunk: Buffer): Promise<void> | undefined;
  /** A whole line that another log had, without its newline, as it stood there. */
  copy(line: Omit<LogLine, 'number'>): Promise<void> | undefined;
  /** Resolves when all whole lines given so far are in the files, or counted as lost. */
  flush(): Promise<void>;
  /** Holds no files until something is written again. */
  rest(): void;
  /** Writes also what has no newline yet, and closes the files. The log stays. */
  end(): Promise<void>;
};

export type LogWriterOptions = DiskQueueOptions & { onEnd: () => void };

const NEWLINE_BYTES = Buffer.from([NEWLINE]);

export function createLogWriter({ onEnd, ...options }: LogWriterOptions): LogWriter {
  const queue = createDiskQueue(options);
  const splitter = createLineSplitter(queue.add);
  const pause = watchPauses(() => {
    const keeps = splitter.cutIdle(Date.now());
    queue.start();
    return keeps;
  });
  let ending: Promise<void> | undefined;
  const end = async () => {
    pause.end();
    splitter.cutAll();
    try {
      await queue.end();
    } finally {
      onEnd();
    }
  };
  return {
    write: (stream, chunk) => {
      if (ending !== undefined) throw new Error('Something was written to a log that has ended');
      if (splitter.push(stream, chunk, Date.now())) pause.watch();
      queue.start();
      return pause.hold(queue.whenRoom());
    },
    copy: ({ stream, at, bytes, cut }) => {
      if (ending !== undefined) throw new Error('Something was written to a log that has ended');
      const buffers = [Buffer.concat([bytes, NEWLINE_BYTES])];
      queue.add({ stream, at, buffers, bytes: bytes.length + 1, lines: 1, cut });
      queue.start();
      return queue.whenRoom();
    },
    flush: queue.settle,
    rest: queue.rest,
    end: () => (ending ??= end()),
  };
}
