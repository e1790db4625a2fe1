// A mirror of the calls that are shown: those of the filter, newest first, and the one that is looked at.
import { create } from 'zustand';
import type { ActivityDetail, ActivityRow, GameChanges, ReplayAnswer } from '../../../src-shared/activity/bridge.ts';
import type { FoldState } from './fold-calls.ts';

/** Which calls are shown. */
export type ActivityQuery = {
  /** One instance, or "all" of them. */
  instance_id: string;
  /** Only those about the game that is open. */
  ofGame: boolean;
  method: string;
  failedOnly: boolean;
  text: string;
};

/** What another instance answered to the same read. */
export type Replay = { instance_id: string; answer: ReplayAnswer };

type State = {
  /** The changes of the open game, newest first; undefined until they were read. */
  changes: GameChanges | undefined;
  changesProblem: string | undefined;
  query: ActivityQuery;
  /** Newest first; undefined until they were read. */
  rows: ActivityRow[] | undefined;
  hasMore: boolean;
  /** Whether reads of one address are one row, and which of those rows were opened and closed. */
  isFolded: boolean;
  folds: Readonly<Record<string, FoldState | undefined>>;
  problem: string | undefined;
  /** Counts how often a call was opened or closed: what is read for an earlier one comes too late. */
  opened: number;
  detail: ActivityDetail | undefined;
  detailProblem: string | undefined;
  replay: Replay | undefined;
  replayProblem: string | undefined;
  isReplaying: boolean;
};

/** The calls. */
export const useActivity = create<State>(() => ({
  changes: undefined,
  changesProblem: undefined,
  query: { instance_id: 'all', ofGame: true, method: 'all', failedOnly: false, text: '' },
  rows: undefined,
  hasMore: false,
  isFolded: true,
  folds: {},
  problem: undefined,
  opened: 0,
  detail: undefined,
  detailProblem: undefined,
  replay: undefined,
  replayProblem: undefined,
  isReplaying: false,
}));
