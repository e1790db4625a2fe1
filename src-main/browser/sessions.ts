// Who may open the window: a link works once and is exchanged for a cookie that only this machine's browser holds.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SECRET = /^[\w-]{43}$/;

export type Sessions = {
  /** A token for one link. */
  newLink(): string;
  /** The cookie's value for a link that was not used before; undefined for any other. */
  exchange(token: string): string | undefined;
  isGood(cookie: string | undefined): boolean;
};

/** The cookie outlives this process, so that a window that is open finds a restarted Slipway by itself. */
export async function createSessions(folder: string): Promise<Sessions> {
  const cookie = await loadSecret(path.join(folder, 'browser-session'));
  const links = new Set<string>();
  return {
    newLink: () => {
      const token = randomBytes(24).toString('base64url');
      links.add(digest(token));
      return token;
    },
    exchange: (token) => (links.delete(digest(token)) ? cookie : undefined),
    isGood: (given) => given !== undefined && timingSafeEqual(hash(given), hash(cookie)),
  };
}

async function loadSecret(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (SECRET.test(stored)) return stored;
  const secret = randomBytes(32).toString('base64url');
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, secret, { mode: 0o600 });
  return secret;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function digest(text: string): string {
  return hash(text).toString('base64url');
}
