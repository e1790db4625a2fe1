// A mirror of what came from outside and waits for a decision, and of the device links that wait to be opened.
import { create } from 'zustand';
import type { DesktopRequest } from '../../../src-shared/desktop/bridge.ts';

/** The questions, oldest first. */
export const useDesktop = create<{ requests: DesktopRequest[] }>(() => ({ requests: [] }));
