// Listens for the shortcuts and does what they say.

import type { ShortcutId } from '../../src-shared/desktop/shortcuts.ts';
import { useLink } from '../bridge/link-store.ts';
import type { BuildTarget } from '../features/builds/choose/card-model.ts';
import { openBuildChooser } from '../features/builds/choose/choose-actions.ts';
import { setCreating } from '../features/games/games-actions.ts';
import { isMac } from '../features/host/host-selectors.ts';
import { useHost } from '../features/host/host-store.ts';
import { openInstance } from '../features/instances/instances-actions.ts';
import { openInstanceOf, whyCannotCreateGame } from '../features/instances/instances-selectors.ts';
import { useInstances } from '../features/instances/instances-store.ts';
import { FIRST_CONTROL, focusPage } from '../routes/focus-page.ts';
import { goBack, goForward, goTo, useRoute } from '../routes/route-store.ts';
import type { GameTab, Route } from '../routes/routes.ts';
import { isTyping } from '../ui/free-key.ts';
import { isDialogOpen, isLayerOpen } from '../ui/open-layer.ts';
import { closeLayer, openLayer, useLayers } from './layers-store.ts';
import { matchShortcut } from './shortcuts.ts';

/** The second key of a pair comes within this time. */
const PAIR_MS = 1_500;

/** Listens until the answer is called. */
export function startKeyboard(): () => void {
  let last = { key: '', at: 0 };
  const press = (event: KeyboardEvent) => {
    const before = event.timeStamp - last.at < PAIR_MS ? last.key : undefined;
    last = { key: event.key, at: event.timeStamp };
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    // While Slipway is gone nothing would be answered.
    if (useLink.getState().link.state === 'lost') return;
    const taken = isTyping(event.target) || isLayerOpen();
    const { key, ctrlKey, metaKey, altKey } = event;
    const found = matchShortcut({ key, ctrlKey, metaKey, altKey, taken, before }, isMac(useHost.getState().host));
    if (found === undefined) return;
    event.preventDefault();
    runShortcut(found.id, found.index);
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

const shortcutActions: Record<Exclude<ShortcutId, 'instance'>, () => void> = {
  palette: () => (useLayers.getState().layer === 'palette' ? closeLayer() : openLayer('palette')),
  overview: () => {
    closeLayer();
    // What is focused belongs to the page that goes: home takes the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    goTo({ page: 'home' });
  },
  settings: () => openPage({ page: 'settings' }),
  transfers: () => openPage({ page: 'transfers' }),
  'create-game': () => {
    if (whyCannotCreateGame(openInstanceOf(useInstances.getState())) === undefined) setCreating(true);
  },
  upload: () => openBuildChooser(targetOfRoute()),
  'go-deploy': () => openGameTab(undefined),
  'go-builds': () => openGameTab('builds'),
  'go-servers': () => openGameTab('servers'),
  'go-activity': () => openGameTab('activity'),
  'go-history': () => openGameTab('history'),
  back: goBack,
  forward: goForward,
  shortcuts: () => openLayer('shortcuts'),
};

function openPage(route: Route): void {
  closeLayer();
  goTo(route);
  focusPage(route, FIRST_CONTROL);
}

/** The game that is open, and nothing where none is. */
function targetOfRoute(): BuildTarget {
  const { route } = useRoute.getState();
  return route.page === 'game' ? { instance_id: route.instance_id, game_id: route.game_id } : {};
}

/** Of the game that is open, or was last. */
function openGameTab(tab: GameTab | undefined): void {
  const { route, lastGame } = useRoute.getState();
  const game = route.page === 'game' ? route : lastGame;
  if (game === undefined) return;
  const { instance_id, game_id } = game;
  const page: Route = { page: 'game', instance_id, game_id, ...(tab === undefined ? {} : { tab }) };
  goTo(page);
  focusPage(page);
}

/** Does what a shortcut says, also for a menu of the desktop app. Under a dialog it does nothing: what is asked there comes first. */
export function runShortcut(id: ShortcutId, index: number | undefined): void {
  // The palette and the list of shortcuts are no questions, and give way.
  if (isDialogOpen() && useLayers.getState().layer === undefined) return;
  if (id !== 'instance') {
    shortcutActions[id]();
    return;
  }
  const instance = useInstances.getState().instances?.[index ?? 0];
  if (instance === undefined) return;
  openInstance(instance.id);
  openPage({ page: 'instance', instance_id: instance.id });
}
