// Whether the window reaches the core, and why not. Everything else in the window is a mirror of what comes over this link.
import { create } from 'zustand';

/** `waiting`: not reached yet. `lost`: reached before, and being tried again. `refused`: this window may not speak. */
export type Link =
  | { state: 'waiting' }
  | { state: 'open' }
  | { state: 'lost'; since: number }
  | { state: 'refused'; reason: string };

/** The state of the link. */
export const useLink = create<{ link: Link }>(() => ({ link: { state: 'waiting' } }));

/** Says that frames flow. */
export function linkOpened(): void {
  useLink.setState({ link: { state: 'open' } });
}

/** Says that the other side went away. The first time counts; later failed tries do not move it. */
export function linkLost(now: number): void {
  if (useLink.getState().link.state !== 'lost') useLink.setState({ link: { state: 'lost', since: now } });
}

/** Says that the shell does not take this window. */
export function linkRefused(reason: string): void {
  useLink.setState({ link: { state: 'refused', reason } });
}
