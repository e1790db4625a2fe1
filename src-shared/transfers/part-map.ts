// The part map as data: how each part of an upload stands, in file order, with neighbours that are alike counted together.
import { z } from 'zod';
import { message } from '../text/message-schema.ts';

/**
 * How a part stands. `stored`: the other side took it; `verified`: it said which bytes it has; `sent_again`: a try of it
 * failed; `reused`: the other side had it before; `held`: it was on its way when the line was lost or it was paused.
 */
export const partKind = z.enum([
  'queued',
  'in_flight',
  'stored',
  'verified',
  'sent_again',
  'reused',
  'held',
  'refused',
]);
export type PartKind = z.infer<typeof partKind>;

/** How all parts stand, and how long each one is: values with how many parts in a row have them. */
export const partCells = z.object({
  kinds: z.array(z.tuple([partKind, z.int()])),
  lengths: z.array(z.tuple([z.int(), z.int()])),
});
export type PartCells = z.infer<typeof partCells>;

/**
 * One try of a part: from when to when (Unix milliseconds), as far as that is known, and whether the part was there after it. `kept_share`:
 * how much of what it sent the other side kept, from 0 to 1, once that is known.
 */
export const partTry = z.object({
  from: z.int(),
  to: z.int(),
  is_there: z.boolean(),
  kept_share: z.number().optional(),
});
export type PartTry = z.infer<typeof partTry>;

/** Those that are on their way have a level from 0 to 1, those that failed why, by the number of the part. */
export const partMap = partCells.extend({
  levels: z.record(z.string(), z.number()),
  why: z.record(z.string(), message),
  /** The parts that were sent last, in file order, with their tries. */
  recent: z.array(z.object({ number: z.int(), tries: z.array(partTry) })).optional(),
});
export type PartMap = z.infer<typeof partMap>;

/** Counts neighbours that are alike. */
export function countRuns<T>(values: Iterable<T>): [T, number][] {
  const runs: [T, number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last !== undefined && last[0] === value) last[1] += 1;
    else runs.push([value, 1]);
  }
  return runs;
}

/** The values that were counted. */
export function spreadRuns<T>(runs: readonly (readonly [T, number])[]): T[] {
  return runs.flatMap(([value, count]) => Array.from({ length: count }, () => value));
}
