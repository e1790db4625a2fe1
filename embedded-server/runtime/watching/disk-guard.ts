// Keeps servers from filling the disk, with bytes or with files: where hardly any room is left, the one that has made most is ended. Where
// each may only write so much, whoever writes more is ended as well. Without such a limit nothing is measured while there is room.
import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../platform/storage/data-errors.ts';

export type DiskGuardParts = {
  /** On the disk that servers write to. */
  folder: string;
  /** The servers that live, each with all that it can write to. */
  writers(): readonly { server_id: string; folders: readonly string[] }[];
  /** `disk`: it filled the disk. `disk-limit`: it wrote more than a server may. */
  end(server_id: string, why: 'disk' | 'disk-limit'): void;
  /** How much each may write. */
  mostBytes?: number | undefined;
  onProblem(thrown: unknown): void;
  /** What the disk says of itself. */
  space?: () => Promise<DiskSpace>;
};
export type DiskSpace = { bavail: number; blocks: number; bsize: number; ffree: number; files: number };

const LOOK_MS = 1_000;
/** What filled the disk may have ended by that, and be on its way off it: it is looked at twice before anybody is ended. */
const SURE_AFTER_MS = 500;
/** To measure takes a look at each file, so it is done at most so long of all time. */
const MEASURED_PART = 0.05;
/** So much stays free on a large disk. */
const MOST_RESERVED_BYTES = 512 * 1_048_576;
/** And so many files may still be made. */
const MOST_RESERVED_FILES = 100_000;
/** On a small one, this part of it. */
const RESERVED_PART = 0.02;
const BLOCK_BYTES = 512;
const SEPARATOR = Buffer.from(path.sep);

export function createDiskGuard(parts: DiskGuardParts) {
  const { space = () => statfs(parts.folder), mostBytes } = parts;
  let looking: Promise<void> | undefined;
  const [ofFillers, ofLimits] = [createRest(), createRest()];
  const look = async () => {
    if (parts.writers().length === 0) return;
    const short = shortOf(await space());
    // What is short again is looked at at once.
    if (short === undefined) ofFillers.end();
    const filler = short === undefined ? undefined : await endFiller({ ...parts, space }, short, ofFillers);
    if (mostBytes !== undefined && ofLimits.isOver()) {
      const since = performance.now();
      await endOverLimit(parts, mostBytes, filler);
      ofLimits.begin(since);
    }
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

type Rest = ReturnType<typeof createRest>;

/** After measuring that began at `since`, for as long as it is to be left alone. */
function createRest() {
  let until = 0;
  return {
    isOver: () => performance.now() >= until,
    begin: (since: number): void => {
      const now = performance.now();
      until = now + (now - since) / MEASURED_PART;
    },
    end: (): void => {
      until = 0;
    },
  };
}

type Short = { what: keyof Made; reserved: number };

type Measuring = DiskGuardParts & { space(): Promise<DiskSpace> };

/** Answers which one was ended. Where no server fills the disk, nothing is to be done: it is looked for again after a rest. */
async function endFiller(parts: Measuring, short: Short, rest: Rest): Promise<string | undefined> {
  if (!rest.isOver()) return undefined;
  const since = performance.now();
  const filler = await findFiller(parts, short);
  if (filler === undefined) {
    rest.begin(since);
    return undefined;
  }
  await sleep(SURE_AFTER_MS);
  const still = shortOf(await parts.space());
  if (still === undefined || filler !== (await findFiller(parts, still))) return undefined;
  parts.end(filler, 'disk');
  return filler;
}

async function findFiller({ writers }: DiskGuardParts, { what, reserved }: Short): Promise<string | undefined> {
  const [writer] = (await measureAll(writers())).toSorted((a, b) => b[what] - a[what]);
  // Somebody else filled the disk where no server has made much.
  return writer !== undefined && writer[what] >= reserved ? writer.server_id : undefined;
}

async function endOverLimit(parts: DiskGuardParts, mostBytes: number, filler: string | undefined): Promise<void> {
  for (const { server_id, bytes } of await measureAll(parts.writers())) {
    if (bytes > mostBytes && server_id !== filler) parts.end(server_id, 'disk-limit');
  }
}

type Made = { bytes: number; files: number };

/** What there is hardly any of left, and how much of it stays free. Some disks have no fixed number of files, and say 0. */
function shortOf({ bavail, blocks, bsize, ffree, files }: DiskSpace): Short | undefined {
  const bytes = Math.min(MOST_RESERVED_BYTES, blocks * bsize * RESERVED_PART);
  if (bavail * bsize < bytes) return { what: 'bytes', reserved: bytes };
  const left = Math.min(MOST_RESERVED_FILES, files * RESERVED_PART);
  return ffree < left ? { what: 'files', reserved: left } : undefined;
}

async function measureAll(writers: ReturnType<DiskGuardParts['writers']>) {
  const measured: (Made & { server_id: string })[] = [];
  for (const { server_id, folders } of writers) {
    const made = { bytes: 0, files: 0 };
    for (const folder of folders) await addMade(folder, made);
    measured.push({ server_id, ...made });
  }
  return measured;
}

/** What goes away meanwhile counts for nothing; no link is followed. Names are bytes: one that is no text would not be found again. */
async function addMade(folder: string, made: Made): Promise<void> {
  const folders = [Buffer.from(folder)];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const name of await readdir(at, { encoding: 'buffer' }).catch(() => [])) {
      const place = Buffer.concat([at, SEPARATOR, name]);
      const found = await lstat(place).catch((thrown: unknown) =>
        errorCode(thrown) === 'ENOENT' ? 'gone' : undefined,
      );
      if (found === 'gone') continue;
      made.bytes += (found?.blocks ?? 0) * BLOCK_BYTES;
      made.files += 1;
      if (found?.isDirectory() === true) folders.push(place);
    }
  }
}
