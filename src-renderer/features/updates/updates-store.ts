// A mirror of how it stands with newer versions of Slipway, and of what is new in this one.
import { create } from 'zustand';
import type { NewsView, UpdateView } from '../../../src-shared/updates/bridge.ts';

type State = {
  /** Undefined until the core has said it. */
  update: UpdateView | undefined;
  news: NewsView | undefined;
  /** Whether a person asked to see what is new. */
  isNewsOpen: boolean;
};

export const useUpdates = create<State>(() => ({ update: undefined, news: undefined, isNewsOpen: false }));
