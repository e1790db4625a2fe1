// Follows games and makes new ones.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { goTo } from '../../app/route-store.ts';
import { client } from '../../bridge/client.ts';
import { type CreateProblem, createProblem } from './games-selectors.ts';
import { useGames } from './games-store.ts';

/** Mirrors the games of an instance until the answer is called. */
export function followGames(instanceId: string): () => void {
  return client.subscribe(
    'games',
    { instance_id: instanceId },
    { next: (games) => useGames.setState((state) => ({ games: { ...state.games, [instanceId]: games } })) },
  );
}

/** Mirrors one game until the answer is called. */
export function followGame(instanceId: string, gameId: string): () => void {
  const keep = (change: { view?: never; error?: never } | object) =>
    useGames.setState((state) => ({ open: { ...state.open, [gameId]: { ...change } } }));
  return client.subscribe(
    'game',
    { instance_id: instanceId, game_id: gameId },
    { next: (view) => keep({ view }), error: (error) => keep({ error }) },
  );
}

/** Opens or closes the dialog for a new game. */
export function setCreating(creating: boolean): void {
  useGames.setState({ creating });
}

/** Makes a game and opens it. Answers what is wrong, if anything is. */
export async function createGame(instanceId: string, displayName: string): Promise<CreateProblem | undefined> {
  try {
    const { game_id: gameId } = await client.call('games.create', {
      instance_id: instanceId,
      display_name: displayName,
    });
    setCreating(false);
    goTo({ page: 'game', instanceId, gameId });
    return undefined;
  } catch (thrown) {
    return createProblem(asAppError(thrown));
  }
}
