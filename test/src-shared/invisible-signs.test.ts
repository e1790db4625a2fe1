// One list says which signs nobody sees: what the service refuses in a name for it, the window, links and answers treat the same.
import { expect, it } from 'vitest';
import { readName } from '../../src-main/core/desktop/remote-name-from-link.ts';
import { parseAnswer } from '../../src-main/core/http/parse-answer.ts';
import { displayNameProblems } from '../../src-shared/service/names.ts';
import { typedName } from '../../src-shared/typed-fields.ts';

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

it.each(['👩\u200d🚀', 'می\u200cخواهم', scotland, 'שונית'])(
  '%s is a name, with the signs that it is written with',
  (name) => {
    expect(displayNameProblems(name)).toEqual([]);
    expect(typedName.safeParse(name).success).toBe(true);
    expect(readName(name)).toBe(name);
    expect(parseAnswer(JSON.stringify({ display_name: name }))).toEqual({ display_name: name });
  },
);
