// Knows the secrets of one server by name, shape or place, and takes their values out of everything that leaves the machine,
// also where a program wrote them down in its log, escaped or encoded.

import { isSecretName, MASK } from '../../../src-shared/secrets.ts';
import { mayBeSecret, secretArguments } from '../../../src-shared/servers/secret-values.ts';

export type Masker = {
  /** The text without any known secret. */
  text(text: string): string;
  /** The environment with secret values masked as a whole. */
  environment(environment: Readonly<Record<string, string>>): Record<string, string>;
  /** As bytes, for what has to keep its length: a memory image holds them as UTF-8 or UTF-16. */
  needles: readonly Buffer[];
};

export type SecretSources = {
  environment: Readonly<Record<string, string>>;
  arguments: readonly string[];
  /** Values that are known to be secret from elsewhere. */
  known?: readonly string[];
};

/** Shorter ones are masked where they stand, but not looked for in a log: too much else reads like them. */
const SHORTEST = 4;
const NO_SECRETS = new Set(['true', 'false', 'none', 'null', 'undefined', 'default', 'enabled', 'disabled']);

export function createMasker(sources: SecretSources): Masker {
  const inEnvironment = Object.entries(sources.environment).filter(([name, value]) => mayBeSecret(name, value));
  const found = [...inEnvironment.map(([, value]) => value), ...secretArguments(sources.arguments)];
  const values = [...new Set([...found, ...(sources.known ?? [])].flatMap(partsOf))].filter(isWorthLooking);
  const written = [...new Set(values.flatMap(writtenAs))].toSorted((a, b) => b.length - a.length);
  const pattern = written.length === 0 ? undefined : new RegExp(written.map(escape).join('|'), 'g');
  const text = (whole: string) => (pattern === undefined ? whole : whole.replace(pattern, MASK));
  return {
    text,
    environment: (environment) =>
      Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, mayBeSecret(name, value) ? MASK : text(value)]),
      ),
    needles: values.flatMap((value) => [Buffer.from(value, 'utf8'), Buffer.from(value, 'utf16le')]),
  };
}

/** The whole, its lines, the password within an address, and secrets among its parameters or settings. */
function partsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).filter((line) => line.length >= 8);
  const password = /^[\w+.-]+:\/\/[^/\s:@]*:([^/\s@]+)@/.exec(value)?.[1];
  const settings = [...value.matchAll(/(?:^|[?&;\s])([\w-]+)=([^&;\s]+)/g)].filter(([, name = '']) =>
    isSecretName(name),
  );
  const inside = [password, ...settings.map((each) => each[2])].filter((part) => part !== undefined);
  return [value, value.trim(), ...lines, ...inside, ...inside.map(withoutPercents)];
}

/** As a program may have written it: in an address, in JSON, in a header, as bytes. */
function writtenAs(value: string): string[] {
  const bytes = Buffer.from(value);
  const encoded = bytes.toString('base64').replace(/=+$/, '');
  return [
    value,
    encodeURIComponent(value.toWellFormed()),
    JSON.stringify(value).slice(1, -1),
    ...(value.length < 8 ? [] : [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_'), bytes.toString('hex')]),
  ];
}

function isWorthLooking(value: string): boolean {
  return value.length >= SHORTEST && !NO_SECRETS.has(value.toLowerCase());
}

function withoutPercents(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // a percent sign of its own
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
