// What people type and paste, kind by kind, and what may become of it at a field.

/** Each is typed at every field for a text. */
export const textKinds = {
  'nothing at all': '',
  'only spaces': '   ',
  'spaces around it': '  reef  ',
  'far too much': 'é'.repeat(10_000),
  emoji: '🌊👩‍👩‍👧',
  'right to left': 'שונית',
  'a mark that turns the direction': 'reef\u202efeer',
  'a control character': 'reef\u0007',
  'two lines': 'reef\nbreak',
} as const;

/** Each is typed at every field for a number. */
export const numberKinds = {
  'nothing at all': '',
  'only spaces': '   ',
  'a negative number': '-1',
  'a fraction': '1.5',
  'more than 32 bits hold': '4294967296',
  'a word': 'twelve',
  'a number of programmers': '1e3',
  'digits of another script': '١٢',
  emoji: '🌊',
  'spaces around it': ' 5000 ',
  'far too much': '9'.repeat(10_000),
  'two lines': '12\n34',
} as const;

/** `says`: refused at the field. `off`: the button cannot be pressed, and says why. `gives`: taken, and sent as this. */
export type Verdict = { says: string } | { off: string } | { gives: unknown };

/** Refused with this sentence, at the field. */
export const says = (sentence: string): Verdict => ({ says: sentence });
/** The button is off, with this reason. */
export const off = (reason: string): Verdict => ({ off: reason });
/** Taken, and sent as this. */
export const gives = (value: unknown): Verdict => ({ gives: value });

/** More than so many bytes. */
export const tooLong = (most: string): Verdict =>
  says(`This is too long: ${most} bytes at most, which is as many plain letters. Make it shorter.`);
/** What nobody sees. */
export const unseen = says('This contains an invisible character. Type it instead of pasting it.');
/** What no program can be given. */
export const notForPrograms = says(
  'This contains a character that cannot be passed to a program. Type the line instead of pasting it.',
);
