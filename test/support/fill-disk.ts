// Leaves not a single block of a disk free.
import { open } from 'node:fs/promises';

const MiB = 1_048_576;

export async function fillDisk(filler: string): Promise<void> {
  const handle = await open(filler, 'a');
  for (const piece of [MiB, 4096, 1]) {
    for (;;) {
      const written = await handle.write(Buffer.alloc(piece)).catch(() => undefined);
      if (written?.bytesWritten !== piece) break;
    }
  }
  await handle.close();
}
