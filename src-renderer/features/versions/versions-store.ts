// A mirror of what the shelf shows beside the versions of the game itself: their sizes, and what a person does to it.
import { create } from 'zustand';
import type { Build } from '../../../src-shared/service/builds.ts';

type State = {
  /** By namespace; a namespace that is missing here was not read, or does not tell its builds. */
  builds: Record<string, readonly Build[] | undefined>;
  /** The version that keys act on. */
  selected: string | undefined;
  /** What is looked for, while the field for it is open. */
  filter: string | undefined;
  /** Whether the shelf is pulled out where it is a drawer. */
  isOut: boolean;
};

/** The shelf. */
export const useVersions = create<State>(() => ({
  builds: {},
  selected: undefined,
  filter: undefined,
  isOut: false,
}));
