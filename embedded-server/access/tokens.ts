// Finds out who calls, from the bearer token. Tokens are compared by their hashes, in constant time.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { TokenKind } from '../../src-shared/service/endpoint.ts';

/** Who calls. A cloud token is for one game, a service token for one namespace of it; `anyone` gave none. */
export type Caller =
  | { kind: 'anyone' }
  | { kind: 'owner' }
  | { kind: 'cloud'; gameId: string }
  | { kind: 'service'; gameId: string; namespaceId: string };

export type TokenCheck = (token: string) => Caller | undefined;

export function createTokenCheck(ownerToken: string): TokenCheck {
  const owner = hashToken(ownerToken);
  return (token) => (timingSafeEqual(hashToken(token), owner) ? { kind: 'owner' } : undefined);
}

/** The token of an `Authorization: Bearer` header; anything else is no token. */
export function bearerToken(header: string | undefined): string | undefined {
  return header?.startsWith('Bearer ') === true ? header.slice('Bearer '.length).trim() || undefined : undefined;
}

/** Whether a caller of this kind may call at all; what is theirs is checked where the thing is known. */
export function mayCall(caller: Caller, access: readonly TokenKind[]): boolean {
  return caller.kind !== 'anyone' && access.includes(caller.kind);
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
