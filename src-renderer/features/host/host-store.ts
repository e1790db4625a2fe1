// A mirror of what the shell around the core can do.
import { create } from 'zustand';
import type { HostView } from '../../../src-shared/host/bridge.ts';

/** The shell; undefined until the core has said it. */
export const useHost = create<{ host: HostView | undefined }>(() => ({ host: undefined }));
