// Tokens of games and namespaces: making, listing and revoking them. The check of each request reads them from memory.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { displayNameProblems } from '../../../src-shared/service/names.ts';
import type { Caller, GivenTokens } from '../../platform/access/callers.ts';
import { hashSecret, makeSecret } from '../../platform/access/secrets.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createLastUsed } from './last-used.ts';
import type { TokenRecord, TokenStore } from './store.ts';

const DEFAULT_NAMES = { cloud: 'Cloud token', service: 'Service token' } as const;

export type NewToken = { token: string; token_id: string };
export type TokenParts = { store: TokenStore; database: Database; now: () => number };
export type TokenOptions = { gameId: string; namespaceId?: string; name: string | undefined };
export type TokenService = GivenTokens & {
  /** Makes a token. Give `along` what has to be recorded with it, in the same change. */
  create(wish: TokenOptions, along?: (made: NewToken) => void): NewToken;
  list(gameId: string): TokenRecord[];
  /** From now on the token is unknown. Safe to repeat; a token of another game is left alone. */
  revoke(gameId: string, tokenId: string): void;
  close(): void;
};

/** A token as the check knows it. */
type Known = { tokenId: string; hash: Buffer; caller: Caller; lastUsed: number | null };

export function createTokenService({ store, database, now }: TokenParts): TokenService {
  const lastUsed = createLastUsed(store, database, now);
  const known = new Map<string, Known>();
  const remember = (record: TokenRecord) => known.set(keyOf(record.hash), knownToken(record));
  for (const record of store.all()) remember(record);
  return {
    find: (hash) => {
      const token = known.get(keyOf(hash));
      if (token === undefined || !timingSafeEqual(token.hash, hash)) return undefined;
      if (!isStillThere(store, token.caller)) return undefined;
      token.lastUsed = lastUsed.note(token.tokenId, token.lastUsed);
      return token.caller;
    },
    create: (wish, along) => {
      refuseBadName(wish.name);
      refuseMissing(store, wish);
      const token = makeSecret(wish.namespaceId === undefined ? 'cloud' : 'service');
      const record = newRecord(wish, hashSecret(token), now());
      const made = { token, token_id: record.token_id };
      database.change(() => {
        store.insert(record);
        along?.(made);
      });
      remember(record);
      return made;
    },
    list: (gameId) => {
      if (!store.hasGame(gameId)) throw new AppError('GAME_NOT_FOUND');
      lastUsed.write();
      return store.ofGame(gameId);
    },
    revoke: (gameId, tokenId) => {
      if (!store.hasGame(gameId)) throw new AppError('GAME_NOT_FOUND');
      const record = store.one(tokenId);
      if (record?.game_id !== gameId) return;
      known.delete(keyOf(record.hash));
      lastUsed.forget(tokenId);
      database.change(() => store.remove(tokenId));
    },
    close: lastUsed.write,
  };
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}

function knownToken(record: TokenRecord): Known {
  const { token_id: tokenId, game_id: gameId, namespace_id: namespaceId, last_used_ts: used } = record;
  const caller: Caller = namespaceId === null ? { kind: 'cloud', gameId } : { kind: 'service', gameId, namespaceId };
  return { tokenId, hash: Buffer.from(record.hash), caller, lastUsed: used };
}

/** A namespace that was deleted takes its tokens with it in the records; this is how the memory hears of it. */
function isStillThere(store: TokenStore, caller: Caller): boolean {
  return caller.kind !== 'service' || store.hasNamespace(caller.gameId, caller.namespaceId);
}

function newRecord(wish: TokenOptions, hash: Buffer, at: number): TokenRecord {
  const kind = wish.namespaceId === undefined ? 'cloud' : 'service';
  return {
    token_id: randomUUID(),
    kind,
    name: wish.name ?? DEFAULT_NAMES[kind],
    game_id: wish.gameId,
    namespace_id: wish.namespaceId ?? null,
    hash,
    create_ts: at,
    last_used_ts: null,
  };
}

function refuseBadName(name: string | undefined): void {
  if (name === undefined) return;
  const errors = displayNameProblems(name).map(([, reason]) => ({ path: ['name', reason] }));
  if (errors.length > 0) {
    throw new AppError('VALIDATION_ERROR', 'token.name-invalid', {}, { metadata: { errors } });
  }
}

function refuseMissing(store: TokenStore, { gameId, namespaceId }: TokenOptions): void {
  if (!store.hasGame(gameId)) throw new AppError('GAME_NOT_FOUND');
  if (namespaceId !== undefined && !store.hasNamespace(gameId, namespaceId)) {
    throw new AppError('GAME_ENVIRONMENT_NOT_FOUND');
  }
}
