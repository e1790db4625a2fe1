// A mirror of the history of one namespace, and of the moment of it that is looked at.
import { create } from 'zustand';
import type { HistoryRow, MomentComparison } from '../../../src-shared/namespaces/bridge.ts';
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { MomentDifference } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { Comparison } from '../../../src-shared/versions/bridge.ts';
import type { Loadable } from '../namespaces/switch-store.ts';

type State = {
  /** Newest first; undefined until the first page was read. */
  rows: readonly HistoryRow[] | undefined;
  hasMore: boolean;
  isReading: boolean;
  problem: string | undefined;
  /** What else changed with each deployment, by its time. Those that are missing here are not known. */
  changes: Readonly<Record<string, readonly MomentDifference[] | undefined>>;
  /** The moment that is looked at, beside now. */
  moment: Loadable<MomentComparison>;
  /** Its version beside the one that runs now. */
  files: Loadable<Comparison>;
  servers: readonly Server[] | undefined;
  timeline: TimelineView | undefined;
};

/** The history that is open. */
export const useHistory = create<State>(() => ({
  rows: undefined,
  hasMore: false,
  isReading: false,
  problem: undefined,
  changes: {},
  moment: { state: 'reading' },
  files: { state: 'reading' },
  servers: undefined,
  timeline: undefined,
}));
