// Knows the secrets of one server by name, shape or place, and takes their values out of everything that leaves the machine,
// also where a program wrote them down in its log, escaped or encoded.

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

const MASK = '***';
const SECRET_NAME =
  /pass(?:wd|word|phrase|code)?(?![a-z])|pwd|secret|token|credential|cookie|signature|bearer|auth(?!or)|(?:api|access|private|encryption|signing|account|license|master)[-_]?key|dsn|connection[-_]?string|webhook/i;
/** Our tokens, JSON Web Tokens, keys of well known services, private keys, and addresses with a password or a signature. */
const SECRET_VALUE =
  /slipway_\w+_|^eyJ[\w-]+\.|^(?:gh[pousr]_|github_pat_|glpat-|sk[-_]|pk_live|xox[abprs]-|AKIA|ASIA|AIza|npm_)|-----BEGIN|^\w[\w+.-]*:\/\/[^/\s:@]*:[^/\s@]+@|[?&](?:[\w-]*(?:sig|signature|token|credential))=/i;
/** Letters and digits mixed over this length are most likely a key. A path or a sentence has other signs in it. */
const RANDOM_VALUE = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w+/=-]{24,}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Shorter ones are masked where they stand, but not looked for in a log: too much else reads like them. */
const SHORTEST = 4;
const NO_SECRETS = new Set(['true', 'false', 'none', 'null', 'undefined', 'default', 'enabled', 'disabled']);

export function createMasker(sources: SecretSources): Masker {
  const inEnvironment = Object.entries(sources.environment).filter(([name, value]) => isSecret(name, value));
  const found = [...inEnvironment.map(([, value]) => value), ...secretArguments(sources.arguments)];
  const values = [...new Set([...found, ...(sources.known ?? [])].flatMap(partsOf))].filter(isWorthLooking);
  const written = [...new Set(values.flatMap(writtenAs))].toSorted((a, b) => b.length - a.length);
  const pattern = written.length === 0 ? undefined : new RegExp(written.map(escape).join('|'), 'g');
  const text = (whole: string) => (pattern === undefined ? whole : whole.replace(pattern, MASK));
  return {
    text,
    environment: (environment) =>
      Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, isSecret(name, value) ? MASK : text(value)]),
      ),
    needles: values.flatMap((value) => [Buffer.from(value, 'utf8'), Buffer.from(value, 'utf16le')]),
  };
}

function isSecret(name: string, value: string): boolean {
  if (value === '') return false;
  return SECRET_NAME.test(name) || SECRET_VALUE.test(value) || (RANDOM_VALUE.test(value) && !UUID.test(value));
}

/** "--token=x", "--token x", "TOKEN=x", and whatever looks like a secret by itself. */
function secretArguments(given: readonly string[]): string[] {
  return given.flatMap((argument, n) => {
    const equals = argument.indexOf('=');
    if (equals > 0) {
      const value = argument.slice(equals + 1);
      return isSecret(argument.slice(0, equals), value) ? [value] : [];
    }
    const before = given[n - 1] ?? '';
    const name = before.startsWith('-') && !argument.startsWith('-') && !before.includes('=') ? before : '';
    return isSecret(name, argument) ? [argument] : [];
  });
}

/** The whole, its lines, and the password and the secret parameters within an address. */
function partsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).filter((line) => line.length >= 8);
  const password = /^[\w+.-]+:\/\/[^/\s:@]*:([^/\s@]+)@/.exec(value)?.[1];
  const parameters = [...value.matchAll(/[?&][\w-]*(?:sig|signature|token|credential|key)=([^&\s]+)/gi)];
  const inside = [password, ...parameters.map((each) => each[1])].filter((part) => part !== undefined);
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
