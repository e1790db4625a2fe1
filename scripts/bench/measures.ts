// The list of measures. One measure is one row; what it needs lives in a file of its own beside this one.
import { jsonReads } from './json-reads.ts';
import { largeFolder } from './large-folder.ts';
import type { Measure } from './measure.ts';
import { watchMeasure } from './watch.ts';

export const measures: readonly Measure[] = [jsonReads, largeFolder, watchMeasure];
