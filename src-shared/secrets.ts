// Which names are those of secrets, and what tokens look like: the one rule of the window, the command line, the core and the log. Pure.

/** What stands in place of a secret. */
export const MASK = '***';

/** Anywhere in a name, as in RCON_PASSWORD and x-amz-signature; an author is no authorization. */
const SECRET_WORD =
  /pass(?:wd|word|phrase|code)?(?![a-z])|pwd|secret|token|credential|cookie|signature|(?<![a-z])sig(?![a-z])|bearer|auth(?!or(?!i[sz]))|(?:api|access|private|encryption|signing|account|license|master)[-_]?key|dsn|connection[-_]?string|webhook/i;
/** A key of its own, as in STEAM_KEY and steamKey, and no MONKEY or KEYMAP. */
const KEY = /(?:^|[^a-z])(?<!public[-_])key[-_]?\d*$/i;
const KEY_IN_CAMEL_CASE = /[a-z](?<!public)Key\d*$/;
/** These tell of a secret and are none: the id of a token, the type of a sign-in. */
const ABOUT_SECRET = /(?:token|auth)[-_]?(?:ids?|kind|type)$/i;

/** Whether what has this name is a secret: a variable, an option, a field, a parameter of an address, a header. */
export function isSecretName(name: string): boolean {
  if (SECRET_WORD.test(name)) return !ABOUT_SECRET.test(name);
  return KEY.test(name) || KEY_IN_CAMEL_CASE.test(name);
}

/** What a secret of Slipway is for, which its beginning says. */
const secretKinds = ['owner', 'cloud', 'service', 'host', 'metrics'] as const;
export type SecretKind = (typeof secretKinds)[number];

const looks: readonly [RegExp, string][] = [
  [new RegExp(`\\b(slipway_(?:${secretKinds.join('|')})_)[\\w-]+`, 'gi'), `$1${MASK}`],
  [/\beyJ[\w-]*\.[\w-]*(?:\.[\w-]*)?/g, `jwt_${MASK}`],
  // Of a Docker Swarm, which whoever has it joins, and of well known services.
  [/\b(SWMTKN-|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AIza)[\w-]{8,}/g, `$1${MASK}`],
  [/\b(npm_|AKIA|ASIA)[\dA-Za-z]{16,}/g, `$1${MASK}`],
  [/\b(sk[-_]|pk_live_)(?=[\w-]{0,64}\d)[\w-]{16,}/g, `$1${MASK}`],
  // The password in an address.
  [/(:\/\/[^/\s:@]*:)[^/\s"'?#]+@/g, `$1${MASK}@`],
  // What follows the word of a sign-in header.
  [/\b(bearer|basic)\s+[^\s"',;]{8,}/gi, `$1 ${MASK}`],
];

/** Most texts hold none of them, and are done at once. */
const anyLook = new RegExp(looks.map(([{ source }]) => source).join('|'), 'i');

/** A text with each token in it masked. */
function maskTokens(text: string): string {
  if (!anyLook.test(text)) return text;
  return looks.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/** Whether there is a token in it. */
export function holdsToken(text: string): boolean {
  return maskTokens(text) !== text;
}

/** The name of a value in a text, and what is between the two: `sig=`, `"password": "`. A host with its port is no such name. */
const NAMED = /(?<![\w-])(?<!:\/\/)([\w-]+)["']?\s*[=:]\s*["']?(?:(?:bearer|basic)\s+)?/gi;
const VALUE = /[^\s"'&#,;}]+/y;
/** Of a parameter of an address. */
const PARAMETER = /[^\s"'&#]+/y;

/** A text with each token in it masked, and each value that stands behind the name of a secret. */
export function maskText(text: string): string {
  const clean = maskTokens(text);
  if (!/[=:]/.test(clean)) return clean;
  let masked = '';
  let end = 0;
  for (const { 0: before, 1: name = '', index } of clean.matchAll(NAMED)) {
    if (index < end || !isSecretName(name)) continue;
    const value = /[?&]/.test(clean.charAt(index - 1)) ? PARAMETER : VALUE;
    value.lastIndex = index + before.length;
    if (!value.test(clean)) continue;
    masked += `${clean.slice(end, index)}${before}${MASK}`;
    end = value.lastIndex;
  }
  return masked + clean.slice(end);
}

/** Whether a value is a secret whatever its name: a token, a private key, an address or a list of settings with a secret in it. */
export function holdsSecret(value: string): boolean {
  return value.includes('-----BEGIN') || maskText(value) !== value;
}
