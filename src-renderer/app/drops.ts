// What is dropped on the window: files become the card of a build, for the lane under them if there is one; anything else is
// turned away, so that a drop never replaces the page.
import { useLink } from '../bridge/link-store.ts';
import type { BuildTarget } from '../features/builds/choose/card-model.ts';
import { takeDrop } from '../features/builds/choose/choose-actions.ts';
import { readDrop } from '../features/builds/choose/read-drop.ts';
import { useRoute } from '../routes/route-store.ts';
import { phrase } from '../text/t.ts';
import { say } from '../ui/notices/notices-actions.ts';
import { WITHIN } from '../ui/row-drag.ts';

/** Lanes carry their namespace's id in this attribute. */
const LANE = 'data-drop-namespace';

/** Takes drops until the answer is called. */
export function startDrops(): () => void {
  // Only what is taken over can be dropped, and only what is dropped can be answered.
  const over = (event: DragEvent) => {
    // What the page itself takes, a row that is moved in a list say, is its own business.
    if (isText(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = carriesFiles(event) ? 'copy' : 'none';
  };
  const drop = (event: DragEvent) => {
    if (isText(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (carriesFiles(event) && event.dataTransfer !== null) take(event, event.dataTransfer);
  };
  window.addEventListener('dragover', over);
  window.addEventListener('drop', drop);
  return () => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('drop', drop);
  };
}

function take(event: DragEvent, data: DataTransfer): void {
  if (useLink.getState().link.state !== 'open') {
    const detail = phrase('Nothing was read from what you dropped. Drop it again when Slipway is running.');
    say({ state: 'failed', title: phrase('Slipway does not answer'), detail });
    return;
  }
  void takeDrop(readDrop(data), targetOf(event));
}

/** On a lane it is launched there; elsewhere on a game's page it is only uploaded. Shift uploads only. */
function targetOf(event: DragEvent): BuildTarget {
  const { route } = useRoute.getState();
  if (route.page !== 'game') return event.shiftKey ? { launch: false } : {};
  const namespace_id = laneOf(event)?.getAttribute(LANE) ?? undefined;
  const { instance_id, game_id } = route;
  return { instance_id, game_id, namespace_id, launch: namespace_id !== undefined && !event.shiftKey };
}

function laneOf(event: DragEvent): Element | null {
  return event.target instanceof Element ? event.target.closest(`[${LANE}]`) : null;
}

/** A version on its way to a lane is the lane's business, and text dropped on a text field is the field's. */
function isText(event: DragEvent): boolean {
  if (event.dataTransfer?.types.includes(WITHIN) === true) return true;
  const inField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
  return inField && !carriesFiles(event);
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
