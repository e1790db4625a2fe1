// The keys of the board: L brings the selected version to a lane; P promotes it, or what the lane with the focus runs; R rolls back
// that lane, and H opens its history.

import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { ownVersions } from '../../../src-shared/versions/first-version.ts';
import { requestPromotion } from '../../routes/promote-request.ts';
import { goTo, useRoute } from '../../routes/route-store.ts';
import { isFreeKey } from '../../ui/free-key.ts';
import { rollBackLane, startPicking } from '../board/board-actions.ts';
import { whyCannotSwitchOn } from '../board/board-selectors.ts';
import { knownWayBack } from '../board/use-way-back.ts';
import { useGames } from '../games/games-store.ts';
import { gameKey } from '../games/place-keys.ts';
import { inNamespace } from '../instances/in-namespace.ts';
import { useInstances } from '../instances/instances-store.ts';
import type { GamePlace } from '../namespaces/namespaces-store.ts';
import { useVersions } from './versions-store.ts';

/** Listens until the answer is called. */
export function startBoardKeys(place: GamePlace): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.repeat || !isFreeKey(event)) return;
    const key = event.key.toLowerCase();
    if (keys[key]?.(place) === true) event.preventDefault();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

/** Each says whether there was anything to do. */
const keys: Readonly<Record<string, (place: GamePlace) => boolean>> = {
  l: launchSelected,
  r: rollBackFocused,
  p: promote,
  h: openHistoryOfFocused,
};

/** Where the focus is on a lane, that is what a person looks at. */
function promote(place: GamePlace): boolean {
  const version = versionAt(openGame(place), document.activeElement);
  if (version === undefined) return false;
  requestPromotion({ fromInstance: place.instance_id, fromGame: place.game_id, version });
  return true;
}

/** The version that P would promote with the focus there, for what else begins with it. */
export function versionInSight(place: GamePlace, focus: Element | null): string | undefined {
  const { route } = useRoute.getState();
  const isOnBoard = route.page === 'game' && route.tab === undefined && gameKey(route) === gameKey(place);
  return isOnBoard ? versionAt(openGame(place), focus) : undefined;
}

/** Undefined for the one that came with the game, which has nothing to promote. */
function versionAt(game: GameFull | undefined, focus: Element | null): string | undefined {
  const wanted = namespaceAt(game, focus)?.version_id ?? useVersions.getState().selected;
  return game && ownVersions(game).find(({ version_id: id }) => id === wanted)?.version_id;
}

/** Begins at the first lane in sight that runs another version. */
export function launchSelected(place: GamePlace): boolean {
  const game = openGame(place);
  const { selected } = useVersions.getState();
  const version = game?.versions.find(({ version_id: id }) => id === selected);
  const lanes = [...document.querySelectorAll<HTMLElement>('[data-lane]')].flatMap(
    ({ dataset }) => game?.namespaces.find(({ namespace_id: id }) => id === dataset['lane']) ?? [],
  );
  const lane = lanes.find(({ version_id: id }) => id !== selected) ?? lanes[0] ?? game?.namespaces[0];
  if (version === undefined || lane === undefined) return false;
  startPicking({ version_id: version.version_id, name: version.display_name }, lane.namespace_id);
  return true;
}

function rollBackFocused(on: GamePlace): boolean {
  const instance = useInstances.getState().instances?.find(({ id }) => id === on.instance_id);
  const game = openGame(on);
  const namespace = focusedNamespace(game);
  if (instance === undefined || game === undefined || namespace === undefined) return false;
  if (whyCannotSwitchOn(inNamespace(instance, namespace.namespace_id)) !== undefined) return false;
  const place = { ...on, namespace_id: namespace.namespace_id };
  rollBackLane(place, namespace.name_id, knownWayBack(place, game, namespace));
  return true;
}

function openHistoryOfFocused(place: GamePlace): boolean {
  const namespace = focusedNamespace(openGame(place));
  if (namespace === undefined) return false;
  goTo({ page: 'game', ...place, tab: 'history', namespace_id: namespace.namespace_id });
  return true;
}

function openGame(place: GamePlace): GameFull | undefined {
  return useGames.getState().open[gameKey(place)]?.view?.game ?? undefined;
}

function focusedNamespace(game: GameFull | undefined): NamespaceSummary | undefined {
  return namespaceAt(game, document.activeElement);
}

function namespaceAt(game: GameFull | undefined, focus: Element | null): NamespaceSummary | undefined {
  const namespace_id = focus?.closest<HTMLElement>('[data-lane]')?.dataset['lane'];
  return game?.namespaces.find(({ namespace_id: id }) => id === namespace_id);
}
