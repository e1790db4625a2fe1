// Follows what the lanes show, and brings versions to them.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { TimelineView, TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { client } from '../../bridge/client.ts';
import { phrase } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { namespaceKey } from '../games/place-keys.ts';
import { formatNoWayBack, openSwitch, rollBack, targetOf } from '../namespaces/namespaces-actions.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import type { WayBack } from '../namespaces/roll-back-selectors.ts';
import { changeSettings } from '../settings/settings-actions.ts';
import { movedBy } from './board-order.ts';
import { type BoardFilter, useBoard } from './board-store.ts';

/** Mirrors the timeline of a namespace until the answer is called. The last one stays until the next one is there. */
export function followTimeline(place: NamespacePlace, window: TimelineWindow): () => void {
  const key = namespaceKey(place);
  const next = (timeline: TimelineView) =>
    useBoard.setState(({ timelines, live }) => ({
      timelines: { ...timelines, [key]: timeline },
      live: { ...live, [key]: true },
    }));
  const stop = client.subscribe('namespaces.timeline', { ...targetOf(place), window }, { next });
  return () => {
    stop();
    useBoard.setState(({ live }) => ({ live: { ...live, [key]: false } }));
  };
}

/** A second press within this time is a double press: it would go one version further, as the next way back is in the same place by then. */
const DOUBLE_PRESS_MS = 2_000;

/** Rolls a namespace back, if there is a version that it can go back to: null for none, undefined where that is not known. */
export function rollBackLane(place: NamespacePlace, name: string, back: WayBack | null | undefined): void {
  if (back === null) {
    const title = phrase('No earlier version ran well on {name}', { name });
    say({ state: 'notice', title, detail: formatNoWayBack() });
    return;
  }
  const { rolledBack } = useBoard.getState();
  const [key, at] = [namespaceKey(place), Date.now()];
  if (rolledBack?.key === key && at - rolledBack.at < DOUBLE_PRESS_MS) return;
  useBoard.setState({ rolledBack: { key, at } });
  void rollBack(place, back?.version_id);
}

/** Pins a namespace to the top of its board, or no more. */
export async function pinNamespace(place: NamespacePlace, isPinned: boolean): Promise<void> {
  try {
    await client.call('instances.pinNamespace', { ...targetOf(place), is_pinned: isPinned });
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The pin was not changed'), detail: asAppError(thrown).toMessage() });
  }
}

/** Moves a namespace in the order that its game has for everybody, which the board shows from then on. */
export async function moveNamespace(place: NamespacePlace, game: GameFull, step: 1 | -1): Promise<void> {
  const { instance_id, game_id, namespace_id } = place;
  const shown = [...document.querySelectorAll<HTMLElement>('[data-lane]')].flatMap((one) => one.dataset['lane'] ?? []);
  const all = game.namespaces.map((one) => one.namespace_id);
  const namespace_ids = movedBy(shown, all, namespace_id, step);
  if (namespace_ids === undefined) return;
  try {
    await client.call('namespaces.setOrder', { instance_id, game_id, namespace_ids });
    useBoard.setState({ moved: namespace_id });
    await changeSettings({ board_sort: 'set' });
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The order was not changed'), detail: asAppError(thrown).toMessage() });
  }
}

/** Shows some of the namespaces. */
export function filterBoard(change: Partial<BoardFilter>): void {
  useBoard.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
}

/** Begins to pick a lane for a version. */
export function startPicking(version: { version_id: string; name: string }, namespace_id: string): void {
  useBoard.setState({ picking: { ...version, namespace_id } });
}

/** Picks another lane. */
export function pickLane(namespace_id: string): void {
  useBoard.setState(({ picking }) => ({ picking: picking && { ...picking, namespace_id } }));
}

/** No lane is picked any more. */
export function stopPicking(): void {
  useBoard.setState({ picking: undefined });
}

/** Asks for the switch of a namespace to the version that was brought to it. */
export function launch(place: NamespacePlace, version_id: string): void {
  stopPicking();
  openSwitch(place, version_id);
}

/** Something is held over a lane, or over none. */
export function holdOver(over: ReturnType<typeof useBoard.getState>['over']): void {
  const before = useBoard.getState().over;
  if (before?.namespace_id !== over?.namespace_id || before?.what !== over?.what) useBoard.setState({ over });
}

/** A version is dragged, or no longer. */
export function setDragged(dragged: { version_id: string; name: string } | undefined): void {
  useBoard.setState(dragged === undefined ? { dragged, over: undefined } : { dragged });
}

/** Forgets what was mirrored of another game. */
export function clearBoard(): void {
  useBoard.setState(useBoard.getInitialState(), true);
}
