// What a person may type, at the ends of what is taken: bytes and not letters count, and what right-to-left words and emoji need passes.
import { describe, expect, it } from 'vitest';
import { limitProblems } from '../../src-shared/service/text-limits.ts';
import {
  hasControls,
  typedCommand,
  typedId,
  typedLabel,
  typedName,
  typedToken,
} from '../../src-shared/typed-fields.ts';

const reasons = (schema: typeof typedName, text: string) => {
  const { error } = schema.safeParse(text);
  return error === undefined ? [] : limitProblems(error);
};

describe('a name', () => {
  it.each([
    'a',
    'x'.repeat(128),
    'é'.repeat(64),
    '🌊'.repeat(32),
    '👩‍👩‍👧 family',
    'שונית',
    // A joiner that Persian words need is seen by how the rest is drawn.
    'می\u200cخواهم',
    '  around it  ',
  ])('may be %j', (text) => {
    expect(reasons(typedName, text)).toEqual([]);
  });

  it.each([
    ['', 'too-short'],
    ['x'.repeat(129), 'too-long'],
    ['é'.repeat(65), 'too-long'],
    ['🌊'.repeat(33), 'too-long'],
    ['a\u0000b', 'unseen'],
    ['a\tb', 'unseen'],
    ['a\nb', 'unseen'],
    ['prod\u202edorp', 'unseen'],
    ['prod\u2066', 'unseen'],
    ['pr\u200bod', 'unseen'],
    ['reef \u200e(שונית)', 'unseen'],
    ['tide\u00adbreak', 'unseen'],
    ['\u3164', 'unseen'],
    ['a\ud800b', 'unseen'],
  ])('may not be %j: %s', (text, reason) => {
    expect(reasons(typedName, text)).toEqual([[reason]]);
  });
});

it.each([
  [typedLabel, '', []],
  [typedCommand, '/games/reef --map \u202a', []],
  [typedCommand, 'reef\u0007', [['unseen']]],
  [typedId, ' 3f9c27d4-61b8 ', []],
  [typedId, 'two words', [['invalid']]],
  [typedId, '../secrets', [['invalid']]],
  [typedToken, ' eyJ.abc_-=~\n', []],
  [typedToken, 'tökén', [['invalid']]],
])('reads other kinds by their own rules (%#)', (schema, text, found) => {
  expect(reasons(schema, text)).toEqual(found);
});

it('lines for a program hold line ends and tabs, and no other control', () => {
  expect(hasControls('--map\nreef\t2\n')).toBe(false);
  expect(hasControls('--map\u0000')).toBe(true);
  expect(hasControls('--map\r')).toBe(true);
});
