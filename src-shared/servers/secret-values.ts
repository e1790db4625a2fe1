// Which values of a server's environment and arguments are secret, by their names, shapes or places. Pure.

/** In place of a secret. */
export const MASK = '***';
const SECRET_NAME =
  /pass(?:wd|word|phrase|code)?(?![a-z])|pwd|secret|token|credential|cookie|signature|bearer|auth(?!or)|(?:api|access|private|encryption|signing|account|license|master)[-_]?key|dsn|connection[-_]?string|webhook/i;
/** Our tokens, JSON Web Tokens, keys of well known services, private keys, and addresses with a password or a signature. */
const SECRET_VALUE =
  /slipway_\w+_|^eyJ[\w-]+\.|^(?:gh[pousr]_|github_pat_|glpat-|sk[-_]|pk_live|xox[abprs]-|AKIA|ASIA|AIza|npm_)|-----BEGIN|^\w[\w+.-]*:\/\/[^/\s:@]*:[^/\s@]+@|[?&](?:[\w-]*(?:sig|signature|token|credential))=/i;
/** Letters and digits mixed over this length are most likely a key. A path or a sentence has other signs in it. */
const RANDOM_VALUE = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w+/=-]{24,}$/i;
const KEY_LENGTH = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A name and its value in one argument: a command for the console of a game. */
const SETTING = /^\+?(?<name>[a-z][\w.-]*) +(?<text>\S.*)$/is;
/** Words after which a game of Quake's family names a variable and its value. */
const SETS_NEXT = /^\+?set[asu]?$/i;

/** Whether the value of a variable of this name is to be hidden. */
export function isSecret(name: string, value: string): boolean {
  if (value === '') return false;
  return SECRET_NAME.test(name) || SECRET_VALUE.test(value) || (RANDOM_VALUE.test(value) && !UUID.test(value));
}

/**
 * The secrets among arguments: "--token=x", "--token x", "+rcon_password x", "+set sv_password x", "TOKEN=x", "sv_password x" in one, and what
 * looks like one.
 */
export function secretArguments(given: readonly string[]): string[] {
  return given.flatMap((_, nth) => secretIn(given, nth, isSecret) ?? []);
}

/** As they were typed, with each secret hidden where it stands. */
export function maskArguments(given: readonly string[]): string[] {
  return given.map((argument, nth) => {
    const secret = secretIn(given, nth, isSecretToReaders);
    return secret === undefined ? argument : `${argument.slice(0, argument.length - secret.length)}${MASK}`;
  });
}

/** With each secret value hidden. */
export function maskEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(environment).map(
    ([name, value]) => [name, isSecretToReaders(name, value) ? MASK : value] as const,
  );
  return Object.fromEntries(shown);
}

/** Where people look at values, a path that looks like a key is worth more than the key that looks like a path. */
function isSecretToReaders(name: string, value: string): boolean {
  const isByShape = !SECRET_NAME.test(name) && !SECRET_VALUE.test(value);
  return isSecret(name, value) && !(isByShape && isPath(value));
}

function isPath(value: string): boolean {
  return value.startsWith('/') || (value.includes('/') && value.split('/').every(({ length }) => length < KEY_LENGTH));
}

type Judge = typeof isSecret;

function secretIn(given: readonly string[], nth: number, judge: Judge): string | undefined {
  const argument = given[nth] ?? '';
  const equals = argument.indexOf('=');
  if (equals > 0) return secretBehind(argument, equals, judge);
  const { name = '', text } = SETTING.exec(argument)?.groups ?? {};
  if (text !== undefined && SECRET_NAME.test(name)) return text;
  return judge(isOption(argument) ? '' : nameBefore(given, nth), argument) ? argument : undefined;
}

function secretBehind(argument: string, equals: number, judge: Judge): string | undefined {
  const value = argument.slice(equals + 1);
  if (judge(argument.slice(0, equals), value)) return value;
  // An address may have equals signs of its own.
  return SECRET_VALUE.test(argument) ? argument : undefined;
}

/** What the argument is the value of; nothing where it stands for itself. */
function nameBefore(given: readonly string[], nth: number): string {
  const before = given[nth - 1] ?? '';
  const isNamed = isOption(before) || SETS_NEXT.test(given[nth - 2] ?? '');
  return isNamed && !before.includes('=') ? before : '';
}

function isOption(word: string): boolean {
  return /^[-+]\D/.test(word);
}
