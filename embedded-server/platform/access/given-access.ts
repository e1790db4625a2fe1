// What is under way by a token that was given out, and has to end when that token is revoked.
import type { ServerResponse } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Caller } from './callers.ts';

/** By which token; the owner's own has no id, and cannot be revoked. */
export type TokenId = string | undefined;

export type GivenAccess = {
  isRevoked(token_id: TokenId): boolean;
  /** Calls once when the token is revoked. Answers how to no longer be told. */
  whenRevoked(token_id: TokenId, listener: () => void): () => void;
};

export function tokenIdOf(caller: Caller): TokenId {
  return 'token_id' in caller ? caller.token_id : undefined;
}

export function revokedError(): AppError {
  return new AppError('API_UNAUTHORIZED', 'token.revoked');
}

/** Sends what was asked for with a token; cut off when that is revoked, and refused after that. */
export async function sendWhileGiven(
  access: GivenAccess,
  by: TokenId,
  response: ServerResponse,
  send: () => Promise<void>,
): Promise<void> {
  if (access.isRevoked(by)) throw revokedError();
  await send().finally(access.whenRevoked(by, () => void response.destroy()));
}

/** Nothing is ever revoked where nothing is given out. */
export const ownerAlone: GivenAccess = { isRevoked: () => false, whenRevoked: () => () => undefined };

/** Who is to hear of which token. */
export function createRevocations() {
  const listeners = new Map<string, Set<() => void>>();
  return {
    when: (token_id: TokenId, listener: () => void): (() => void) => {
      if (token_id === undefined) return () => undefined;
      const own = () => listener(); // the same function may listen twice
      const of = listeners.get(token_id) ?? new Set();
      listeners.set(token_id, of.add(own));
      return () => {
        of.delete(own);
        if (of.size === 0 && listeners.get(token_id) === of) listeners.delete(token_id);
      };
    },
    tell: (token_id: string): void => {
      const of = listeners.get(token_id) ?? [];
      listeners.delete(token_id);
      for (const listener of of) listener();
    },
  };
}
