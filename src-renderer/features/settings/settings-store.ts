// A mirror of the settings. The window changes them by asking the core and waits for what comes back.
import { create } from 'zustand';
import type { Settings } from '../../../src-shared/settings/bridge.ts';

/** The settings; undefined until the core has said them. */
export const useSettings = create<{ settings: Settings | undefined }>(() => ({ settings: undefined }));
