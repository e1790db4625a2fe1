// A mirror of the servers of the open namespace and of the one that is looked at, with what the window itself knows.
import { create } from 'zustand';
import type { PinnedServer, ServerDetail, ServersState } from '../../../src-shared/servers/bridge.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { ServerFilter, ServerSort } from './servers-selectors.ts';

/** Something asked of a server that has not been answered. */
export type ServerBusy = 'stop' | 'kill' | 'restart' | 'network';

type State = {
  /** Undefined until they were read. */
  list: Server[] | undefined;
  state: ServersState;
  usage: ReadonlyMap<string, ServerUsage>;
  /** The server that is looked at, once it was read. */
  detail: ServerDetail | undefined;
  pinned: PinnedServer[];
  filter: ServerFilter;
  sort: ServerSort;
  busy: Record<string, ServerBusy | undefined>;
  creating: boolean;
};

/** The servers. */
export const useServers = create<State>(() => ({
  list: undefined,
  state: {},
  usage: new Map(),
  detail: undefined,
  pinned: [],
  filter: { show: 'all', text: '' },
  sort: undefined,
  busy: {},
  creating: false,
}));
