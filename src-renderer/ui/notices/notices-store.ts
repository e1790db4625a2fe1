// What the window says: the toasts that are up and the list behind the bell.
import { create } from 'zustand';
import type { Glyph } from '../../design/state-glyph.tsx';

/** One message: a line of fact and a line of consequence. */
export type Notice = { id: string; at: number; state: Glyph; title: string; detail?: string };

/** A thing to do about a message. At most two. */
export type NoticeAction = { label: string; run: () => void };

/**
 * A message over the page. One that `waits` has no room yet. One that `leaves` goes as soon as nobody points at the messages, and one that is
 * `gone` keeps its room until then: whatever is about to be pressed stays where it is.
 */
export type Toast = Notice & {
  actions: readonly NoticeAction[];
  /** 0 for one that stays until it is dismissed. */
  shownMs: number;
  phase: 'waits' | 'up' | 'leaves' | 'gone';
};

/** The toasts, newest first, and whether a pointer or the focus is on them. */
export const useToasts = create<{ toasts: readonly Toast[]; isHeld: boolean }>(() => ({ toasts: [], isHeld: false }));

/** Everything said in this run, newest first. */
export const useNotices = create<{ past: Notice[] }>(() => ({ past: [] }));
