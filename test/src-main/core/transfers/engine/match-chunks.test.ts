// What of a file an earlier build has as well: found wherever it is, joined where both go on alike.
import { expect, it } from 'vitest';
import { matchChunks } from '../../../../../src-main/core/transfers/engine/match-chunks.ts';
import { MOST_RANGES } from '../../../../../src-shared/service/builds.ts';

const chunk = (name: string, length = 10) => ({ name, length });
const chunks = (names: string) => names.split('').map((name) => chunk(name));

it('joins what follows each other on both sides, and leaves out what is new', () => {
  expect(matchChunks(chunks('abXcd'), chunks('abcd'))).toEqual([
    { byte_offset: 0, content_length: 20, from_offset: 0 },
    { byte_offset: 30, content_length: 20, from_offset: 20 },
  ]);
});

it('finds what was moved, and what is there twice', () => {
  expect(matchChunks(chunks('cdaa'), chunks('abcd'))).toEqual([
    { byte_offset: 0, content_length: 20, from_offset: 20 },
    { byte_offset: 20, content_length: 10, from_offset: 0 },
    { byte_offset: 30, content_length: 10, from_offset: 0 },
  ]);
});

it('takes no chunk of another length for the same one', () => {
  expect(matchChunks([chunk('a', 11)], [chunk('a', 10)])).toEqual([]);
});

it('keeps the largest stretches when there are more than may be asked for', () => {
  const own = Array.from({ length: 2 * (MOST_RANGES + 10) }, (_, at) =>
    chunk(at % 2 === 0 ? `s${at}` : `new${at}`, at + 1),
  );
  const theirs = own.filter(({ name }) => name.startsWith('s'));
  const matches = matchChunks(own, theirs);
  expect(matches).toHaveLength(MOST_RANGES);
  expect(Math.min(...matches.map(({ content_length: length }) => length))).toBe(21);
  expect(matches.map(({ byte_offset: at }) => at)).toEqual(
    matches.map(({ byte_offset: at }) => at).toSorted((a, b) => a - b),
  );
});
