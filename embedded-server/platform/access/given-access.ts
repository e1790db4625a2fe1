// What is under way by a token that was given out, and has to end with it: when it is revoked, or expires.
import type { ServerResponse } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Caller } from './callers.ts';

/** By which token; the owner's own has no id, and never ends. */
export type TokenId = string | undefined;

export type GivenAccess = {
  /** Why a token is worth nothing any more, if so. */
  whyEnded(token_id: TokenId): AppError | undefined;
  /** Calls once when the token ends, and says why. Answers how to no longer be told. */
  whenEnded(token_id: TokenId, listener: (why: AppError) => void): () => void;
};

export function tokenIdOf(caller: Caller): TokenId {
  return 'token_id' in caller ? caller.token_id : undefined;
}

export function revokedError(): AppError {
  return new AppError('API_UNAUTHORIZED', 'token.revoked');
}

export function expiredError(at: number): AppError {
  return new AppError('API_UNAUTHORIZED', 'token.expired', { at: new Date(at).toISOString() });
}

/** Sends what was asked for with a token; cut off when that ends, and refused after that. */
export async function sendWhileGiven(
  access: GivenAccess,
  by: TokenId,
  response: ServerResponse,
  send: () => Promise<void>,
): Promise<void> {
  const ended = access.whyEnded(by);
  if (ended !== undefined) throw ended;
  await send().finally(access.whenEnded(by, () => void response.destroy()));
}

/** Nothing ever ends where nothing is given out. */
export const ownerAlone: GivenAccess = { whyEnded: () => undefined, whenEnded: () => () => undefined };

/** A timer of Node takes no longer wait; nothing that a token began goes on for so long. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

type Listener = (why: AppError) => void;

/** Who is to hear of which token. `expiryOf`: how long it still lives, where it expires at all. */
export function createEndings(expiryOf: (token_id: string) => { at: number; inMs: number } | undefined) {
  const listeners = new Map<string, Set<Listener>>();
  const listen = (token_id: string, listener: Listener): (() => void) => {
    const of = listeners.get(token_id) ?? new Set();
    listeners.set(token_id, of.add(listener));
    return () => {
      of.delete(listener);
      if (of.size === 0 && listeners.get(token_id) === of) listeners.delete(token_id);
    };
  };
  return {
    when: (token_id: TokenId, listener: Listener): (() => void) => {
      if (token_id === undefined) return () => undefined;
      const own = (why: AppError) => {
        stop();
        listener(why); // the same function may listen twice
      };
      const forget = listen(token_id, own);
      const expiry = expiryOf(token_id);
      const timer = expiry && expiryTimer(expiry, own);
      const stop = () => {
        clearTimeout(timer);
        forget();
      };
      return stop;
    },
    revoke: (token_id: string): void => {
      const of = listeners.get(token_id) ?? [];
      listeners.delete(token_id);
      for (const listener of of) listener(revokedError());
    },
  };
}

function expiryTimer({ at, inMs }: { at: number; inMs: number }, end: Listener): NodeJS.Timeout | undefined {
  return inMs > LONGEST_WAIT_MS ? undefined : setTimeout(() => end(expiredError(at)), inMs).unref();
}
