// A mirror of each instance's games and of the games that are open, with what the window knows of the dialog for a new one.
import { create } from 'zustand';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';

type GamesState = {
  /** By instance; an instance that is missing here has not been read yet. */
  games: Record<string, GameRow[] | undefined>;
  /** By game. */
  open: Record<string, { view?: GameView; error?: AppError } | undefined>;
  /** Whether the dialog for a new game is up. */
  creating: boolean;
  /** Whether the dialog that adds a game by its id is open. */
  pinning: boolean;
};

/** The games. */
export const useGames = create<GamesState>(() => ({ games: {}, open: {}, creating: false, pinning: false }));
