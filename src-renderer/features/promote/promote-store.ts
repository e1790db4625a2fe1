// What the window knows of the sheet that promotes a version: what was chosen, and what was found out about it.
import { create } from 'zustand';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { SwitchOutcome } from '../../../src-shared/namespaces/bridge.ts';
import type { BuildKind } from '../../../src-shared/service/builds.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import type { Comparison } from '../../../src-shared/versions/bridge.ts';
import type { PromotePlan } from '../../../src-shared/versions/promote.ts';
import type { PromoteRequest } from '../../routes/promote-request.ts';
import type { Loadable } from '../namespaces/switch-store.ts';

/** What was chosen. */
export type PromoteDraft = PromoteRequest & {
  namespace?: string | undefined;
  /** A person wants another game than the one of the same name. */
  isOtherGame?: boolean | undefined;
  /** No version was named where the sheet was asked for. */
  asksVersion?: boolean | undefined;
  /** What it is called there. */
  name?: string | undefined;
  kind?: BuildKind | undefined;
  typed: string;
};

/** Where a promotion is that was asked for. */
export type PromoteAttempt =
  | { state: 'busy' }
  | { state: 'answered'; outcome: SwitchOutcome }
  | { state: 'failed'; error: AppError };

/** The hashes of the versions of a game, and why they are not known. */
export type Hashes = { hashes: Readonly<Record<string, string>>; why_not?: Sentence | undefined };

type State = {
  isOpen: boolean;
  /** Counts how often it was opened, so that what was asked for on one sheet is not told on the next. */
  opened: number;
  draft: PromoteDraft;
  plan: Loadable<PromotePlan>;
  /** What is wrong with the name of the game that would be made. */
  nameCheck: Loadable<readonly string[]>;
  comparison: Loadable<Comparison>;
  /** By game. */
  hashes: Readonly<Record<string, Loadable<Hashes> | undefined>>;
  attempt: PromoteAttempt | undefined;
};

/** The sheet that promotes a version. */
export const usePromote = create<State>(() => ({
  isOpen: false,
  opened: 0,
  draft: { typed: '' },
  plan: { state: 'reading' },
  nameCheck: { state: 'reading' },
  comparison: { state: 'reading' },
  hashes: {},
  attempt: undefined,
}));
