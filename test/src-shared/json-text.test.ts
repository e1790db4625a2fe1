// What is said of JSON that a person wrote and that is none: what, where, and what to do, in both languages.
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src-shared/json-text.ts';
import { leftInEnglish } from '../support/in-german.ts';
import { createRandom } from '../support/random.ts';

describe('JSON that a person wrote', () => {
  it.each([
    ['an object', '{"a": [1, -2.5e3, true, null, "x\\u00e9\\n"], "b": {}}'],
    ['one with the mark of Windows', '\uFEFF{"program": "run"}\r\n'],
    ['a lone value', ' 7 '],
  ])('is read: %s', (_, text) => {
    expect(readJson(text)).toEqual({ value: JSON.parse(text.replace('\uFEFF', '')) });
  });

  it.each([
    ['nothing', ' \n', 'It is empty.'],
    ['what is no UTF-8', 'a\0b\0', 'It is not saved as UTF-8.'],
    ['an end too early', '{"a": 1,\n "b": [2', 'Line 2, column 9: it ends here'],
    ['a bracket alone', '{', 'Line 1, column 2: it ends here'],
    ['a comma too many', '{\n  "a": 1,\n}', 'Line 2, column 9: no comma may stand'],
    ['the same in a list', '{"a": [1,]}', 'Line 1, column 9: no comma may stand'],
    ['a comma too few', '{\r\n  "a": 1\r\n  "b": 2\r\n}', 'Line 3, column 3: a comma or a closing bracket is missing'],
    ['the wrong bracket', '{"a": [1}', 'Line 1, column 9: a comma or a closing bracket is missing'],
    ['no colon', '{"a" 1}', 'Line 1, column 6: a colon is missing'],
    ['a comment', '{\n  // which one\n  "a": 1\n}', 'Line 2, column 3: JSON has no comments'],
    ['single quotes', "{'a': 1}", 'Line 1, column 2: names and texts stand in double quotes'],
    ['a bare name', '{"a": 1, b: 2}', 'Line 1, column 10: names and texts stand in double quotes'],
    ['a bare value', '{"a": tru}', 'Line 1, column 7: names and texts stand in double quotes'],
    ['curly quotes', '{“a”: 1}', 'Line 1, column 2: names and texts stand in double quotes'],
    ['a text without an end', '{"a": "x\n}', 'Line 1, column 7: this text has no quote at its end'],
    ['a path of Windows', '{"program": "bin\\server.exe"}', 'Line 1, column 17: this backslash means nothing'],
    ['a tab', '{"a": "x\ty"}', 'Line 1, column 9: a tab stands in a text here'],
    ['a comma at the beginning', '{, "a": 1}', 'Line 1, column 2: this may not stand here'],
    ['something after the end', '{"a": 1} x', 'Line 1, column 10: this may not stand here'],
    ['a number of another kind', '{"a": .5}', 'Line 1, column 7: this may not stand here'],
  ])('is no JSON, and it is said where: %s', (_, text, sentence) => {
    const { fault } = readJson(text);
    expect(fault?.text.slice(0, sentence.length)).toBe(sentence);
    expect(leftInEnglish(fault ?? '')).toEqual([]);
  });

  it('is called no JSON just where the parser says so, and always with a place in it', () => {
    const random = createRandom();
    const whole = '{"program": "bin/run", "ports": {"game": [1, 2.5, null]}, "x": "\\u0041\\n"}';
    for (let round = 0; round < 3_000; round += 1) {
      const at = random.below(whole.length);
      const put = ['', ',', '}', ']', '"', ':', '\\', '\n', '0', 'e'][random.below(10)] ?? '';
      const text = whole.slice(0, at) + put + whole.slice(at + random.below(2));
      const { fault, ...read } = readJson(text);
      if (fault === undefined) expect(read).toEqual({ value: JSON.parse(text) });
      else {
        expect(() => JSON.parse(text), text).toThrow(SyntaxError);
        const [, line, column] = /^Line (\d+), column (\d+): /.exec(fault.text) ?? [];
        expect(Number(column), `${text} ${fault.text}`).toBeLessThanOrEqual(
          (text.split('\n')[Number(line) - 1] ?? '').length + 1,
        );
      }
    }
  });

  it('may be nested as deep as a file can be', () => {
    expect(readJson(`${'['.repeat(100_000)}1`).fault?.text).toMatch(/^Line 1, column 100002: it ends here/);
  });
});
