// What the window knows of the layers about namespaces: which one is open, for what, and what became of a switch.
import { create } from 'zustand';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { SwitchOutcome } from '../../../src-shared/namespaces/bridge.ts';
import type { HostingPolicy, MatchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import { namespaceKey } from '../games/place-keys.ts';

/** A game of an instance. */
export type GamePlace = { instance_id: string; game_id: string };
/** A namespace of an instance. */
export type NamespacePlace = GamePlace & { namespace_id: string };

/** How a namespace was set before, at a moment that is gone back to, and how it is set now, after that. What is the same is left out. */
export type Restore = {
  at: number;
  limits?: { before: MatchmakerConfig; after: MatchmakerConfig };
  hosting?: { before: HostingPolicy; after: HostingPolicy };
};

/**
 * A layer: the switch sheet, which may be about going back and then knows what speaks against it and which settings come back with it, the
 * settings of a namespace, or the dialog for a new one.
 */
export type NamespaceLayer =
  | {
      kind: 'switch';
      place: NamespacePlace;
      version_id?: string | undefined;
      isRollBack?: boolean;
      note?: Sentence | undefined;
      restore?: Restore | undefined;
    }
  | { kind: 'settings'; place: NamespacePlace }
  | { kind: 'create'; place: GamePlace };

/** Where a switch is that was asked for. What it was answered stays on the sheet until the next try. */
export type SwitchAttempt =
  | { state: 'busy' }
  | { state: 'answered'; outcome: SwitchOutcome }
  | { state: 'failed'; error: AppError };

type State = {
  /** The layer that is open, or was last: it is still drawn while it closes. */
  layer: NamespaceLayer | undefined;
  isOpen: boolean;
  /** Counts the layers that were opened, so that each starts empty. */
  opened: number;
  attempt: SwitchAttempt | undefined;
  /** What is under way for a namespace, by its instance and id: what to go back to is asked for, or it switches. */
  busy: Readonly<Record<string, 'asking' | 'switching' | undefined>>;
};

/** The layers about namespaces. */
export const useNamespaces = create<State>(() => ({
  layer: undefined,
  isOpen: false,
  opened: 0,
  attempt: undefined,
  busy: {},
}));

/** Marks a namespace until what was pressed is answered, so that its buttons show that it is under way. */
export async function whileBusy<Answer>(
  place: NamespacePlace,
  busy: 'asking' | 'switching',
  run: () => Promise<Answer>,
): Promise<Answer> {
  const key = namespaceKey(place);
  const set = (now: typeof busy | undefined) =>
    useNamespaces.setState((state) => ({ busy: { ...state.busy, [key]: now } }));
  const before = useNamespaces.getState().busy[key];
  set(busy);
  try {
    return await run();
  } finally {
    set(before);
  }
}

/** Whether something pressed for a namespace is not answered yet. */
export function useIsBusy(place: Pick<NamespacePlace, 'instance_id' | 'namespace_id'>): boolean {
  return useNamespaces(({ busy }) => busy[namespaceKey(place)] !== undefined);
}
