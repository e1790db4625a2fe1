// Finds out who calls, from the bearer token. Tokens are compared by their hashes, in constant time.
import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { TokenKind } from '../../../src-shared/service/endpoint.ts';
import type { TokenRight } from '../../../src-shared/service/token-rights.ts';
import { createRevisionCache } from '../watch/revision-cache.ts';
import { hashSecret } from './token-secrets.ts';

/** What a cloud token was cut down to. Without a namespace it is for all of its game. */
export type Limits = { can: readonly TokenRight[]; namespace_id?: string; expire_ts?: number };

/**
 * Who calls. A cloud token is for one game, with or without limits; a service token is for one namespace of it; `anyone` gave
 * none. Those that were given out have an id and a name.
 */
export type Caller =
  | { kind: 'anyone' }
  | { kind: 'owner' }
  | { kind: 'cloud'; token_id?: string; name?: string; game_id: string; limits?: Limits }
  | { kind: 'service'; token_id?: string; name?: string; game_id: string; namespace_id: string };

export type TokenCheck = (token: string) => Caller | undefined;

/** The tokens that were given out, by the hash of their secret. Finding one that expired throws, and says so. */
export type GivenTokens = { find(hash: Buffer): Caller | undefined };

export function createTokenCheck(ownerToken: string, given: GivenTokens): TokenCheck {
  const owner = hashSecret(ownerToken);
  const hashes = createRevisionCache<Buffer>();
  return (token) => {
    const hash = hashes.at(token, 0, () => hashSecret(token));
    return timingSafeEqual(hash, owner) ? { kind: 'owner' } : given.find(hash);
  };
}

/** One space and one word, as RFC 6750 has it. */
const BEARER = /^Bearer ([\w.~+/-]+=*)$/;

/** The token of an `Authorization: Bearer` header; throws where there is none. */
export function requireToken(header: string | undefined): string {
  if (header === undefined) throw new AppError('API_UNAUTHORIZED', 'token.none');
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw new AppError('API_UNAUTHORIZED', 'token.malformed');
  return token;
}

/** Refuses callers of a kind that may not call at all; what is theirs is checked where the thing is known. */
export function requireKind(caller: Caller, access: readonly TokenKind[]): void {
  if (caller.kind !== 'anyone' && access.includes(caller.kind)) return;
  const needsOwner = access.every((kind) => kind === 'owner');
  throw new AppError('API_FORBIDDEN', needsOwner ? 'token.owner-alone' : 'token.not-for-service');
}
