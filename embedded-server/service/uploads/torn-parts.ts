// What came of parts that broke off, where their sender wants to go on with them: first the bytes are on the disk, then it is
// recorded how many they are. So a crash of either side costs what came in the last moments.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Stretch } from './part-headers.ts';
import type { Part } from './parts.ts';
import type { UploadParts } from './service.ts';
import type { UploadRecord } from './store.ts';

/** One that comes slowly is recorded so often while it comes. */
const RECORD_EVERY_MS = 500;

/** Keeps what comes of one part. Positions are counted from its start. */
export type Keeping = {
  written(position: number, sync: () => Promise<void>): void;
  /** No more comes. Never fails: what cannot be kept is sent again. */
  torn(position: number, sync: () => Promise<void>): Promise<void>;
  /** Resolves when nothing is recorded any more. */
  idle(): Promise<void>;
  /** All of it came. If the work fails, nothing of it is right. */
  unlessRight(work: () => Promise<void>): Promise<void>;
};

/** Of a part that is whole or not there. */
export const nothingKept: Keeping = {
  written: () => {},
  torn: async () => {},
  idle: async () => {},
  unlessRight: (work) => work(),
};

export type TornParts = ReturnType<typeof createTornParts>;

type Dependencies = Pick<UploadParts, 'store' | 'database' | 'now' | 'log'>;

export function createTornParts(dependencies: Dependencies) {
  const { store, database } = dependencies;
  return {
    /** Before a byte is written: from then on what was kept behind that place is no longer so. */
    begin: ({ upload_id: id }: UploadRecord, part: Part, { from, isKept }: Stretch): Keeping => {
      const held = store.tornBytes(id, part.number);
      if (from > (held ?? 0)) {
        throw new AppError('UPLOAD_INVALID', 'upload.not-so-much-held', { from, held: held ?? 0 });
      }
      const isLess = held !== undefined && held > from;
      if (isLess && from === 0) database.change(() => store.dropTorn(id, part.number));
      else if (isLess) database.change(() => store.setTorn(id, part.number, from, dependencies.now()));
      return isKept ? keepPart(dependencies, id, part, from) : nothingKept;
    },
  };
}

function keepPart(
  { store, database, now, log }: Dependencies,
  id: string,
  { number, length }: Part,
  from: number,
): Keeping {
  let recorded = from;
  let latest = { position: from, sync: async () => {} };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const record = async (position: number, sync: () => Promise<void>) => {
    if (position <= recorded || position >= length) return;
    try {
      await sync();
      await database.changeSoon(() => {
        // Removed or whole meanwhile.
        if (store.one(id) === undefined || store.part(id, number) !== undefined) return;
        store.setTorn(id, number, position, now());
      });
      recorded = position;
    } catch (thrown) {
      log('warn', 'torn part not kept', { upload_id: id, part: number, error: String(thrown) });
    }
  };
  const rest = async () => {
    clearTimeout(timer);
    await running;
  };
  const soon = () => {
    timer = undefined;
    const before = running;
    running = (async () => {
      await before;
      await record(latest.position, latest.sync);
    })();
  };
  return {
    written: (position, sync) => {
      latest = { position, sync };
      timer ??= setTimeout(soon, RECORD_EVERY_MS);
    },
    torn: async (position, sync) => {
      await rest();
      await record(position, sync);
    },
    idle: rest,
    unlessRight: async (work) => {
      try {
        await work();
      } catch (thrown) {
        database.change(() => store.dropTorn(id, number));
        throw thrown;
      }
    },
  };
}
