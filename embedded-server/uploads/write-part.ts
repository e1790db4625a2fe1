// Takes the bytes of one part into a file, has them hashed as they get there, and on their way to the disk early.
import type { FileHasher } from '../hashing/file-hasher.ts';
import type { IncomingPart, PartPlace } from './incoming-part.ts';
import type { SyncFile } from './shared-sync.ts';

/** So much of a part at least is worth a sync of its own; what is left for the end is then little. */
const SYNC_BYTES = 64 * 1_048_576;

export type Target = PartPlace & { file: string; sync: SyncFile };

/** Writes exactly `length` bytes at `offset` and answers their SHA-256. Fails when there are fewer or more. */
export async function writePart(incoming: IncomingPart, target: Target, hasher: FileHasher): Promise<Buffer> {
  const hashing = hasher.start(target.file, target.offset, target.length);
  const early = createEarlySyncs(target);
  try {
    await incoming.writeTo(target, (bytes) => {
      hashing.add(bytes);
      early.written(bytes);
    });
  } catch (thrown) {
    hashing.drop();
    throw thrown;
  }
  const [digest] = await Promise.all([hashing.digest(), early.end()]);
  return digest;
}

/** The disk works while bytes still come. What an early sync finds wrong is said at the end. */
function createEarlySyncs({ handle, sync }: Target) {
  let unsynced = 0;
  let running: Promise<void> | undefined;
  let failure: { thrown: unknown } | undefined;
  const run = async () => {
    try {
      await sync(handle);
    } catch (thrown) {
      failure ??= { thrown };
    }
    running = undefined;
  };
  return {
    written: (bytes: number) => {
      unsynced += bytes;
      if (unsynced < SYNC_BYTES || running !== undefined) return;
      unsynced = 0;
      running = run();
    },
    end: async () => {
      await running;
      if (failure !== undefined) throw failure.thrown;
      await sync(handle);
    },
  };
}
