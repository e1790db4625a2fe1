// The keys of the board: L brings the selected version to a lane, P promotes it, R rolls back the lane that has the focus.

import { requestPromotion } from '../../routes/promote-request.ts';
import { isFreeKey } from '../../ui/free-key.ts';
import { rollBackLane, startPicking } from '../board/board-actions.ts';
import { whyCannotChange } from '../board/board-selectors.ts';
import { useGames } from '../games/games-store.ts';
import { useInstances } from '../instances/instances-store.ts';
import { useVersions } from './versions-store.ts';

/** Listens until the answer is called. */
export function startBoardKeys(instanceId: string, gameId: string): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.repeat || !isFreeKey(event)) return;
    const key = event.key.toLowerCase();
    if (keys[key]?.(instanceId, gameId) === true) event.preventDefault();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

/** Each says whether there was anything to do. */
const keys: Readonly<Record<string, (instanceId: string, gameId: string) => boolean>> = {
  l: (_instanceId, gameId) => launchSelected(gameId),
  r: rollBackFocused,
  p: promoteSelected,
};

function promoteSelected(instanceId: string, gameId: string): boolean {
  const { selected } = useVersions.getState();
  if (selected === undefined) return false;
  requestPromotion({ fromInstance: instanceId, fromGame: gameId, version: selected });
  return true;
}

/** Begins at the first lane that runs another version. */
export function launchSelected(gameId: string): boolean {
  const game = useGames.getState().open[gameId]?.view?.game;
  const { selected } = useVersions.getState();
  const version = game?.versions.find(({ version_id: id }) => id === selected);
  const lane = game?.namespaces.find(({ version_id: id }) => id !== selected) ?? game?.namespaces[0];
  if (version === undefined || lane === undefined) return false;
  startPicking({ versionId: version.version_id, name: version.display_name }, lane.namespace_id);
  return true;
}

function rollBackFocused(instanceId: string, gameId: string): boolean {
  const namespaceId = document.activeElement?.closest<HTMLElement>('[data-lane]')?.dataset['lane'];
  const game = useGames.getState().open[gameId]?.view?.game;
  const namespace = game?.namespaces.find(({ namespace_id: id }) => id === namespaceId);
  const instance = useInstances.getState().instances?.find(({ id }) => id === instanceId);
  if (namespace === undefined || instance === undefined || whyCannotChange(instance) !== undefined) return false;
  rollBackLane({ instanceId, gameId, namespaceId: namespace.namespace_id }, namespace.name_id);
  return true;
}
