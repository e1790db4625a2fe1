// What of a typed text may be stored: values of variables never are, and arguments that name a secret stay in memory as well. Pure.
import { holdsSecret, isSecretName } from '../../../src-shared/secrets.ts';

/** A name alone may be the token. Where this is wrong, somebody types an argument again. */
const signedAddress = /:\/\/\S+@/;

/**
 * Of lines of NAME=value only the names, so that a form which comes back asks for the values: any of them may be a secret, whatever
 * its name is. A line without a value goes whole, as it may be the rest of a value that was pasted over several lines: "dGFpbA==".
 * One that is among the stored names is one of those, of a form that came back and waits for its values.
 */
export function namesAlone(lines: string, stored = ''): string {
  const known = stored.split('\n');
  const names = lines.split('\n').flatMap((line) => {
    if (line !== '' && known.includes(line)) return [line];
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(0, at)).trim();
    return /^\w+$/.test(name) && /[^=\s]/.test(line.slice(at)) ? [name] : [];
  });
  return names.join('\n');
}

/** All of it, or nothing where a word of it names a secret: its value may be anywhere behind that. */
export function unlessSecret(text: string): string | undefined {
  const namesSecret = text.split(/[^\w-]+/).some(isSecretName);
  return namesSecret || holdsSecret(text) || signedAddress.test(text) ? undefined : text;
}
