// Makes a game's short name from its display name.
import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz1234567890';
const SLUG_LENGTH = 12;

/** Lower-case letters and digits of the name, then three random ones; a name without any becomes `game-...`. */
export function makeNameId(displayName: string, random: (count: number) => string = randomLetters): string {
  const slug = displayName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH + 1)
    .replace(/^-/, '')
    .slice(0, SLUG_LENGTH)
    .replace(/-$/, '');
  return slug === '' ? `game-${random(8)}` : `${slug}-${random(3)}`;
}

function randomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
