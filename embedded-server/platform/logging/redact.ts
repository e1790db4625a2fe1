// Takes secrets out of whatever is about to be logged: our tokens, bearer tokens, JSON Web Tokens, signatures in URLs.
// Percent signs are undone first, since a secret can be written in many ways and still be one.

const MASK = '***';
const RULES: readonly [RegExp, string][] = [
  [/\bslipway_(owner|cloud|service)_[\w-]+/gi, `slipway_$1_${MASK}`],
  [/\beyJ[\w-]*\.[\w-]*(?:\.[\w-]*)?/g, `jwt_${MASK}`],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${MASK}`],
  [
    /\b((?:sig|signature|token|device_link_token|cloud_token|authorization|password|secret)["']?\s*[=:]\s*["']?)[^\s"'&#,}]+/gi,
    `$1${MASK}`,
  ],
  // What is left over of a token that was cut apart or spelled oddly: 43 letters are 256 bits.
  [/(?<![\w-])[\w-]{43,}(?![\w-])/g, MASK],
];
const SECRET_NAMES = /^(?:sig|signature|token|device_link_token|cloud_token|authorization|password|secret)$/i;
const DEEPEST = 6;

/** Each rule needs one of these to match; ids and plain paths have none of them and are done at once. */
const HINT = /[%:=.\s_]|(?<![\w-])[\w-]{43}/;

export function redactText(text: string): string {
  if (!HINT.test(text)) return text;
  let clean = undoPercents(text);
  for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement);
  return clean;
}

/** The same for every text within a value. What is too deep to look into is left out. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return MASK;
  if (value instanceof Error) return redactText(value.stack ?? value.message);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      redactText(key),
      SECRET_NAMES.test(key) ? MASK : redact(item, depth + 1),
    ]),
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
