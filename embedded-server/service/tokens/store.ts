// Tokens that were given out, in the records: their hashes, never their secrets.
import type { Database } from '../../platform/storage/database.ts';
import { command, query } from '../../platform/storage/statement.ts';

export type TokenRecord = {
  token_id: string;
  kind: 'cloud' | 'service';
  name: string;
  game_id: string;
  namespace_id: string | null;
  hash: Uint8Array;
  create_ts: number;
  last_used_ts: number | null;
  /** What it may do, as JSON; null: all that its kind may. */
  can: string | null;
  /** Null: it never expires. */
  expire_ts: number | null;
};

export type TokenStore = ReturnType<typeof createTokenStore>;

const TOKEN = 'token_id, kind, name, game_id, namespace_id, hash, create_ts, last_used_ts, can, expire_ts';

export function createTokenStore(db: Database) {
  const all = query<TokenRecord>(db, `SELECT ${TOKEN} FROM tokens`);
  const one = query<TokenRecord>(db, `SELECT ${TOKEN} FROM tokens WHERE token_id = ?`);
  const ofGame = query<TokenRecord>(db, `SELECT ${TOKEN} FROM tokens WHERE game_id = ? ORDER BY create_ts, token_id`);
  const game = query(db, 'SELECT 1 FROM games WHERE game_id = ?');
  const namespace = query(db, 'SELECT 1 FROM namespaces WHERE namespace_id = ? AND game_id = ?');
  const insert = command(db, `INSERT INTO tokens (${TOKEN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const remove = command(db, 'DELETE FROM tokens WHERE token_id = ?');
  const used = command(db, 'UPDATE tokens SET last_used_ts = ? WHERE token_id = ?');
  return {
    all: () => all.all(),
    one: (token_id: string) => one.one(token_id),
    ofGame: (game_id: string) => ofGame.all(game_id),
    hasGame: (game_id: string) => game.one(game_id) !== undefined,
    hasNamespace: (game_id: string, namespace_id: string) => namespace.one(namespace_id, game_id) !== undefined,
    insert: (t: TokenRecord) =>
      insert(
        t.token_id,
        t.kind,
        t.name,
        t.game_id,
        t.namespace_id,
        t.hash,
        t.create_ts,
        t.last_used_ts,
        t.can,
        t.expire_ts,
      ),
    remove: (token_id: string) => remove(token_id),
    setUsed: (token_id: string, at: number) => used(at, token_id),
  };
}
