// The logs of all servers: one folder each, written by one writer at a time, read by anyone. A log outlives its server. How large one
// may become is in segment-writer.ts.
import { rm } from 'node:fs/promises';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { namesIn } from '../../platform/storage/names-in.ts';
import { removeLogChecksum, writeLogChecksum } from './log-checksum.ts';
import { createLogReader, type LogReader } from './log-reader.ts';
import { createLogWriter, type LogWriter } from './log-writer.ts';
import { openMended } from './repair.ts';
import { logFolder, segmentsAmong } from './segment-format.ts';
import { createSegmentWriter, type LogLimits } from './segment-writer.ts';

export type LogStoreOptions = LogLimits & {
  folder: string;
  /** So many logs have their files open at the same time: those that were written last. */
  mostOpen?: number;
  /** At most ten times a second for a log: the number of its last line. */
  onAdvance?: (server_id: string, advance: { lines: number }) => void;
  /** What went wrong, in a sentence. The server is not held up by it. */
  onProblem?: (server_id: string, sentence: string) => void;
};

export type LogStore = {
  /** Goes on with the log that is there, or begins one. */
  openLog(server_id: string): LogWriter;
  reader(server_id: string): LogReader;
  /** Mends what a crash left of logs that nobody writes; for the start. Answers how many logs there are. */
  mendAll(): Promise<number>;
  /** Writes the checksums of a log that nobody writes any more, so that a byte of it that changes can be noticed. */
  writeChecksums(server_id: string): Promise<void>;
  /** Removes a log that nobody writes any more. */
  remove(server_id: string): Promise<void>;
  /** Ends all writers. */
  close(): Promise<void>;
};

/** Two files each. Thousands of servers on nodes would otherwise take all that the system gives a program. */
const MOST_OPEN = 500;

export function createLogStore(options: LogStoreOptions): LogStore {
  const { folder, capBytes, segmentBytes, mostOpen = MOST_OPEN, onAdvance = () => {}, onProblem = () => {} } = options;
  const writers = new Map<string, LogWriter>();
  /** The one that was written longest ago first. */
  const open = new Set<string>();
  const wasWritten = (server_id: string) => {
    open.delete(server_id);
    open.add(server_id);
    const [longestAgo] = open;
    if (open.size <= mostOpen || longestAgo === undefined) return;
    open.delete(longestAgo);
    writers.get(longestAgo)?.rest();
  };
  const openLog = (server_id: string): LogWriter => {
    if (writers.has(server_id)) throw new Error(`The log of ${server_id} is already being written`);
    removeLogChecksum(logFolder(folder, server_id));
    const advance = createAdvance((lines) => onAdvance(server_id, { lines }));
    const onStuck = (thrown: unknown) => onProblem(server_id, stuckNote(thrown));
    const writer = createLogWriter({
      segments: createSegmentWriter(logFolder(folder, server_id), { capBytes, segmentBytes, onStuck }),
      onLines: (lines) => {
        advance.moved(lines);
        wasWritten(server_id);
      },
      onProblem: (sentence) => onProblem(server_id, sentence),
      onEnd: () => {
        advance.end();
        writers.delete(server_id);
        open.delete(server_id);
      },
    });
    writers.set(server_id, writer);
    return writer;
  };
  return {
    openLog,
    reader: (server_id) => createLogReader(logFolder(folder, server_id)),
    mendAll: async () => {
      const names = await namesIn(folder);
      const unwritten = names.filter((name) => !writers.has(name));
      for (const name of unwritten) await mendLog(logFolder(folder, name));
      return names.length;
    },
    writeChecksums: async (server_id) => {
      if (!writers.has(server_id)) await writeLogChecksum(logFolder(folder, server_id));
    },
    remove: async (server_id) => {
      if (writers.has(server_id)) throw new Error(`The log of ${server_id} is still being written`);
      await rm(logFolder(folder, server_id), { recursive: true, force: true, maxRetries: 3 });
    },
    close: async () => void (await Promise.all([...writers.values()].map((writer) => writer.end()))),
  };
}

async function mendLog(folder: string): Promise<void> {
  for (const first of segmentsAmong(await namesIn(folder))) {
    const { text, index } = await openMended(folder, first);
    await Promise.all([text.close(), index.close()]);
  }
}

function stuckNote(thrown: unknown): string {
  const why = errorCode(thrown) ?? String(thrown);
  return `The oldest lines of this log could not be dropped (${why}), so it is larger than it should be. Check the data folder.`;
}

const INTERVAL_MS = 100;

type Advance = { moved(lines: number): void; end(): void };

/** Tells that a log has grown: at once, and then at most ten times a second, with the last figure. */
function createAdvance(tell: (lines: number) => void): Advance {
  let reported = -1;
  let latest = -1;
  let timer: NodeJS.Timeout | undefined;
  const tellLatest = () => {
    timer = undefined;
    if (latest === reported) return;
    reported = latest;
    timer = setTimeout(tellLatest, INTERVAL_MS).unref();
    tell(latest);
  };
  return {
    moved: (lines) => {
      latest = lines;
      if (timer === undefined) tellLatest();
    },
    end: () => {
      clearTimeout(timer);
      if (latest !== reported) tell(latest);
      reported = latest;
    },
  };
}
