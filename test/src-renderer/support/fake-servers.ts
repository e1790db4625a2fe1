// The part of the stand-in core that is about servers: sources that a test moves by hand, one namespace at a time.
import { listSource, valueSource } from '../../../src-shared/bridge/source.ts';
import type { LogNews, ServerDetail, ServersState } from '../../../src-shared/servers/bridge.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';

/** No servers, read just now. */
export function createFakeServers() {
  const list = listSource<Server>();
  const state = valueSource<ServersState>({ fresh_at: 1 });
  const usage = listSource<ServerUsage>();
  const detail = valueSource<ServerDetail>({ server: null, inspection: null, points: [] });
  const log = valueSource<LogNews>({ extent: { first: 1, last: 0, count: 0, dropped: 0 }, lines: [] });
  type Own = { list: typeof list; state: typeof state };
  const own = new Map<string, Own>();
  /** Those of one namespace, apart from the others. */
  const of = (namespace_id: string): Own => {
    const made = { list: listSource<Server>(), state: valueSource<ServersState>({ fresh_at: 1 }) };
    const found = own.get(namespace_id) ?? made;
    own.set(namespace_id, found);
    return found;
  };
  const at = ({ namespace_id: id }: { namespace_id: string }) => own.get(id) ?? { list, state };
  return {
    list,
    state,
    usage,
    detail,
    log,
    of,
    topics: {
      servers: (place: { namespace_id: string }) => at(place).list,
      'servers.state': (place: { namespace_id: string }) => at(place).state,
      'servers.usage': () => usage,
      'servers.detail': () => detail,
      'servers.log': () => log,
    },
  };
}
