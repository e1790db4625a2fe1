import { expect, test } from 'vitest';
import {
  type ClosingFacts,
  closingAnswers,
  closingQuestion,
  whatClosingDoes,
} from '../../../../src-main/core/desktop/close-behavior.ts';

const facts: ClosingFacts = { by: 'window', servers: 0, keepHosting: false, wasAsked: false, platform: 'linux' };

test.each([
  ['ends when nothing runs', {}, 'end'],
  ['asks the first time while servers run', { servers: 1 }, 'ask'],
  ['ends the next time when it was said so', { servers: 1, wasAsked: true }, 'end'],
  ['stays when it was said so', { servers: 1, wasAsked: true, keepHosting: true }, 'stay'],
  ['stays when the settings say so, without a question', { servers: 1, keepHosting: true }, 'stay'],
  ['ends when the settings say to keep hosting but nothing is hosted', { keepHosting: true }, 'end'],
  ['asks where nobody knows whether any runs', { servers: undefined }, 'ask'],
  ['stays where nobody knows, when it was said so', { servers: undefined, keepHosting: true }, 'stay'],
  ['asks before it quits where nobody knows', { by: 'quit', servers: undefined }, 'ask'],
  ['stays on a Mac, as apps do there', { platform: 'darwin' }, 'stay'],
  ['quits when nothing runs', { by: 'quit' }, 'end'],
  ['asks before it quits the first time', { by: 'quit', servers: 2 }, 'ask'],
  [
    'quits when told to, even where windows leave servers running',
    { by: 'quit', servers: 2, keepHosting: true },
    'end',
  ],
] as const)('%s', (_what, change, expected) => {
  expect(whatClosingDoes({ ...facts, ...change })).toBe(expected);
});

test('has a button for each answer, and says how many servers it is about', () => {
  expect(closingQuestion(1).buttons).toHaveLength(closingAnswers.length);
  expect(closingQuestion(1).message).toBe('1 server of yours is running');
  expect(closingQuestion(undefined).message).toBe('Servers of yours may be running');
  expect(closingQuestion(3).message).toBe('3 servers of yours are running');
});
