// Tokens of games and namespaces: making, listing and revoking them. The check of each request reads them from memory.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { displayNameProblems } from '../../../src-shared/service/names.ts';
import type { TokenRight } from '../../../src-shared/service/token-rights.ts';
import { tokenCan } from '../../../src-shared/service/tokens.ts';
import type { Caller, GivenTokens, Limits } from '../../platform/access/callers.ts';
import { createEndings, expiredError, type GivenAccess, revokedError } from '../../platform/access/given-access.ts';
import { namespaceOf } from '../../platform/access/token-reach.ts';
import { hashSecret, makeSecret } from '../../platform/access/token-secrets.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createLastUsed } from './last-used.ts';
import type { TokenRecord, TokenStore } from './store.ts';

const DEFAULT_NAMES = { cloud: 'Cloud token', service: 'Service token' } as const;

export type NewToken = { token: string; token_id: string; expire_ts: number | undefined };
export type TokenParts = { store: TokenStore; database: Database; now: () => number };
export type TokenOptions = {
  game_id: string;
  namespace_id?: string | undefined;
  name: string | undefined;
  /** What it may do; without it all that a token of its kind may. */
  can?: readonly TokenRight[];
  /** For so many seconds; for ever without. */
  expires_in?: number | undefined;
};
export type TokenService = GivenTokens &
  GivenAccess & {
    /** Makes a token for `by`, as far as they may. Give `along` what has to be recorded with it, in the same change. */
    create(options: TokenOptions, by: Caller, along?: (made: NewToken) => void): NewToken;
    list(game_id: string): TokenRecord[];
    /** From now on the token is unknown. Safe to repeat; a token of another game is left alone. */
    revoke(game_id: string, token_id: string): void;
    /** What its tokens began ends with a namespace; their records went with it. */
    endOfNamespace(namespace_id: string): void;
    close(): void;
  };

/** A token as the check knows it. */
type Known = { token_id: string; hash: Buffer; caller: Caller; expire_ts: number | null; lastUsed: number | null };

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
  const isExpired = ({ expire_ts: at }: Known): boolean => at !== null && at <= now();
  const endings = createEndings((token_id) => {
    const at = byId.get(token_id)?.expire_ts;
    return typeof at === 'number' ? { at, inMs: at - now() } : undefined;
  });
  const forget = ({ token_id, hash }: Known) => {
    known.delete(keyOf(hash));
    byId.delete(token_id);
    lastUsed.forget(token_id);
    endings.revoke(token_id);
  };
  return {
    whyEnded: (token_id) => {
      if (token_id === undefined) return undefined;
      const token = byId.get(token_id);
      if (token === undefined) return revokedError();
      return isExpired(token) ? expiredError(token.expire_ts ?? 0) : undefined;
    },
    whenEnded: endings.when,
    find: (hash) => {
      const token = known.get(keyOf(hash));
      if (token === undefined || !timingSafeEqual(token.hash, hash)) return undefined;
      if (isExpired(token)) throw expiredError(token.expire_ts ?? 0);
      token.lastUsed = lastUsed.note(token.token_id, token.lastUsed);
      return token.caller;
    },
    create: (options, by, along) => {
      refuseAdminByOthers(by, options.can);
      refuseBadName(options.name);
      refuseMissing(store, options);
      const token = makeSecret(kindOf(options));
      const at = now();
      const expire_ts = soonest(expiryOf(by), options.expires_in && at + options.expires_in * 1000);
      const record = newRecord(options, { hash: hashSecret(token), at, expire_ts });
      const made = { token, token_id: record.token_id, expire_ts };
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
      const token = byId.get(token_id);
      if (token !== undefined) forget(token);
    },
    endOfNamespace: (namespace_id) => {
      for (const token of [...byId.values()].filter(({ caller }) => namespaceOf(caller) === namespace_id))
        forget(token);
    },
    close: lastUsed.write,
  };
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}

function knownToken(record: TokenRecord): Known {
  const { token_id, expire_ts, last_used_ts: used } = record;
  return { token_id, hash: Buffer.from(record.hash), caller: callerOf(record), expire_ts, lastUsed: used };
}

function callerOf(record: TokenRecord): Caller {
  const { kind, token_id, name, game_id, namespace_id } = record;
  if (kind === 'service') return { kind, token_id, name, game_id, namespace_id: namespace_id ?? '' };
  const limits = limitsOf(record);
  return { kind, token_id, name, game_id, ...(limits === undefined ? {} : { limits }) };
}

/** The limits that a token was made with, if it was made with any. */
export function limitsOf({ kind, can, namespace_id, expire_ts }: TokenRecord): Limits | undefined {
  if (kind !== 'cloud' || can === null) return undefined;
  return {
    can: tokenCan.parse(JSON.parse(can)),
    ...(namespace_id === null ? {} : { namespace_id }),
    ...(expire_ts === null ? {} : { expire_ts }),
  };
}

function kindOf({ can, namespace_id }: TokenOptions): TokenRecord['kind'] {
  return can === undefined && namespace_id !== undefined ? 'service' : 'cloud';
}

type Made = { hash: Buffer; at: number; expire_ts: number | undefined };

function newRecord(options: TokenOptions, { hash, at, expire_ts }: Made): TokenRecord {
  const kind = kindOf(options);
  return {
    token_id: randomUUID(),
    kind,
    name: options.name ?? DEFAULT_NAMES[kind],
    game_id: options.game_id,
    namespace_id: options.namespace_id ?? null,
    hash,
    create_ts: at,
    last_used_ts: null,
    can: options.can === undefined ? null : JSON.stringify([...new Set(options.can)]),
    expire_ts: expire_ts ?? null,
  };
}

/** As a cloud token of a whole game is, one that may do everything of it is the owner's to give. */
function refuseAdminByOthers(by: Caller, can: readonly TokenRight[] = []): void {
  if (by.kind !== 'owner' && can.includes('admin')) throw new AppError('API_FORBIDDEN', 'token.admin-by-owner');
}

/** Nothing that a token makes outlives it. */
function expiryOf(by: Caller): number | undefined {
  return by.kind === 'cloud' ? by.limits?.expire_ts : undefined;
}

function soonest(...moments: readonly (number | undefined)[]): number | undefined {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
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
