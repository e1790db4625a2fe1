// Who may use the window: a link works once and is exchanged for a secret that its page alone keeps. Nothing of it is in a cookie,
// which a browser would send to every port of this machine, and nothing of it outlives this process.
import { createHash, randomBytes } from 'node:crypto';

/** A session of which no window was open for so long is over. */
const UNUSED_MS = 12 * 3_600_000;
/** The one that was used least recently makes room for the next. */
const MOST = 64;

export type Sessions = {
  /** A token for one link. */
  newLink(): string;
  /** The secret of a new session for a link that was not used before; undefined for any other. */
  exchange(token: string): string | undefined;
  isGood(secret: string | undefined): boolean;
  /** A session does not run out while a window of it is open. `end` is called when it is signed out. Call what this answers once it closed. */
  hold(secret: string, end: () => void): () => void;
  /** Ends a session, and all windows that hold it. */
  signOut(secret: string): void;
};

type Session = { usedAt: number; windows: Set<() => void> };

export type SessionOptions = {
  now?: () => number;
  /** The secret of every session, good from the start: for `npm run dev:browser`, whose window stays while its shell restarts. */
  devSecret?: string | undefined;
};

export function createSessions({ now = Date.now, devSecret }: SessionOptions = {}): Sessions {
  const links = new Set<string>();
  /** By the hash of its secret: how long a look-up takes says nothing about the secret. */
  const sessions = new Map<string, Session>();
  const find = (secret: string): Session | undefined => {
    const key = hash(secret);
    const session = sessions.get(key);
    if (session === undefined) return undefined;
    if (session.windows.size === 0 && now() - session.usedAt >= UNUSED_MS) {
      sessions.delete(key);
      return undefined;
    }
    session.usedAt = now();
    sessions.delete(key); // the one that was used last stands last
    sessions.set(key, session);
    return session;
  };
  const add = (secret: string): string => {
    sessions.set(hash(secret), { usedAt: now(), windows: new Set() });
    const [oldest] = [...sessions].find(([, { windows }]) => windows.size === 0) ?? [];
    if (sessions.size > MOST && oldest !== undefined) sessions.delete(oldest);
    return secret;
  };
  if (devSecret !== undefined) add(devSecret);
  return {
    newLink: () => {
      const token = newSecret();
      links.add(hash(token));
      return token;
    },
    exchange: (token) => {
      if (!links.delete(hash(token))) return undefined;
      if (devSecret !== undefined && find(devSecret) !== undefined) return devSecret;
      return add(devSecret ?? newSecret());
    },
    isGood: (secret) => secret !== undefined && find(secret) !== undefined,
    hold: (secret, end) => {
      const session = find(secret);
      session?.windows.add(end);
      return () => {
        if (session?.windows.delete(end) === true) session.usedAt = now();
      };
    },
    signOut: (secret) => {
      const session = find(secret);
      sessions.delete(hash(secret));
      for (const end of session?.windows ?? []) end();
    },
  };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
