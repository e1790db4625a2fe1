// The kept folders of the namespace whose dialog is open.
import { create } from 'zustand';
import type { KeptEntry, KeptSet } from '../../../../src-shared/service/kept.ts';

/** What is looked into: a folder of one set, with what is in it once that is known. */
export type LookedInto = { slot: number; path: string; entries: readonly KeptEntry[] | undefined; more: boolean };

type KeptState = {
  isOpen: boolean;
  sets: readonly KeptSet[] | undefined;
  into: LookedInto | undefined;
  /** What is being done, so that nothing is asked twice. */
  busy: string | undefined;
  problem: string | undefined;
};

export const nothingKept: Omit<KeptState, 'isOpen'> = {
  sets: undefined,
  into: undefined,
  busy: undefined,
  problem: undefined,
};

export const useKept = create<KeptState>(() => ({ isOpen: false, ...nothingKept }));
