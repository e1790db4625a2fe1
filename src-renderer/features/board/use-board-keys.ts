// The keys of the board: arrows or J and K go from one lane to the next, as they are in sight, and while a version is brought to one they
// pick it. On a long board the field that finds namespaces keeps the focus meanwhile: what is typed is the name of a namespace.
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { goTo } from '../../routes/route-store.ts';
import { listStep } from '../../ui/list-step.ts';
import { filterBoard, launch, moveNamespace, pickLane, stopPicking } from './board-actions.ts';
import { isLong } from './board-order.ts';
import { unknownServers, useBoard } from './board-store.ts';
import { laneOffer } from './lane-drop-selectors.ts';

type Keys = {
  press: (event: KeyboardEvent<HTMLElement>) => void;
  blur: (event: FocusEvent<HTMLElement>) => void;
};

/** `board` is the section of lanes and the bar over them. */
export function useBoardKeys(board: RefObject<HTMLElement | null>, instance: InstanceView, game: GameFull): Keys {
  const picked = useBoard((state) => state.picking?.namespace_id);
  const isTyped = isLong(game);
  useEffect(() => {
    if (picked === undefined) return;
    const lane = lanesIn(board.current).find((one) => laneOf(one) === picked);
    lane?.scrollIntoView({ block: 'nearest' });
    (isTyped ? searchIn(board.current) : lane)?.focus();
  }, [board, picked, isTyped]);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || (picked !== undefined && finishPicking(event, instance, game))) return;
    if (event.altKey && moveFocused(event, instance, game)) return;
    if (openServers(event, instance, game)) return;
    const next = nextLane(event, board.current, picked);
    if (next === undefined) return;
    event.preventDefault();
    if (picked === undefined) next.focus();
    else pickLane(laneOf(next) ?? picked);
  };
  const blur = (event: FocusEvent<HTMLElement>) => {
    if (picked !== undefined && !event.currentTarget.contains(event.relatedTarget)) stopPicking();
  };
  return { press, blur };
}

/** Enter on the lane itself opens its servers. On a button in it, it presses that. */
function openServers({ key, target }: KeyboardEvent, { id: instance_id }: InstanceView, game: GameFull): boolean {
  const namespace_id = key === 'Enter' ? laneOf(target) : undefined;
  if (namespace_id === undefined || !(target instanceof HTMLElement && target.matches('[data-lane]'))) return false;
  goTo({ page: 'game', tab: 'servers', instance_id, game_id: game.game_id, namespace_id });
  return true;
}

/** Alt with an arrow moves the lane that has the focus. */
function moveFocused(event: KeyboardEvent, { id: instance_id }: InstanceView, game: GameFull): boolean {
  const namespace_id = laneOf(event.target);
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
  if (namespace_id === undefined || step === undefined) return false;
  event.preventDefault();
  void moveNamespace({ instance_id, game_id: game.game_id, namespace_id }, game, step);
  return true;
}

/** Where a key leads from the lane that has the focus or is picked, or from the search. */
function nextLane(event: KeyboardEvent, board: HTMLElement | null, picked: string | undefined) {
  const isSearch = event.target === searchIn(board);
  if (isSearch && pressedInSearch(event)) return undefined;
  const here = picked ?? laneOf(event.target);
  if (here === undefined && !isSearch) return undefined;
  const lanes = lanesIn(board);
  const at = lanes.findIndex((one) => laneOf(one) === here);
  return lanes[listStep(event, at, lanes.length) ?? -1];
}

function lanesIn(board: HTMLElement | null): HTMLElement[] {
  return [...(board?.querySelectorAll<HTMLElement>('[data-lane]') ?? [])];
}

function searchIn(board: HTMLElement | null): HTMLInputElement | null {
  return board?.querySelector<HTMLInputElement>('input[data-find]') ?? null;
}

/** The namespace of the lane that an element is in. */
export function laneOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-lane]')?.dataset['lane'] : undefined;
}

/** What is typed there is no step; answers whether the key did all it does. */
function pressedInSearch(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') filterBoard({ text: '' });
  return event.key !== 'ArrowDown' && event.key !== 'ArrowUp';
}

/** Enter takes the lane that is picked, Escape none. Answers whether it was one of them. */
function finishPicking(event: KeyboardEvent, instance: InstanceView, game: GameFull): boolean {
  const { picking } = useBoard.getState();
  if (picking === undefined || (event.key !== 'Enter' && event.key !== 'Escape')) return false;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') {
    stopPicking();
    filterBoard({ text: '' });
    document.querySelector<HTMLElement>(`[data-version="${CSS.escape(picking.version_id)}"]`)?.focus();
    return true;
  }
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === picking.namespace_id);
  if (namespace === undefined) return true;
  const { isTaken } = laneOffer(picking, { instance, game, namespace, servers: unknownServers }, true);
  const place = { instance_id: instance.id, game_id: game.game_id, namespace_id: picking.namespace_id };
  if (isTaken) {
    filterBoard({ text: '' });
    launch(place, picking.version_id);
  }
  return true;
}
