// What the window knows of the log that is open: which lines there are, those it holds, how it is filtered and searched.
import { create } from 'zustand';
import type { LogExtent, LogLineView } from '../../../../src-shared/servers/log.ts';

/** Which lines are shown. */
export type LogLevel = 'all' | 'warn' | 'error';

/** What a search found so far. Lines in order; ranges by line. */
export type LogSearch = {
  text: string;
  isRegex: boolean;
  hits: readonly number[];
  ranges: ReadonlyMap<number, readonly (readonly [number, number])[]>;
  /** Which hit is the present one, from nought. */
  at: number;
  /** A person has gone to one, and stays there whatever is found after. */
  isChosen: boolean;
  isBusy: boolean;
  /** Why it did not go to the end, or what is wrong with the pattern. */
  note: string | undefined;
};

type State = {
  extent: LogExtent | undefined;
  /** Grows with the log and is read on demand; replaced whenever something comes in. */
  lines: ReadonlyMap<number, LogLineView>;
  problem: string | undefined;
  staleSince: number | undefined;
  level: LogLevel;
  /** The numbers of warnings and errors, in order. */
  warns: readonly number[];
  errors: readonly number[];
  /** The newest errors in their order, where the log opens at them. */
  lastErrors: readonly LogLineView[];
  search: LogSearch;
  isFollowing: boolean;
  /** While the view is paused, the last line it shows. */
  pausedAt: number | undefined;
  /** The last line that was in sight when following ended. */
  seen: number;
};

/** No search. */
export const noSearch: LogSearch = {
  text: '',
  isRegex: false,
  hits: [],
  ranges: new Map(),
  at: 0,
  isChosen: false,
  isBusy: false,
  note: undefined,
};

/** The log that is open. */
export const useLog = create<State>(() => ({
  extent: undefined,
  lines: new Map(),
  problem: undefined,
  staleSince: undefined,
  level: 'all',
  warns: [],
  errors: [],
  lastErrors: [],
  search: noSearch,
  isFollowing: true,
  pausedAt: undefined,
  seen: 0,
}));
