// A mirror of each instance's games and of the games that are open, with what the window knows of the dialog for a new one.
import { create } from 'zustand';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import { parseHash } from '../../routes/routes.ts';
import { translate } from '../../text/t.ts';

type GamesState = {
  /** By instance; an instance that is missing here has not been read yet. */
  games: Record<string, GameRow[] | undefined>;
  /** By instance and game. */
  open: Record<string, { view?: GameView; error?: AppError } | undefined>;
  /** Whether the dialog for a new game is up. */
  creating: boolean;
  /** Whether the dialog that adds a game by its id is open. */
  pinning: boolean;
};

/** The games. */
export const useGames = create<GamesState>(() => ({ games: {}, open: {}, creating: false, pinning: false }));

/** The game that a message is about, where there are several and its title does not name it. */
export function gameAbout({ title, hash }: { title: Sentence; hash?: string | undefined }): string | undefined {
  const route = hash === undefined ? undefined : parseHash(hash);
  if (route?.page !== 'game') return undefined;
  const games = useGames.getState().games[route.instance_id] ?? [];
  const name = games.find(({ id }) => id === route.game_id)?.display_name;
  return games.length > 1 && name !== undefined && !translate(title).includes(name) ? name : undefined;
}
