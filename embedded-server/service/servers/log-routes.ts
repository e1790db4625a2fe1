// Answers the calls about what servers wrote.
import type { LogStream } from '../../../src-shared/service/servers.ts';
import { answered } from '../../platform/front/answered-message.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import { timestampOf } from '../../platform/http/timestamp.ts';
import { logKey } from '../../platform/watch/keys.ts';
import type { GoneSignal } from '../../platform/watch/waiters.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import type { HostingThread } from '../../runtime/hosting-thread/open-hosting-thread.ts';
import type { NamespaceService } from '../namespaces/service.ts';
import type { ServerService } from './service.ts';

type Parts = {
  servers: ServerService;
  namespaces: NamespaceService;
  hub: WatchHub;
  host: HostingThread;
  /** The last line of a log that is being written, as far as it was sent. */
  lastLine(server_id: string): number | undefined;
};
type Served = 'getServerLogs' | 'readServerLog' | 'searchServerLog';
type Place = { game_id: string; environment_id: string; server_id: string };

/** How many lines an answer has unless the caller says so. */
const LINES = 500;
const FROM_THE_END = Number.MAX_SAFE_INTEGER;

export function logHandlers(parts: Parts): SomeHandlers<Served> {
  const { servers, namespaces, host } = parts;
  const find = (params: Place): string => {
    return servers.one(namespaces.environment(params), params.server_id).server_id;
  };
  return {
    getServerLogs: async ({ params, query }, { signal }) => {
      const server_id = find(params);
      const { stream, watch_index: index } = query;
      const read = async () => {
        const page = await host.call('readRawLog', { server_id, request: rawRequest(stream, index) });
        return { last: page.last, page };
      };
      const { last, page } = await readWatched(parts, { server_id, index, signal }, read);
      return { lines: page.lines, timestamps: page.times.map(timestampOf), watch: { index: String(last) } };
    },
    readServerLog: async ({ params, query }, { signal }) => {
      const server_id = find(params);
      const { watch_index: index, limit = LINES, from, before, streams } = query;
      const where = from === undefined ? { before: before ?? FROM_THE_END } : { from };
      const request = { ...where, limit, ...(streams === undefined ? {} : { streams }) };
      const read = async () => {
        const page = await host.call('readLog', { server_id, request });
        return { last: page.last, page };
      };
      const { last, page } = await readWatched(parts, { server_id, index, signal }, read);
      return { lines: page.lines, extent: page.extent, watch: { index: String(last) } };
    },
    searchServerLog: async ({ params, query }) => {
      const server_id = find(params);
      const { case_sensitive: caseSensitive, limit = LINES, ...rest } = query;
      const request = { ...rest, limit, ...(caseSensitive === undefined ? {} : { caseSensitive }) };
      const { stopped, ...found } = await host.call('searchLog', { server_id, request });
      return stopped === undefined ? found : { ...found, stopped: { ...stopped, note: answered(stopped.note) } };
    },
  };
}

/** With an index, what came after it; else the newest lines. */
function rawRequest(stream: LogStream, index: string | undefined) {
  const streams = [stream];
  if (index === undefined) return { before: FROM_THE_END, limit: LINES, streams };
  return { from: Number(index) + 1, limit: LINES, streams };
}

type Watching = { server_id: string; index: string | undefined; signal: GoneSignal };

/** A log's index is the number of its last line. Lines that come while it is read are seen as well. */
async function readWatched<T>(
  { hub, lastLine }: Parts,
  { server_id, index, signal }: Watching,
  read: () => Promise<{ last: number; page: T }>,
): Promise<{ last: number; page: T }> {
  for (;;) {
    const found = await read();
    if (index === undefined || Number(index) < found.last) return found;
    // Nothing is awaited between this look and the wait, so no line can come in between unseen.
    if ((lastLine(server_id) ?? 0) > found.last) continue;
    await hub.changed(logKey(server_id), signal);
    return await read();
  }
}
