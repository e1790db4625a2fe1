// A mirror of the servers of the open game and of the one that is looked at, with what the window itself knows of them.
import { create } from 'zustand';
import type { PinnedServer, ServerDetail } from '../../../src-shared/servers/bridge.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { NamespaceServers, ServerFilter, ServerSort } from './servers-selectors.ts';

/** What is to be done to a server, as its button says it. */
export type Ending = 'Stop' | 'Kill' | 'Restart';

/** Something asked of a server that has not been answered. */
export type ServerBusy = 'stop' | 'kill' | 'restart' | 'network';

type State = {
  /** By namespace, of the open game. */
  known: Readonly<Record<string, NamespaceServers | undefined>>;
  /** Those of all of them. Undefined until some were read. */
  list: readonly Server[] | undefined;
  /** What each uses now, by namespace, where the page shows it. */
  usages: Readonly<Record<string, readonly ServerUsage[] | undefined>>;
  usage: ReadonlyMap<string, ServerUsage>;
  /** The server that is looked at, once it was read. */
  detail: ServerDetail | undefined;
  pinned: PinnedServer[];
  filter: ServerFilter;
  sort: ServerSort;
  /** The servers that are selected, to be stopped or restarted together. */
  selected: ReadonlySet<string>;
  busy: Record<string, ServerBusy | undefined>;
  creating: boolean;
  /** What is done to a server once a person has confirmed it. */
  asked: { server_id: string; ending: Ending } | undefined;
};

/** The servers. */
export const useServers = create<State>(() => ({
  known: {},
  list: undefined,
  usages: {},
  usage: new Map(),
  detail: undefined,
  pinned: [],
  filter: { show: 'all', text: '' },
  sort: undefined,
  selected: new Set(),
  busy: {},
  creating: false,
  asked: undefined,
}));
