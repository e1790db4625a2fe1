// What the window has said in this run: the toasts that are up (drawn by Base UI) and the list behind the bell.
import { Toast } from '@base-ui/react/toast';
import { create } from 'zustand';
import type { Glyph } from '../../design/state-glyph.tsx';

/** One message: a line of fact and a line of consequence. */
export type Notice = { id: string; at: number; state: Glyph; title: string; detail?: string };

/** A thing to do about a message. At most two. */
export type NoticeAction = { label: string; run: () => void };

/** The toasts that are up. */
export const toastManager = Toast.createToastManager<{ state: Glyph; actions: NoticeAction[] }>();

/** Everything said in this run, newest first. */
export const useNotices = create<{ past: Notice[] }>(() => ({ past: [] }));
