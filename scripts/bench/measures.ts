// The list of measures. One measure is one row; what it needs lives in a file of its own beside this one.
import { watchMeasure } from './watch.ts';

export interface Measure {
  readonly name: string;
  /** In words, with its unit: "under 300 ms". */
  readonly goal: string;
  /** Answers the result with its unit: "212 ms". */
  readonly run: () => Promise<string>;
}

export const measures: readonly Measure[] = [watchMeasure];
