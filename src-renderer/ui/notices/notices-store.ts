// What the window says: the toasts that are up and the list behind the bell.
import { create } from 'zustand';
import type { KeptNotice, SaidNotice } from '../../../src-shared/desktop/bridge.ts';

/** One message: a line of fact and a line of consequence. */
export type Message = Pick<SaidNotice, 'state' | 'title' | 'detail'>;

/** What the window said, and the page that it is about. */
export type Notice = Message & { id: string; at: number; hash: string };

/** A thing to do about a message. At most two. */
export type NoticeAction = { label: string; run: () => void };

/**
 * A message over the page. One that `waits` has no room yet. One that `leaves` goes as soon as nobody points at the messages, and one that is
 * `gone` keeps its room until then: whatever is about to be pressed stays where it is.
 */
export type Toast = Message & {
  id: string;
  /** The page that it is about, where its words do not say it. */
  hash?: string | undefined;
  actions: readonly NoticeAction[];
  /** 0 for one that stays until it is dismissed. */
  shownMs: number;
  saidAt: number;
  phase: 'waits' | 'up' | 'leaves' | 'gone';
};

/** The toasts, newest first, and whether a pointer or the focus is on them. */
export const useToasts = create<{ toasts: readonly Toast[]; isHeld: boolean }>(() => ({ toasts: [], isHeld: false }));

/** What the core keeps behind the bell, and what was said and is not there yet. */
export const useNotices = create<{ kept: readonly KeptNotice[]; unkept: readonly Notice[] }>(() => ({
  kept: [],
  unkept: [],
}));
