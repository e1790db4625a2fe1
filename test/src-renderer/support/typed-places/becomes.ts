// What becomes of each kind of text at fields for names, ids and tokens.
import { gives, says, tooLong, unseen } from './kinds.ts';
import type { Kinds } from './place.ts';

export const spaced = says('Use single spaces between words, none at the start or end, and no invisible characters.');
export const longName = says('This name is too long: it may have up to 128 bytes, which is 128 plain letters.');
export const noName = says('Type a name.');
export const noId = says(
  'This is not an id. An id is one word of plain letters, digits and hyphens. Copy it again from where it is shown.',
);
export const noToken = says(
  'This is not a token. A token is one word of plain letters, digits and signs. Copy it again from where it was shown.',
);
export const nothing = says('Type something first.');
export const letters = says('Use small letters, digits and single hyphens between them, such as tide-break.');
export const longId = says('This name id is too long: it may have up to 16 letters.');

/** Judged by the instance, and made only when it took the name. */
export const asName: Kinds = {
  'nothing at all': noName,
  'only spaces': spaced,
  'spaces around it': spaced,
  'far too much': longName,
  emoji: gives('🌊👩‍👩‍👧'),
  'right to left': gives('שונית'),
  'a mark that turns the direction': unseen,
  'a control character': unseen,
  'two lines': gives('reef break'),
};
export const asNameId: Kinds = {
  ...asName,
  'nothing at all': says('Type a name id.'),
  'only spaces': letters,
  'spaces around it': letters,
  'far too much': longId,
  emoji: longId,
  'right to left': letters,
  'two lines': letters,
};
export const asId: Kinds = {
  'nothing at all': says('Paste the id of the game.'),
  'only spaces': says('Paste the id of the game.'),
  'spaces around it': gives('reef'),
  'far too much': tooLong('200'),
  emoji: noId,
  'right to left': noId,
  'a mark that turns the direction': unseen,
  'a control character': unseen,
  'two lines': noId,
};
export const askForToken = says('Paste the token that the people who run it gave you.');
export const asToken: Kinds = {
  'nothing at all': askForToken,
  'only spaces': askForToken,
  'spaces around it': gives('  reef  '),
  'far too much': tooLong('8,192'),
  emoji: noToken,
  'right to left': noToken,
  'a mark that turns the direction': unseen,
  'a control character': unseen,
  'two lines': noToken,
};
