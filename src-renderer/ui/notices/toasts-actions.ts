// Which messages are over the page, and for how long. While a pointer or the focus is on them nothing moves: what would go keeps its room,
// and what has no room waits, no longer than it would have stood: what is said late may no longer be so, and the bell has it.
import { type Message, type Toast, useToasts } from './notices-store.ts';

const MOST = 3;
/** Of those that stay until they are dismissed: what a person just did is always answered. */
const MOST_STAYING = 2;
/** As long as it takes to fade. */
const FADE_MS = 160;
/** A pointer that crosses the gap between two of them has not left. */
const LEAVE_MS = 300;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
let leaving: ReturnType<typeof setTimeout> | undefined;
/** Nobody reads them while the window is not the one in use. */
let isAway = false;

/** Puts one on top of the others. One that is up already is updated in its place, and its time begins again. */
export function showToast(said: Omit<Toast, 'phase' | 'saidAt'>): void {
  const toast = { ...said, saidAt: Date.now() };
  const { toasts } = useToasts.getState();
  for (const phase of ['up', 'waits']) stopTimer(`${toast.id} ${phase}`);
  if (toasts.some(({ id, phase }) => id === toast.id && phase === 'up')) {
    set(toasts.map((one) => (one.id === toast.id ? { ...toast, phase: one.phase } : one)));
  } else set([{ ...toast, phase: 'waits' }, ...toasts.filter(({ id }) => id !== toast.id)]);
}

/** Says more in one that is up, or offers something else. */
export function changeToast(id: string, next: Message | Pick<Toast, 'actions'>): void {
  set(useToasts.getState().toasts.map((toast) => (toast.id === id ? { ...toast, ...next } : toast)));
}

/** Takes one away that has been replaced or has stood long enough. */
export function retireToast(id: string): void {
  change(id, useToasts.getState().isHeld ? 'leaves' : 'gone');
}

/** Takes one away at once, as the person wants it gone. */
export function dismissToast(id: string): void {
  change(id, 'gone');
}

/** Takes all away. */
export function clearToasts(): void {
  clearTimeout(leaving);
  useToasts.setState({ isHeld: false });
  set([]);
}

/** A pointer or the focus is on them, or is no more. */
export function holdToasts(isOn: boolean): void {
  clearTimeout(leaving);
  if (isOn) hold(true);
  else leaving = setTimeout(() => hold(false), LEAVE_MS);
}

/** Follows what a toast is about until that is over, which `retire` says and takes the toast away, or until the toast is gone. */
export function followForToast(id: string, follow: (retire: () => void) => () => void): void {
  let stop: (() => void) | undefined;
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    stopWatching();
    stop?.();
  };
  const stopWatching = useToasts.subscribe(({ toasts }) => {
    if (!toasts.some((toast) => toast.id === id && toast.phase !== 'gone')) end();
  });
  stop = follow(() => {
    retireToast(id);
    end();
  });
  // It may answer before it has given out how it is stopped.
  if (hasEnded) stop();
}

/** Stops the time of all while the window is not in use. The answer ends that, and all of them. */
export function followAway(): () => void {
  const follow = ({ type, target }: Event) => {
    if (target !== window) return;
    isAway = type === 'blur';
    set(useToasts.getState().toasts);
  };
  window.addEventListener('blur', follow);
  window.addEventListener('focus', follow);
  return () => {
    window.removeEventListener('blur', follow);
    window.removeEventListener('focus', follow);
    clearToasts();
  };
}

function hold(isHeld: boolean): void {
  useToasts.setState({ isHeld });
  set(useToasts.getState().toasts);
}

/** One that was never to be seen goes without a trace. */
function change(id: string, phase: 'leaves' | 'gone'): void {
  const { toasts } = useToasts.getState();
  set(
    toasts.flatMap((toast) => {
      if (toast.id !== id) return [toast];
      return toast.phase === 'waits' ? [] : [{ ...toast, phase }];
    }),
  );
}

function set(next: readonly Toast[]): void {
  const wanted = next.filter((toast) => !isOver(toast));
  // With none to be seen there is nothing to hold.
  const isHeld = useToasts.getState().isHeld && wanted.some(({ phase }) => phase === 'up' || phase === 'leaves');
  const toasts = isHeld ? fill(wanted) : fill(wanted.map(released));
  useToasts.setState({ toasts, isHeld });
  setTimers(toasts, isHeld);
}

/** What wanted to go goes, and the newest come first again. */
function released(toast: Toast): Toast {
  if (toast.phase === 'leaves') return { ...toast, phase: 'gone' };
  return toast.phase === 'up' ? { ...toast, phase: 'waits' } : toast;
}

/** Gives what waits the room that there is, the newest first. What only leaves once nobody points there takes none: others go on top. */
function fill(toasts: readonly Toast[]): Toast[] {
  const shown = toasts.filter(({ phase }) => phase === 'up');
  let room = MOST - shown.length;
  let roomToStay = MOST_STAYING - shown.filter(stays).length;
  return toasts.map((toast) => {
    if (toast.phase !== 'waits' || room <= 0 || (stays(toast) && roomToStay <= 0)) return toast;
    room -= 1;
    if (stays(toast)) roomToStay -= 1;
    return { ...toast, phase: 'up' };
  });
}

function stays({ shownMs }: Toast): boolean {
  return shownMs === 0;
}

/** It has waited as long as it would have stood. */
function isOver({ phase, shownMs, saidAt }: Toast): boolean {
  return phase === 'waits' && shownMs > 0 && Date.now() - saidAt >= shownMs;
}

function setTimers(toasts: readonly Toast[], isHeld: boolean): void {
  const running = new Set<string>();
  for (const toast of toasts) {
    const ms = isHeld ? undefined : timeOf(toast);
    if (ms === undefined) continue;
    const key = `${toast.id} ${toast.phase}`;
    running.add(key);
    if (!timers.has(key)) timers.set(key, setTimeout(toast.phase === 'gone' ? drop : retireToast, ms, toast.id));
  }
  for (const key of timers.keys()) if (!running.has(key)) stopTimer(key);
}

function stopTimer(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}

/** How long it stays as it is; undefined for as long as nothing else happens. */
function timeOf({ phase, shownMs }: Toast): number | undefined {
  if (phase === 'gone') return FADE_MS;
  return phase !== 'leaves' && !isAway && shownMs > 0 ? shownMs : undefined;
}

function drop(id: string): void {
  set(useToasts.getState().toasts.filter((toast) => toast.id !== id));
}
