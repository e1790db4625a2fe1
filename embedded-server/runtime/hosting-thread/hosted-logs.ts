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

export function createHostedLogs(store: LogStore) {
  const writers = new Map<string, LogWriter>();
  const writerOf = (serverId: string): LogWriter => {
    const writer = writers.get(serverId) ?? store.openLog(serverId);
    writers.set(serverId, writer);
    return writer;
  };
  const close = async (serverId: string): Promise<void> => {
    const writer = writers.get(serverId);
    writers.delete(serverId);
    if (writer === undefined) return;
    await writer.end();
    await store.seal(serverId);
  };
  return {
    open: (serverId: string): HostedLog => {
      const writer = writerOf(serverId);
      return {
        write: (stream, chunk) => writer.write(stream, chunk),
        note: (text) => note(writer, text),
        tail: async (count) => {
          await writer.flush();
          return store
            .reader(serverId)
            .tail(count)
            .lines.map(({ bytes }) => plainText(bytes));
        },
      };
    },
    close,
    closeAll: () => Promise.all([...writers.keys()].map(close)),
    calls: logCalls(store, { note: (serverId, text) => note(writerOf(serverId), text), close }),
  };
}

function note(writer: LogWriter, text: string): void {
  void writer.write('slipway', Buffer.from(`${text.replaceAll('\n', ' ')}\n`));
}

type LogCalls = Pick<HostingCalls, 'note' | 'closeLog' | 'readLog' | 'readRawLog' | 'searchLog' | 'removeLog'>;
type Writing = { note(serverId: string, text: string): void; close(serverId: string): Promise<void> };

function logCalls(store: LogStore, writing: Writing): ThreadHandlers<LogCalls> {
  return {
    note: ({ serverId, text }) => {
      writing.note(serverId, text);
      return undefined;
    },
    closeLog: async (serverId) => {
      await writing.close(serverId);
      return undefined;
    },
    readLog: ({ serverId, request }) => {
      const page = store.reader(serverId).read(request);
      return { lines: page.lines.map(viewLine), extent: page.extent, last: lastOf(request, page) };
    },
    readRawLog: ({ serverId, request }) => {
      const page = store.reader(serverId).read(request);
      return {
        lines: page.lines.map(({ bytes }) => bytes.toString('base64')),
        times: page.lines.map(({ at }) => at),
        last: lastOf(request, page),
      };
    },
    searchLog: async ({ serverId, request }, signal) => {
      const { hits, ...found } = await store.reader(serverId).search(request, signal);
      return { ...found, hits: hits.map(({ line, ranges }) => ({ line: viewLine(line), ranges })) };
    },
    removeLog: async (serverId) => {
      await writing.close(serverId);
      await store.remove(serverId);
      return undefined;
    },
  };
}

/** Up to where a page told everything: what did not fit into it comes with the next. */
function lastOf({ from }: ReadLog, { next, extent }: LogPage): number {
  return from === undefined ? extent.last : next - 1;
}

function viewLine({ number, at, stream, bytes, cut }: LogLine): LogLineView {
  const level = levelOf(plainText(bytes));
  return { number, at, stream, text: viewerText(bytes), cut, ...(level === undefined ? {} : { level }) };
}
