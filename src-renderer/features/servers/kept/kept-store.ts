// The kept folders of the namespace whose dialog is open.
import { create } from 'zustand';
import type { KeptEntry, KeptSet } from '../../../../src-shared/service/kept.ts';

/** What is looked into: a folder of one set, with what is in it once that is known. */
export type LookedInto = { slot: number; path: string; entries: readonly KeptEntry[] | undefined; more: boolean };

type KeptState = {
  isOpen: boolean;
  /** The key of the namespace whose folders are shown. */
  shown: string | undefined;
  sets: readonly KeptSet[] | undefined;
  into: LookedInto | undefined;
  /** What is being done, by the key of its namespace, so that nothing is asked twice. It goes on while the dialog is closed. */
  busy: Readonly<Record<string, string | undefined>>;
  problem: string | undefined;
};

export const nothingKept: Omit<KeptState, 'isOpen' | 'busy'> = {
  shown: undefined,
  sets: undefined,
  into: undefined,
  problem: undefined,
};

export const useKept = create<KeptState>(() => ({ isOpen: false, busy: {}, ...nothingKept }));
