// Follows games and makes new ones.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { client } from '../../bridge/client.ts';
import { goTo } from '../../routes/route-store.ts';
import { phrase, t } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { type CreateProblem, createProblem } from './games-selectors.ts';
import { useGames } from './games-store.ts';
import { gameKey } from './place-keys.ts';

/** Mirrors the games of an instance until the answer is called. */
export function followGames(instance_id: string): () => void {
  return client.subscribe(
    'games',
    { instance_id },
    { next: (games) => useGames.setState((state) => ({ games: { ...state.games, [instance_id]: games } })) },
  );
}

/** Mirrors one game until the answer is called. */
export function followGame(instance_id: string, game_id: string): () => void {
  const keep = (change: { view?: never; error?: never } | object) =>
    useGames.setState((state) => ({ open: { ...state.open, [gameKey({ instance_id, game_id })]: { ...change } } }));
  return client.subscribe(
    'game',
    { instance_id, game_id },
    { next: (view) => keep({ view }), error: (error) => keep({ error }) },
  );
}

/** Opens or closes the dialog for a new game. */
export function setCreating(creating: boolean): void {
  useGames.setState({ creating });
}

/** Opens or closes the dialog that adds a game by its id. */
export function setPinning(pinning: boolean): void {
  useGames.setState({ pinning });
}

/** Follows a game by its id and opens it. Answers what is wrong, if anything is. */
export async function pinGame(instance_id: string, text: string): Promise<string | undefined> {
  const id = text.trim();
  if (id === '') return t('Paste the id of the game.');
  try {
    await client.call('games.pin', { instance_id, game_id: id });
    setPinning(false);
    goTo({ page: 'game', instance_id, game_id: id });
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}

/** Follows it no longer. It stays there as it is. */
export async function unpinGame(instance_id: string, game_id: string): Promise<void> {
  try {
    await client.call('games.unpin', { instance_id, game_id });
  } catch (thrown) {
    say({
      state: 'failed',
      title: phrase('The game could not be removed from the list'),
      detail: asAppError(thrown).toMessage(),
    });
  }
}

/** Makes a game and opens it. Answers what is wrong, if anything is. */
export async function createGame(instance_id: string, display_name: string): Promise<CreateProblem | undefined> {
  try {
    const { game_id } = await client.call('games.create', {
      instance_id,
      display_name,
    });
    setCreating(false);
    goTo({ page: 'game', instance_id, game_id });
    return undefined;
  } catch (thrown) {
    return createProblem(asAppError(thrown));
  }
}
