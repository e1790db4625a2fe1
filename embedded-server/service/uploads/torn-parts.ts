// What came of parts that broke off, where their sender wants to go on with them: first the bytes are in the file, then it is
// recorded how many they are. So a crash of either side costs what came in the last moments. Nobody waits for the disk: where a power
// cut took bytes that are recorded, the digest of the part says so, and it is sent whole.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Stretch } from './part-headers.ts';
import type { Part } from './parts.ts';
import type { UploadParts } from './service.ts';
import type { UploadRecord } from './store.ts';

/** One that comes slowly is recorded so often while it comes. */
const RECORD_EVERY_MS = 200;

/** Keeps what comes of one part. Positions are counted from its start. */
export type Keeping = {
  written(position: number): void;
  /** No more comes. Never fails: what cannot be kept is sent again. */
  torn(position: number): void;
  /** From here on nothing is recorded any more. */
  end(): void;
  /** All of it came. If the work fails, nothing of it is right. */
  unlessRight(work: () => Promise<void>): Promise<void>;
};

/** Of a part that is whole or not there. */
export const nothingKept: Keeping = {
  written: () => {},
  torn: () => {},
  end: () => {},
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
  let latest = from;
  let timer: NodeJS.Timeout | undefined;
  const record = () => {
    timer = undefined;
    if (latest <= recorded || latest >= length) return;
    try {
      database.changeLazily(() => {
        // Removed or whole meanwhile.
        if (store.one(id) === undefined || store.part(id, number) !== undefined) return;
        store.setTorn(id, number, latest, now());
      });
      recorded = latest;
    } catch (thrown) {
      log('warn', 'torn part not kept', { upload_id: id, part: number, error: String(thrown) });
    }
  };
  return {
    written: (position) => {
      latest = position;
      timer ??= setTimeout(record, RECORD_EVERY_MS);
    },
    torn: (position) => {
      clearTimeout(timer);
      latest = position;
      record();
    },
    end: () => clearTimeout(timer),
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
