// What each remote could do when it was last seen, kept over a restart: one that does not answer then is shown with that, and
// with when it was. Nothing here is the only copy of anything.
import { type LastSeen, lastSeen, type RemoteFacts } from '../../../src-shared/instances/bridge.ts';
import type { AppDatabase } from '../platform/storage/app-database.ts';

/** The moment is written no more often, as long as nothing else changes. */
const WRITE_EVERY_MS = 5_000;

export type LastSeenLog = ReturnType<typeof createLastSeenLog>;

export function createLastSeenLog() {
  let database: AppDatabase | undefined;
  const known = new Map<string, LastSeen>();
  const written = new Map<string, LastSeen>();
  const write = (id: string, facts: LastSeen) => {
    try {
      database?.sql
        .prepare('INSERT OR REPLACE INTO last_seen (instance_id, facts) VALUES (?, ?)')
        .run(id, JSON.stringify(facts));
      written.set(id, facts);
    } catch {
      // A full disk must not stand in the way of what is live. It stays in memory, and the next one is tried again.
    }
  };
  return {
    open: (opened: AppDatabase) => {
      database = opened;
      for (const { instance_id: id, facts } of opened.sql
        .prepare('SELECT instance_id, facts FROM last_seen')
        .iterate()) {
        const found = readFacts(String(facts));
        if (found !== undefined) known.set(String(id), found);
      }
    },
    close: () => {
      for (const [id, facts] of known) if (written.get(id) !== facts) write(id, facts);
      database = undefined;
    },
    of: (id: string): LastSeen | undefined => known.get(id),
    keep: (id: string, { why_not, token_kind, token_place, version, fresh_at = Date.now() }: Partial<RemoteFacts>) => {
      const facts: LastSeen = { why_not, token_kind, token_place, version, fresh_at };
      known.set(id, facts);
      const before = written.get(id);
      const isSame = before !== undefined && whatOf(before) === whatOf(facts);
      if (!isSame || fresh_at - before.fresh_at >= WRITE_EVERY_MS) write(id, facts);
    },
    forget: (id: string) => {
      known.delete(id);
      written.delete(id);
      database?.sql.prepare('DELETE FROM last_seen WHERE instance_id = ?').run(id);
    },
  };
}

function whatOf({ fresh_at: _at, ...what }: LastSeen): string {
  return JSON.stringify(what);
}

/** Facts that another version of Slipway wrote in its way are not known; the next look brings them. */
function readFacts(text: string): LastSeen | undefined {
  const parsed = lastSeen.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}
