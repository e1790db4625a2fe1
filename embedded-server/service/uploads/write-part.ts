// Takes the bytes of one part into a file, has them hashed as they get there, and on their way to the disk early.

import type { IncomingPart, InMemory, PartPlace } from '../../platform/front/incoming-part.ts';
import type { FileHasher } from '../../platform/hashing/file-hasher.ts';
import type { SyncFile } from '../../platform/storage/shared-sync.ts';
import { createEarlyWriteback } from '../../platform/threads/early-writeback.ts';

export type Target = PartPlace & {
  file: string;
  sync: SyncFile;
  /** Who may still want what is written, before it leaves the memory. */
  offer(position: number, memory: InMemory): Promise<void>;
};

/** Writes exactly `length` bytes at `offset` and answers their SHA-256. Fails when there are fewer or more. */
export async function writePart(incoming: IncomingPart, target: Target, hasher: FileHasher): Promise<Buffer> {
  const hashing = hasher.start(target.file, target.offset, target.length);
  let position = target.offset;
  const early = createEarlyWriteback(() => target.sync(target.handle));
  try {
    await incoming.writeTo(target, {
      passes: hashing.pass,
      written: async (bytes, memory) => {
        hashing.add(bytes);
        early.written(bytes);
        const at = position;
        position += bytes;
        if (memory !== undefined) await target.offer(at, memory);
      },
    });
  } catch (thrown) {
    hashing.drop();
    throw thrown;
  }
  const [digest] = await Promise.all([hashing.digest(), early.end()]);
  return digest;
}
