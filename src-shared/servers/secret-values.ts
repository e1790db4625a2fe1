// Which values of a server's environment and arguments are secret, by their names, shapes or places. Pure.
import { holdsSecret, isSecretName, MASK } from '../secrets.ts';

/** Letters and digits mixed over this length are most likely a key. A path or a sentence has other signs in it. */
const RANDOM_VALUE = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w+/=-]{24,}$/i;
const KEY_LENGTH = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A name and its value in one argument: a command for the console of a game. */
const SETTING = /^\+?(?<name>[a-z][\w.-]*) +(?<text>\S.*)$/is;
/** Words after which a game of Quake's family names a variable and its value. */
const SETS_NEXT = /^\+?set[asu]?$/i;

/** Whether the value of a variable of this name may be a secret: then it does not leave this machine. */
export function mayBeSecret(name: string, value: string): boolean {
  if (value === '') return false;
  return isSecretName(name) || holdsSecret(value) || looksRandom(value);
}

/**
 * Whether it is hidden from people. A long value with slashes may be a path or a key: it is shown where it looks like a path, as people
 * need to read paths, even if a key that looks like one is shown then.
 */
export function isSecretVariable(name: string, value: string): boolean {
  if (value === '') return false;
  return isSecretName(name) || holdsSecret(value) || (looksRandom(value) && !isPath(value));
}

function looksRandom(value: string): boolean {
  return RANDOM_VALUE.test(value) && !UUID.test(value);
}

function isPath(value: string): boolean {
  return value.startsWith('/') || (value.includes('/') && value.split('/').every(({ length }) => length < KEY_LENGTH));
}

/**
 * The secrets among arguments: "--token=x", "--token x", "+rcon_password x", "+set sv_password x", "TOKEN=x", "sv_password x" in one, and what
 * looks like one.
 */
export function secretArguments(given: readonly string[]): string[] {
  return given.flatMap((_, nth) => secretIn(given, nth, mayBeSecret) ?? []);
}

/** As they were typed, with each secret hidden where it stands. */
export function maskArguments(given: readonly string[]): string[] {
  return given.map((argument, nth) => {
    const secret = secretIn(given, nth, isSecretVariable);
    return secret === undefined ? argument : `${argument.slice(0, argument.length - secret.length)}${MASK}`;
  });
}

/** With each secret value hidden. */
export function maskEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(environment).map(
    ([name, value]) => [name, isSecretVariable(name, value) ? MASK : value] as const,
  );
  return Object.fromEntries(shown);
}

type Judge = typeof mayBeSecret;

function secretIn(given: readonly string[], nth: number, judge: Judge): string | undefined {
  const argument = given[nth] ?? '';
  const equals = argument.indexOf('=');
  if (equals > 0) return secretBehind(argument, equals, judge);
  const { name = '', text } = SETTING.exec(argument)?.groups ?? {};
  if (text !== undefined && isSecretName(name)) return text;
  return judge(isOption(argument) ? '' : nameBefore(given, nth), argument) ? argument : undefined;
}

function secretBehind(argument: string, equals: number, judge: Judge): string | undefined {
  const value = argument.slice(equals + 1);
  if (judge(argument.slice(0, equals), value)) return value;
  // An address may have equals signs of its own.
  return holdsSecret(argument) ? argument : undefined;
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
