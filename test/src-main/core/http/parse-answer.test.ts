// Names as a service answers them: what nobody sees in them is shown, and what is no name stays as it is.
import { expect, test } from 'vitest';
import { parseAnswer } from '../../../../src-main/core/http/parse-answer.ts';

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
