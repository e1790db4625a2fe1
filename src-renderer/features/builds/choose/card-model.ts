// What the card of a chosen build holds: what was found, where it goes, and what a person changed of it. Types alone.
import type { ExaminedSource, TransferSource } from '../../../../src-shared/transfers/bridge.ts';
import type { PortDraft } from '../../servers/create-server-form.ts';
import type { CopyProgress } from './copy-files.ts';

/** Where a build was dropped, or who asked for one. */
export type BuildTarget = {
  instance_id?: string | undefined;
  game_id?: string | undefined;
  namespace_id?: string | undefined;
  /** Launches it once it is there, unless this is false. */
  launch?: boolean | undefined;
};

/** From the question which one, over reading it, to the report. */
export type CardStep =
  | { step: 'choose' }
  | { step: 'reading'; name: string; progress: CopyProgress | undefined }
  | { step: 'failed'; name: string; title: string; sentence: string }
  | { step: 'ready'; source: TransferSource; examined: ExaminedSource };

export type ReadyCard = Extract<CardStep, { step: 'ready' }>;

/** A game that is made with its first build. */
export const NEW_GAME = 'new';
/** No game, while a person has to choose between several. */
export const NO_GAME = '';

/** What a person decided. What is undefined follows from what is known. */
export type CardDraft = {
  instance_id: string | undefined;
  game_id: string | undefined;
  gameName: string | undefined;
  namespace_id: string | undefined;
  version: string | undefined;
  launch: boolean | undefined;
  confirm: string;
  program: string | undefined;
  arguments: string | undefined;
  ports: readonly PortDraft[] | undefined;
  keep: readonly string[];
  allowSecrets: readonly string[];
  fixLineEnds: boolean;
};

/**
 * How the last version of the game was run, where the build itself says nothing and was found to be run otherwise. One that is not taken
 * is offered.
 */
export type Proposal = { version: string; isTaken: boolean } & Pick<CardDraft, 'program' | 'arguments' | 'ports'>;

/** A field of the card, for what is wrong with it. */
export type CardField = 'game' | 'version' | 'confirm' | 'program' | 'arguments' | 'ports' | 'secrets';

/** What is wrong, by field; `whole` with none of them. */
export type CardProblems = Partial<Record<CardField | 'whole', string>>;
