// Notices when all parts of an upload are in an object store, which tells nobody: looks again and again, the longer it takes the more
// seldom, so that a long upload costs little and a short one ends at once.
import type { TokenId } from '../../platform/access/given-access.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { UploadRecord, UploadStore } from './store.ts';

/** Between two looks, as a share of how long the upload has taken. */
const SHARE = 0.025;
const SHORTEST_MS = 500;
const LONGEST_MS = 60_000;

type Dependencies = {
  store: UploadStore;
  isWhole(upload: UploadRecord): Promise<boolean>;
  finish(upload_id: string, by: TokenId): Promise<void>;
  log: Log;
};
export type Arrivals = {
  /** Looks for the parts of an upload from now on. `by` was given addresses. */
  watch(upload_id: string, by: TokenId): void;
  close(): Promise<void>;
};

export function createArrivals({ store, isWhole, finish, log }: Dependencies): Arrivals {
  type Watched = { since: number; by: TokenId; timer?: NodeJS.Timeout };
  const watched = new Map<string, Watched>();
  const looking = new Set<Promise<void>>();
  let isClosed = false;
  const look = async (upload_id: string, { by }: Watched): Promise<boolean> => {
    const upload = store.one(upload_id);
    if (upload === undefined || upload.complete_ts !== null) return true;
    if (upload.sha256 === null && !(await isWhole(upload))) return false;
    await finish(upload_id, by);
    return true;
  };
  const later = (upload_id: string, one: Watched) => {
    const elapsed = performance.now() - one.since;
    const wait = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, SHARE * elapsed));
    const run = async () => {
      try {
        if (await look(upload_id, one)) watched.delete(upload_id);
      } catch (thrown) {
        log('warn', 'upload not looked at', { upload_id, error: String(thrown) });
      }
      // Whoever was given new addresses meanwhile is watched from the start again.
      if (!isClosed && watched.get(upload_id) === one) later(upload_id, one);
    };
    one.timer = setTimeout(() => {
      const work = run().finally(() => looking.delete(work));
      looking.add(work);
    }, wait).unref();
  };
  return {
    watch: (upload_id, by) => {
      const known = watched.get(upload_id);
      if (isClosed) return;
      if (known !== undefined) clearTimeout(known.timer);
      // Whoever asks for addresses is about to send.
      const one = { since: performance.now(), by };
      watched.set(upload_id, one);
      later(upload_id, one);
    },
    close: async () => {
      isClosed = true;
      for (const { timer } of watched.values()) clearTimeout(timer);
      await Promise.all(looking);
    },
  };
}
