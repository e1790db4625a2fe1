// One rule says what a name may hold: what the service refuses in one, the window, links and answers treat the same.
import { expect, it } from 'vitest';
import { readName } from '../../../src-main/core/desktop/remote-name-from-link.ts';
import { parseAnswer } from '../../../src-main/core/http/parse-answer.ts';
import { displayNameProblems } from '../../../src-shared/service/names.ts';
import { typedName } from '../../../src-shared/typed-fields.ts';

const signs = {
  'a soft hyphen': '\u00ad',
  'a mark of direction': '\u200e',
  'an override of direction': '\u202e',
  'an isolate': '\u2066',
  'a space of no width': '\u200b',
  'a joiner of words': '\u2060',
  'an old mark of Mongolian': '\u180e',
  'a letter that is blank': '\u3164',
  'a tag that begins none': '\u{e0001}',
  'a joiner that joins nothing': '\u034f',
  'a sign that is none yet, and would not be seen': '\u{e0fff}',
  'a line separator': '\u2028',
  'half a character': '\ud800',
  'an escape': '\u001b',
  'a line end': '\n',
};

it.each(Object.entries(signs))('%s is refused in a name, and shown in the name of somebody else', (_what, sign) => {
  const name = `tide${sign}break`;
  expect(displayNameProblems(name)).toEqual([['display-name', 'invalid']]);
  expect(typedName.safeParse(name).success).toBe(false);
  expect(() => readName(name)).toThrow(/cannot be shown/);
  const shown = { display_name: 'tide\ufffdbreak' };
  expect(parseAnswer(JSON.stringify({ display_name: name }))).toEqual(shown);
  const written = Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  );
  expect(parseAnswer(`{"display_name":"tide${written.join('')}break"}`)).toEqual(shown);
});

const scotland = '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';

it.each(['👩\u200d🚀', '❤\ufe0f', 'می\u200cخواهم', scotland, 'שונית', 'é'.repeat(64), 'apple \uf8ff', 'new \u{1fae9}'])(
  '%s is a name, with the signs that it is written with',
  (name) => {
    expect(displayNameProblems(name)).toEqual([]);
    expect(typedName.safeParse(name).success).toBe(true);
    expect(readName(name)).toBe(name);
    expect(parseAnswer(JSON.stringify({ display_name: name }))).toEqual({ display_name: name });
  },
);

it.each(['x'.repeat(129), 'é'.repeat(65), '🌊'.repeat(33), 'tide\u00a0break', ''])('%j is no name anywhere', (name) => {
  expect(displayNameProblems(name)).not.toEqual([]);
  expect(typedName.safeParse(name).success).toBe(false);
  expect(() => readName(name)).toThrow(/cannot be shown/);
});

it('a line end elsewhere stays, and so does one between the values of an answer', () => {
  const answer = '{\r\n\t"text": "one\\ntwo", "name_id": "a\\"b\\n", "players": {"count": 1, "ids": ["A\\u001bn"]}}';
  expect(parseAnswer(answer)).toEqual({
    text: 'one\ntwo',
    name_id: 'a"b\ufffd',
    players: { count: 1, ids: ['A\ufffdn'] },
  });
});
