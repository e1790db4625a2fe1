// Takes secrets out of whatever is about to be logged: by the names and looks that secrets.ts knows, and what is left over of a token.
// Percent signs are undone first, since a secret can be written in many ways and still be one.
import { isSecretName, MASK, maskText } from '../../../src-shared/secrets.ts';

/** What is left over of a token that was cut apart or spelled oddly: 43 letters are 256 bits. Elsewhere checksums are as long, and are shown. */
const LEFT_OVER = /(?<![\w-])[\w-]{43,}(?![\w-])/g;
const DEEPEST = 6;

export function redactText(text: string): string {
  return maskText(undoPercents(text)).replace(LEFT_OVER, MASK);
}

/** The same for every text within a value. What is too deep to look into is left out. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return MASK;
  if (value instanceof Error) return redactText(value.stack ?? value.message);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redactText(key), isSecretName(key) ? MASK : redact(item, depth + 1)]),
  );
}

/** A text without percent signs is as it was; twice, because a proxy may have escaped what was escaped. */
function undoPercents(text: string): string {
  let plain = text;
  for (let turn = 0; turn < 2 && plain.includes('%'); turn += 1) {
    plain = plain.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
      try {
        // oxlint-disable-next-line no-control-regex -- a line of the log stays one line, whatever was escaped in it
        return decodeURIComponent(escaped).replace(/[\u0000-\u001f\u007f]/g, '?');
      } catch {
        return '?';
      }
    });
  }
  return plain;
}
