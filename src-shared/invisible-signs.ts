// Signs of a text that nobody sees, or that turn the order of what follows: the one list that all who read or show names go by.

/** Letters and a sign that show nothing. */
const blankLetters = String.raw`\u115f\u1160\u2800\u3164\uffa0`;
/** The two joiners and tags: emoji and some scripts are written with them. */
const needed = String.raw`\u200c\u200d\u{E0020}-\u{E007F}`;

/** As a class of a regular expression with the flag `v`, alone or inside another class. */
export const invisibleSigns = String.raw`[[\p{Cf}${blankLetters}]--[${needed}]]`;
