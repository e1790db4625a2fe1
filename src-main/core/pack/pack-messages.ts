// What the core and its pack thread say to each other.

import type { PackOrder } from './pack-folder.ts';
import type { Difference, Packed, PackOptions } from './pack-model.ts';
import type { Survey } from './survey.ts';

export type SurveyOrder = { source: string; options: PackOptions; against: string | undefined };

export type PackCalls = {
  survey: { input: SurveyOrder; output: Survey };
  pack: { input: PackOrder & { id: number }; output: Packed };
  /** Answers when no pack is being made. */
  settle: { input: undefined; output: undefined };
  isWhole: { input: Packed; output: boolean };
  changedSince: { input: Packed; output: Difference };
};

/** So far of a pack; at most a few a second. */
export type PackProgress = { id: number; bytes: number; total: number };
