// Writes what comes of a part into its place in a file, and works out the hash of the whole part beside that.
import type { IncomingPart, InMemory, PartPlace } from '../../platform/front/incoming-part.ts';
import type { FileHasher } from '../../platform/hashing/file-hasher.ts';
import type { SyncFile } from '../../platform/storage/shared-sync.ts';
import { createEarlyWriteback } from '../../platform/threads/early-writeback.ts';
import type { Keeping } from './torn-parts.ts';

type Target = PartPlace & {
  file: string;
  /** So many bytes from its start are in the file already. */
  from: number;
  sync: SyncFile;
  /** Who may still want what is written, before it leaves the memory. */
  offer(position: number, memory: InMemory): Promise<void>;
  keeping: Keeping;
};

/** Writes exactly the bytes of the part that are missing, and answers the SHA-256 of it all. Fails when there are fewer or more. */
export async function writePart(incoming: IncomingPart, target: Target, hasher: FileHasher): Promise<Buffer> {
  const { offset, length, from, keeping } = target;
  const hashing = hasher.start(target.file, offset, length);
  let position = offset + from;
  const early = createEarlyWriteback(() => target.sync(target.handle));
  try {
    if (from > 0) await hashing.read(from);
    await incoming.writeTo(
      { ...target, offset: position, length: length - from },
      {
        passes: hashing.pass,
        written: async (bytes, memory) => {
          hashing.add(bytes);
          early.written(bytes);
          const at = position;
          position += bytes;
          keeping.written(position - offset);
          if (memory !== undefined) await target.offer(at, memory);
        },
      },
    );
  } catch (thrown) {
    hashing.drop();
    keeping.torn(position - offset);
    throw thrown;
  }
  keeping.end();
  const [digest] = await Promise.all([hashing.digest(), early.end()]);
  return digest;
}
