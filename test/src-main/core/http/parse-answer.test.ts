// An answer that is nearly JSON is read as what it means, and what nobody sees in its names is shown.
import { expect, test } from 'vitest';
import { parseAnswer } from '../../../../src-main/core/http/parse-answer.ts';

test('a figure that is none takes nothing else with it, and words of the same spelling stay', () => {
  const answer = '{"display_name":"Up to: NaN, \\"Infinity","cpu":NaN,"samples":[1, -Infinity,2]}';
  expect(parseAnswer(answer)).toEqual({ display_name: 'Up to: NaN, "Infinity', cpu: null, samples: [1, -Infinity, 2] });
});

const seen = (answer: object) => parseAnswer(JSON.stringify(answer));
const id = '7c1e04b2-0000-4000-8000-000000000001';

test.each([
  ['a build', { builds: [{ id, name: 'tide\u202ebreak' }] }, { builds: [{ id, name: 'tide\ufffdbreak' }] }],
  ['a token', { tokens: [{ token_id: id, name: 'C\u200bI' }] }, { tokens: [{ token_id: id, name: 'C\ufffdI' }] }],
  ['who made a change', { by: { kind: 'cloud', name: '\u2066CI' } }, { by: { kind: 'cloud', name: '\ufffdCI' } }],
  ['the node of a server', { node: { id, name: 'no\ufeffde' } }, { node: { id, name: 'no\ufffdde' } }],
  [
    'what a node has',
    { servers: [{ id, game: 'a\u202e', namespace: 'b\u202e', version: 'c\u202e' }] },
    { servers: [{ id, game: 'a\ufffd', namespace: 'b\ufffd', version: 'c\ufffd' }] },
  ],
  [
    'a player',
    { sdk: { players: { count: 2, ids: ['An\u202ena', 'Bo'] } } },
    { sdk: { players: { count: 2, ids: ['An\ufffdna', 'Bo'] } } },
  ],
])('marks in the name of %s are shown', (_what, answer, shown) => {
  expect(seen(answer)).toEqual(shown);
});

test('a file is asked for by its name, and a variable is what it is', () => {
  const answer = {
    entries: [{ name: 'wor\u200bld', type: 'file', bytes: 1 }],
    runtime: { environment: { name: 'x\u200by' } },
  };
  expect(seen(answer)).toEqual(answer);
});

test('marks of each kind are shown, as they are and written out', () => {
  for (const mark of [
    '\u00ad',
    '\u061c',
    '\u115f',
    '\u200e',
    '\u200f',
    '\u2060',
    '\u2064',
    '\u2800',
    '\u3164',
    '\uffa0',
  ]) {
    const escape = `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
    for (const text of [mark, escape]) {
      expect(parseAnswer(`{"display_name":"tide${text}break"}`)).toEqual({ display_name: 'tide\ufffdbreak' });
    }
  }
  // What joins the parts of an emoji, and letters of some scripts, is part of the name.
  expect(seen({ display_name: '👩\u200d🚀' })).toEqual({ display_name: '👩\u200d🚀' });
});
