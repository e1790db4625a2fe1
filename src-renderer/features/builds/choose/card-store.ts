// The card of a chosen build: which step it is at, what was decided on it, and what is wrong.
import { create } from 'zustand';
import type { ProgramFound } from '../../../../src-shared/builds/doctor/report.ts';
import type { BuildTarget, CardDraft, CardProblems, CardStep, Proposal } from './card-model.ts';

type CardState = {
  /** Undefined while no card is open. */
  card: CardStep | undefined;
  target: BuildTarget;
  draft: CardDraft;
  /** One that is taken stands where a person decided nothing else. */
  proposal: Proposal | undefined;
  /** What the last version of the chosen game starts, where that is known. */
  lastProgram: ProgramFound | undefined;
  /** A person is in the fields of how it is run, where nothing changes under their hands. */
  isEditingRun: boolean;
  problems: CardProblems;
  /** Something to know about a drop that was not taken. */
  notice: string | undefined;
  busy: boolean;
};

/** Nothing decided. */
export const emptyDraft: CardDraft = {
  instance_id: undefined,
  game_id: undefined,
  gameName: undefined,
  namespace_id: undefined,
  version: undefined,
  launch: undefined,
  confirm: '',
  program: undefined,
  arguments: undefined,
  ports: undefined,
  keep: [],
  allowSecrets: [],
  fixLineEnds: true,
};

/** The card. */
export const useCard = create<CardState>(() => ({
  card: undefined,
  target: {},
  draft: emptyDraft,
  proposal: undefined,
  lastProgram: undefined,
  isEditingRun: false,
  problems: {},
  notice: undefined,
  busy: false,
}));
