// What became of a deployment: the mark of a crash is of crashes alone.
import { expect, test } from 'vitest';
import { outcomeWords } from '../../../../src-renderer/features/namespaces/outcome-words.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;
const told = { is_running: false, rolled_back: true, crash_loop: false, crashes: 0, served: false, ran_well: false };
const ran = { from: now - 3 * HOUR, to: now - HOUR };

test('a version that somebody rolled back is not marked as one that crashed', () => {
  expect(outcomeWords({ ...ran, outcome: { ...told, ran_ms: 2 * HOUR } }, now)).toEqual({
    glyph: 'stopped',
    words: 'Rolled back after 2 h',
  });
  const crashed = { ...told, crashes: 4, crash_loop: true, ran_ms: 0 };
  expect(outcomeWords({ ...ran, outcome: crashed }, now).glyph).toBe('crashed');
});

test('what is deployed and cannot be joined is not said to run', () => {
  const outcome = { ...told, rolled_back: false, is_running: true };
  const words = (ran_ms: number, isJoinable: boolean | undefined) =>
    outcomeWords({ from: ran.from, to: undefined, isJoinable, outcome: { ...outcome, ran_ms } }, now).words;
  expect(words(HOUR, true)).toBe('Runs for 3 h');
  expect(words(HOUR, undefined)).toBe('Runs for 3 h');
  expect(words(HOUR, false)).toBe('Nobody can join now');
  expect(words(0, true), 'how long was read before').toBe('Runs for 3 h');
});

test('a version that nobody could join is said to be that, whatever its servers did', () => {
  const silent = { ...told, ran_ms: 0 };
  const words = (to: number | undefined, rolled_back: boolean) =>
    outcomeWords({ from: ran.from, to, outcome: { ...silent, rolled_back } }, now).words;
  expect(words(ran.from + 60_000, true)).toBe('Nobody could join, rolled back after 1 min');
  expect(words(ran.to, false)).toBe('Nobody could join');
  expect(words(undefined, false)).toBe('Nobody could join yet');
});

test('a version whose servers did not start is said to be that, unless it crashed or ran well since', () => {
  const outcome = { ...told, failed_starts: 3, ran_ms: 0 };
  const said = (more: object) => outcomeWords({ ...ran, outcome: { ...outcome, ...more } }, now);
  expect(said({})).toEqual({ glyph: 'crashed', words: 'Did not start 3×, rolled back after 2 h' });
  expect(said({ rolled_back: false })).toEqual({ glyph: 'crashed', words: 'Did not start 3×' });
  expect(said({ crashes: 2 }).words).toBe('Crashed 2×, rolled back after 2 h');
  expect(said({ ran_well: true, ran_ms: HOUR, rolled_back: false }).words).toBe('Ran well for 1 h');
});
