// Takes secrets out of what is recorded of a call: by the names of fields and query parameters, by how tokens look, and by
// the tokens that are known. Signed addresses lose their signature, environments of servers their values.
import { isSecretName, MASK, maskText } from '../../../src-shared/secrets.ts';
import { maskArguments } from '../../../src-shared/servers/secret-values.ts';

const KEPT_CHARACTERS = 8_192;

/** Knows the tokens in use; what it lets through holds none of them. */
export type Masker = {
  know(secret: string): void;
  text(text: string): string;
  /** A body as it is kept: masked by its fields where it is JSON, and cut. */
  body(text: string): string;
};

export function createMasker(): Masker {
  const secrets = new Set<string>();
  const text = (given: string): string => {
    let clean = given;
    for (const secret of secrets) clean = clean.replaceAll(secret, MASK);
    return maskText(clean);
  };
  return {
    know: (secret) => {
      if (secret === '') return;
      secrets.add(secret);
      secrets.add(encodeURIComponent(secret));
      secrets.add(JSON.stringify(secret).slice(1, -1));
    },
    text,
    body: (given) => cut(maskJson(given, text)),
  };
}

function maskJson(given: string, text: (text: string) => string): string {
  try {
    return JSON.stringify(maskValue(JSON.parse(given), text));
  } catch {
    return text(given);
  }
}

function maskValue(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, text));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => {
    if (isSecretName(name) && typeof field === 'string') return [text(name), MASK];
    if (name === 'environment' && typeof field === 'object' && field !== null) return [name, withoutValues(field)];
    if (name === 'arguments' && isTexts(field)) return [name, maskArguments(field).map(text)];
    return [text(name), maskValue(field, text)];
  });
  return Object.fromEntries(fields);
}

function isTexts(field: unknown): field is string[] {
  return Array.isArray(field) && field.every((item) => typeof item === 'string');
}

/** What a server is given in its environment is nobody's but its own. */
function withoutValues(environment: object): Record<string, string> {
  return Object.fromEntries(Object.keys(environment).map((name) => [name, MASK]));
}

function cut(text: string): string {
  return text.length <= KEPT_CHARACTERS ? text : `${text.slice(0, KEPT_CHARACTERS)}...`;
}
