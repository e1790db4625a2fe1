// Keeps servers from filling the disk: where hardly any room is left, the one that has written most is ended. Nothing is measured before.
import type { Stats } from 'node:fs';
import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';

export type DiskGuardParts = {
  /** On the disk that servers write to. */
  folder: string;
  /** The servers that live, each with all that it can write to. */
  writers(): readonly { server_id: string; folders: readonly string[] }[];
  end(server_id: string): void;
  onProblem(thrown: unknown): void;
};

const LOOK_MS = 1_000;
/** So much stays free on a large disk. */
const MOST_RESERVED_BYTES = 512 * 1_048_576;
/** On a small one, this part of it. */
const RESERVED_PART = 0.02;
const BLOCK_BYTES = 512;

export function createDiskGuard(parts: DiskGuardParts) {
  let looking: Promise<void> | undefined;
  const look = async () => {
    if (parts.writers().length === 0) return;
    const { bavail, blocks, bsize } = await statfs(parts.folder);
    const reserved = Math.min(MOST_RESERVED_BYTES, blocks * bsize * RESERVED_PART);
    if (bavail * bsize >= reserved) return;
    const writer = await largestWriter(parts.writers());
    // Somebody else filled the disk where no server has written much.
    if (writer !== undefined && writer.bytes >= reserved) parts.end(writer.server_id);
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(parts.onProblem)
      .finally(() => {
        looking = undefined;
      });
  }, LOOK_MS);
  timer.unref();
  return {
    close: async (): Promise<void> => {
      clearInterval(timer);
      await looking;
    },
  };
}

async function largestWriter(writers: ReturnType<DiskGuardParts['writers']>) {
  const measured: { server_id: string; bytes: number }[] = [];
  for (const { server_id, folders } of writers) {
    let bytes = 0;
    for (const folder of folders) bytes += await bytesIn(folder);
    measured.push({ server_id, bytes });
  }
  return measured.toSorted((a, b) => b.bytes - a.bytes)[0];
}

/** What goes away meanwhile counts for nothing; no link is followed. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const name of await readdir(at).catch(() => [])) {
      const place = path.join(at, name);
      const found: Stats | undefined = await lstat(place).catch(() => undefined);
      bytes += (found?.blocks ?? 0) * BLOCK_BYTES;
      if (found?.isDirectory() === true) folders.push(place);
    }
  }
  return bytes;
}
