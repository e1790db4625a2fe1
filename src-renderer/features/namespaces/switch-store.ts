// A mirror of the facts on the open switch sheet: what differs between the versions, how the namespace is set, who plays there.
import { create } from 'zustand';
import type { HistoryRow, NamespaceSettings } from '../../../src-shared/namespaces/bridge.ts';
import type { ServersState } from '../../../src-shared/servers/bridge.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { Comparison } from '../../../src-shared/versions/bridge.ts';

/** Something that is loaded: not here yet, here, or failed with a sentence. */
export type Loadable<T> = { state: 'reading' } | { state: 'read'; value: T } | { state: 'failed'; why: string };

/** The facts as far as they are known. */
export type SwitchFacts = {
  comparison: Loadable<Comparison>;
  settings: Loadable<NamespaceSettings>;
  /** What ran there before, newest first. */
  history: Loadable<readonly HistoryRow[]>;
  /** Undefined until they were read. */
  servers: Server[] | undefined;
  serversState: ServersState;
};

/** The facts of the open sheet. */
export const useSwitchFacts = create<SwitchFacts>(() => ({
  comparison: { state: 'reading' },
  settings: { state: 'reading' },
  history: { state: 'reading' },
  servers: undefined,
  serversState: {},
}));
