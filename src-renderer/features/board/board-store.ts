// A mirror of what the lanes of the open game show, with what the window itself knows of them: what is held over which lane, and
// the version that is being brought to one by keyboard.
import { create } from 'zustand';
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { LaneServers } from './lane-state.ts';

/** What namespaces are told apart by where they are filtered. What starts or stops counts as running. */
export type NamespaceGroup = 'running' | 'silent' | 'crashed' | 'idle';
/** Which of many are shown. */
export type BoardFilter = { text: string; show: 'all' | NamespaceGroup };

type State = {
  /** By instance and namespace. */
  timelines: Record<string, TimelineView | undefined>;
  /** Whether its timeline is followed now: only then it tells what is so, and not what was. */
  live: Record<string, boolean | undefined>;
  /** Which of many namespaces are shown. */
  filter: BoardFilter;
  /** The version that is dragged, and the lane that something is held over. */
  dragged: { version_id: string; name: string } | undefined;
  over: { namespace_id: string; what: 'version' | 'files' | 'upload' } | undefined;
  /** The version that a lane is picked for, and the lane that is picked. */
  picking: { version_id: string; name: string; namespace_id: string } | undefined;
  /** The namespace that was given another place last. */
  moved: string | undefined;
  /** The namespace that was rolled back last from here, and when. */
  rolledBack: { key: string; at: number } | undefined;
};

/** The board. */
export const useBoard = create<State>(() => ({
  timelines: {},
  live: {},
  filter: { text: '', show: 'all' },
  dragged: undefined,
  over: undefined,
  picking: undefined,
  moved: undefined,
  rolledBack: undefined,
}));

/** Nothing of a namespace was read yet. */
export const unknownServers: LaneServers = { list: undefined, state: {} };
