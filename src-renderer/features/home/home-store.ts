// A mirror of what home shows of each game on each instance, as far as it is in sight.
import { create } from 'zustand';
import type { GameView } from '../../../src-shared/games/bridge.ts';
import type { HistoryRow } from '../../../src-shared/namespaces/bridge.ts';
import type { LaneServers } from '../board/lane-state.ts';

/** A game of an instance. */
export type CellPlace = { instance_id: string; game_id: string };

type State = {
  /** By instance and game. */
  views: Readonly<Record<string, GameView | undefined>>;
  /** By instance and namespace. */
  servers: Readonly<Record<string, LaneServers | undefined>>;
  /** The last deployments of each namespace, newest first, by instance and namespace. */
  latest: Readonly<Record<string, readonly HistoryRow[] | undefined>>;
};

/** Home. */
export const useHome = create<State>(() => ({ views: {}, servers: {}, latest: {} }));
