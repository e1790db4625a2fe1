// What of a typed text may be stored: arguments and variables often hold secrets, and those stay in memory. Pure.
import { isSecretName } from './server-words.ts';

const signedAddress = /:\/\/\S+@/;

/** Lines of NAME=value. Of a secret only its name stays, so that the form asks for its value; what is neither goes. */
export function withoutSecretValues(lines: string): string {
  const kept = lines.split('\n').map((line) => {
    const at = line.indexOf('=');
    const name = line.slice(0, at === -1 ? undefined : at).trim();
    if (isSecretName(name) || signedAddress.test(line)) return /^\w+$/.test(name) ? name : '';
    return at === -1 ? '' : line;
  });
  return kept.join('\n').trim();
}

/** All of it, or nothing where a word of it names a secret: its value may be anywhere behind that. */
export function unlessSecret(text: string): string | undefined {
  return isSecretName(text) || signedAddress.test(text) ? undefined : text;
}
