// Tokens of games and namespaces: making, listing and revoking them. The check of each request reads them from memory.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { displayNameProblems } from '../../../src-shared/service/names.ts';
import type { Caller, GivenTokens } from '../../platform/access/callers.ts';
import { createRevocations, type GivenAccess } from '../../platform/access/given-access.ts';
import { hashSecret, makeSecret } from '../../platform/access/secrets.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createLastUsed } from './last-used.ts';
import type { TokenRecord, TokenStore } from './store.ts';

const DEFAULT_NAMES = { cloud: 'Cloud token', service: 'Service token' } as const;

export type NewToken = { token: string; token_id: string };
export type TokenParts = { store: TokenStore; database: Database; now: () => number };
export type TokenOptions = { game_id: string; namespace_id?: string; name: string | undefined };
export type TokenService = GivenTokens &
  GivenAccess & {
    /** Makes a token. Give `along` what has to be recorded with it, in the same change. */
    create(options: TokenOptions, along?: (made: NewToken) => void): NewToken;
    list(game_id: string): TokenRecord[];
    /** From now on the token is unknown. Safe to repeat; a token of another game is left alone. */
    revoke(game_id: string, token_id: string): void;
    close(): void;
  };

/** A token as the check knows it. */
type Known = { token_id: string; hash: Buffer; caller: Caller; lastUsed: number | null };

export function createTokenService({ store, database, now }: TokenParts): TokenService {
  const lastUsed = createLastUsed(store, database, now);
  const known = new Map<string, Known>();
  const byId = new Map<string, Known>();
  const remember = (record: TokenRecord) => {
    const token = knownToken(record);
    known.set(keyOf(record.hash), token);
    byId.set(record.token_id, token);
  };
  for (const record of store.all()) remember(record);
  const revocations = createRevocations();
  const isThere = (token: Known | undefined) => token !== undefined && isStillThere(store, token.caller);
  return {
    isRevoked: (token_id) => token_id !== undefined && !isThere(byId.get(token_id)),
    whenRevoked: revocations.when,
    find: (hash) => {
      const token = known.get(keyOf(hash));
      if (token === undefined || !timingSafeEqual(token.hash, hash)) return undefined;
      if (!isStillThere(store, token.caller)) return undefined;
      token.lastUsed = lastUsed.note(token.token_id, token.lastUsed);
      return token.caller;
    },
    create: (options, along) => {
      refuseBadName(options.name);
      refuseMissing(store, options);
      const token = makeSecret(options.namespace_id === undefined ? 'cloud' : 'service');
      const record = newRecord(options, hashSecret(token), now());
      const made = { token, token_id: record.token_id };
      database.change(() => {
        store.insert(record);
        along?.(made);
      });
      remember(record);
      return made;
    },
    list: (game_id) => {
      if (!store.hasGame(game_id)) throw new AppError('GAME_NOT_FOUND');
      lastUsed.write();
      return store.ofGame(game_id);
    },
    revoke: (game_id, token_id) => {
      if (!store.hasGame(game_id)) throw new AppError('GAME_NOT_FOUND');
      const record = store.one(token_id);
      if (record?.game_id !== game_id) return;
      // The record first: if the disk refuses this, the token stays valid and the caller hears of it. Forgotten in memory
      // alone, it would be back after a restart.
      database.change(() => store.remove(token_id));
      known.delete(keyOf(record.hash));
      byId.delete(token_id);
      lastUsed.forget(token_id);
      revocations.tell(token_id);
    },
    close: lastUsed.write,
  };
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}

function knownToken(record: TokenRecord): Known {
  const { token_id, name, game_id, namespace_id, last_used_ts: used } = record;
  const caller: Caller =
    namespace_id === null
      ? { kind: 'cloud', token_id, name, game_id }
      : { kind: 'service', token_id, name, game_id, namespace_id };
  return { token_id, hash: Buffer.from(record.hash), caller, lastUsed: used };
}

/** A namespace that was deleted takes its tokens with it in the records; this is how the memory hears of it. */
function isStillThere(store: TokenStore, caller: Caller): boolean {
  return caller.kind !== 'service' || store.hasNamespace(caller.game_id, caller.namespace_id);
}

function newRecord(options: TokenOptions, hash: Buffer, at: number): TokenRecord {
  const kind = options.namespace_id === undefined ? 'cloud' : 'service';
  return {
    token_id: randomUUID(),
    kind,
    name: options.name ?? DEFAULT_NAMES[kind],
    game_id: options.game_id,
    namespace_id: options.namespace_id ?? null,
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

function refuseMissing(store: TokenStore, { game_id, namespace_id }: TokenOptions): void {
  if (!store.hasGame(game_id)) throw new AppError('GAME_NOT_FOUND');
  if (namespace_id !== undefined && !store.hasNamespace(game_id, namespace_id)) {
    throw new AppError('GAME_ENVIRONMENT_NOT_FOUND');
  }
}
