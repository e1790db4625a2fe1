// The logs of servers in the hosting thread: written while they run, read and searched at any time.
import type { LogLineView, ReadLog } from '../../../src-shared/servers/log.ts';
import { levelOf } from '../../../src-shared/servers/log-level.ts';
import type { LogLine } from '../../files/logs/blocks.ts';
import { plainText, viewerText } from '../../files/logs/line-text.ts';
import type { LogPage } from '../../files/logs/log-reader.ts';
import type { LogStore } from '../../files/logs/log-store.ts';
import type { LogWriter } from '../../files/logs/log-writer.ts';
import type { ThreadHandlers } from '../../platform/threads/serve-thread.ts';
import type { HostedLog } from './hosted-process.ts';
import type { HostingCalls } from './messages.ts';

/**
 * `mended` is done when no log is torn any more. What was asked to be written waits for it: two that make one log whole at once would write
 * over each other, and over what was sealed meanwhile.
 */
export function createHostedLogs(store: LogStore, mended: Promise<unknown>, onProblem: (thrown: unknown) => void) {
  const writers = new Map<string, LogWriter>();
  const writerOf = (server_id: string): LogWriter => {
    const writer = writers.get(server_id) ?? store.openLog(server_id);
    writers.set(server_id, writer);
    return writer;
  };
  const close = async (server_id: string): Promise<void> => {
    const writer = writers.get(server_id);
    writers.delete(server_id);
    if (writer === undefined) return;
    await writer.end();
    await store.writeChecksums(server_id);
  };
  return {
    open: (server_id: string): HostedLog => {
      const writer = writerOf(server_id);
      return {
        write: (stream, chunk) => unlessEnded(() => writer.write(stream, chunk), onProblem),
        note: (text) => unlessEnded(() => note(writer, text), onProblem),
        tail: async (count) => {
          try {
            await writer.flush();
            const { lines } = store.reader(server_id).tail(count);
            return lines.map(({ bytes }) => plainText(bytes));
          } catch (thrown) {
            // An end is told also without the last lines.
            onProblem(thrown);
            return [];
          }
        },
      };
    },
    close,
    closeAll: () => Promise.all([...writers.keys()].map(close)),
    calls: {
      ...logCalls(store, { mended, note: (server_id, text) => note(writerOf(server_id), text), close }),
      ...copyCalls(store, mended, writerOf),
    },
  };
}

/** What comes after the end has no log any more. Thrown at a timer or a pipe it would end this thread, and with it all servers. */
function unlessEnded<T>(work: () => T, onProblem: (thrown: unknown) => void): T | undefined {
  try {
    return work();
  } catch (thrown) {
    onProblem(thrown);
    return undefined;
  }
}

function note(writer: LogWriter, text: string): void {
  void writer.write('slipway', Buffer.from(`${text.replaceAll('\n', ' ')}\n`));
}

type LogCalls = Pick<HostingCalls, 'note' | 'closeLog' | 'readLog' | 'readRawLog' | 'searchLog' | 'removeLog'>;
type Writing = {
  mended: Promise<unknown>;
  note(server_id: string, text: string): void;
  close(server_id: string): Promise<void>;
};

function logCalls(store: LogStore, writing: Writing): ThreadHandlers<LogCalls> {
  return {
    note: async ({ server_id, text }) => {
      await writing.mended;
      writing.note(server_id, text);
      return undefined;
    },
    closeLog: async (server_id) => {
      await writing.mended;
      await writing.close(server_id);
      return undefined;
    },
    readLog: ({ server_id, request }) => {
      const page = store.reader(server_id).read(request);
      return { lines: page.lines.map(viewLine), extent: page.extent, last: lastOf(request, page) };
    },
    readRawLog: ({ server_id, request }) => {
      const page = store.reader(server_id).read(request);
      return {
        lines: page.lines.map(({ bytes }) => bytes.toString('base64')),
        times: page.lines.map(({ at }) => at),
        last: lastOf(request, page),
      };
    },
    searchLog: async ({ server_id, request }, signal) => {
      const { hits, ...found } = await store.reader(server_id).search(request, signal);
      return { ...found, hits: hits.map(({ line, ranges }) => ({ line: viewLine(line), ranges })) };
    },
    removeLog: async (server_id) => {
      await writing.mended;
      await writing.close(server_id);
      await store.remove(server_id);
      return undefined;
    },
  };
}

type CopyCalls = Pick<HostingCalls, 'copyLog' | 'appendLog' | 'lastLine'>;

/** From one log into another, which is of the same server elsewhere. */
function copyCalls(
  store: LogStore,
  mended: Promise<unknown>,
  writerOf: (server_id: string) => LogWriter,
): ThreadHandlers<CopyCalls> {
  return {
    copyLog: ({ server_id, from, limit }) => {
      const { lines } = store.reader(server_id).read({ from, limit });
      return {
        from: lines[0]?.number ?? from,
        lines: lines.map(({ at, stream, bytes, cut }) => ({ at, stream, bytes: bytes.toString('base64'), cut })),
      };
    },
    appendLog: async ({ server_id, lines }) => {
      await mended;
      const writer = writerOf(server_id);
      for (const { bytes, ...line } of lines) await writer.copy({ ...line, bytes: Buffer.from(bytes, 'base64') });
      await writer.flush();
      return undefined;
    },
    lastLine: (server_id) => store.reader(server_id).extent().last,
  };
}

/** Up to where a page has everything: what did not fit into it comes with the next. */
function lastOf({ from }: ReadLog, { next, extent }: LogPage): number {
  return from === undefined ? extent.last : next - 1;
}

function viewLine({ number, at, stream, bytes, cut }: LogLine): LogLineView {
  const level = levelOf(plainText(bytes));
  return { number, at, stream, text: viewerText(bytes), cut, ...(level === undefined ? {} : { level }) };
}
