// Every problem of a name, in the order and words the validate calls answer with.
import { describe, expect, it } from 'vitest';
import { displayNameProblems, nameIdProblems } from '../../../src-shared/service/names.ts';

describe('display names', () => {
  it.each<[string, string[]]>([
    ['Production', []],
    ['a', []],
    ['My Game 2', []],
    ['Größe 漢字 🚢', []],
    ['x'.repeat(128), []],
    ['é'.repeat(64), []],
    ['', ['too-short', 'invalid']],
    ['x'.repeat(129), ['too-long', 'invalid']],
    [`${'é'.repeat(64)}x`, ['too-long', 'invalid']],
    [' ', ['invalid']],
    [' a', ['invalid']],
    ['a ', ['invalid']],
    ['a  b', ['invalid']],
    ['a\tb', ['invalid']],
    ['a\nb', ['invalid']],
    ['a\u00a0b', ['invalid']],
    ['a\u3000b', ['invalid']],
    ['a\u0085b', ['invalid']],
    ['a\ud800b', ['invalid']],
    ['a\u0000b', ['invalid']],
    ['a\u001b[31mb', ['invalid']],
    ['a\u007f', ['invalid']],
    ['\u0090b', ['invalid']],
    ['a\u200bb', ['invalid']],
    ['a\u202eb', ['invalid']],
    ['\ufeffa', ['invalid']],
    ...['\u115f', '\u1160', '\u2800', '\u3164', '\uffa0'].map((unseen): [string, string[]] => [unseen, ['invalid']]),
    ['한글 ⠃', []],
    ['👩\u200d🚀 می\u200cخواهم', []],
  ])('%j has the problems %j', (text, reasons) => {
    expect(displayNameProblems(text)).toEqual(reasons.map((reason) => ['display-name', reason]));
  });
});

describe('name ids', () => {
  const taken = new Set(['prod', 'staging']);

  it.each<[string, string[]]>([
    ['dev', []],
    ['0', []],
    ['a-b-c', []],
    ['x'.repeat(16), []],
    ['', ['too-short', 'invalid']],
    ['x'.repeat(17), ['too-long', 'invalid']],
    ['é'.repeat(9), ['too-long', 'invalid']],
    ['é', ['invalid']],
    ['-', ['invalid']],
    ['-a', ['invalid']],
    ['a-', ['invalid']],
    ['a--b', ['invalid']],
    ['Dev', ['invalid']],
    ['a_b', ['invalid']],
    ['a b', ['invalid']],
    ['dev\n', ['invalid']],
    ['prod', ['not-unique']],
    ['Prod', ['invalid']],
  ])('%j has the problems %j', (text, reasons) => {
    expect(nameIdProblems(text, taken)).toEqual(reasons.map((reason) => ['name-id', reason]));
  });
});
