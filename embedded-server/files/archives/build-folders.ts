// The folder that holds unpacked builds: which are there, since when nobody used them, and how one goes away.
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeDurably } from '../../platform/durable/write-durably.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { freeBytes } from '../../platform/storage/free-bytes.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import { namesIn } from '../../platform/storage/names-in.ts';

/** Being unpacked, or being removed: never whole, so that a crash leaves nothing that looks like a build. */
const TEMP = 'tmp-';
const GONE = 'gone-';
const BUILD = /^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/;
const SHA256_LENGTH = 64;
const MANIFEST = '.files';
const BOOT_FILE = 'boot';
const NO_PACKAGE = '{}\n';
const BOOT_TOLERANCE_MS = 600_000;

export type BuildFolders = {
  /** The two places where a build may be: one for an archive, one for a single file of this name. */
  placesOf(sha256: string, name: string): { archive: string; lone: string };
  place(build: string): string;
  /** What its files looked like when they were unpacked. Beside it, as a build may have files of any name. */
  manifest(build: string): string;
  temp(): string;
  /** All unpacked builds, the longest unused one first. */
  oldestFirst(): Promise<string[]>;
  /** Notes that it is used now; false when it is not there. */
  touch(build: string): Promise<boolean>;
  /** Takes a build out of sight at once; what it answers is to be removed. */
  hide(build: string): Promise<string>;
  /** What a lost life left behind, to be removed. */
  leftovers(): Promise<string[]>;
  freeBytes(): Promise<number>;
  /** Has programs of JavaScript obey no package.json above their build: Node takes the nearest one, be it in somebody's home. */
  shield(): Promise<void>;
  /** Whether the machine was restarted since it was asked last. What was written before may not have reached the disk. */
  isNewBoot(): Promise<boolean>;
};

export function createBuildFolders(root: string): BuildFolders {
  const place = (build: string) => path.join(root, build);
  const manifest = (build: string) => place(`${build}${MANIFEST}`);
  const names = () => namesIn(root);
  return {
    placesOf: (sha256, name) => {
      const ofName = createHash('sha256').update(name).digest('hex').slice(0, 16);
      return { archive: sha256, lone: `${sha256}-${ofName}` };
    },
    place,
    manifest,
    temp: () => place(`${TEMP}${randomUUID()}`),
    oldestFirst: async () => {
      const builds = (await names()).filter((name) => BUILD.test(name));
      const timed = await Promise.all(builds.map(async (build) => ({ build, at: (await timeOf(place(build))) ?? 0 })));
      return timed.toSorted((one, other) => one.at - other.at).map(({ build }) => build);
    },
    touch: async (build) => {
      const now = new Date();
      return (await ifThere(utimes(place(build), now, now).then(() => true))) ?? false;
    },
    hide: async (build) => {
      const hidden = place(`${GONE}${randomUUID()}`);
      await rename(place(build), hidden);
      await rm(manifest(build), { force: true });
      return hidden;
    },
    leftovers: async () => {
      const all = new Set(await names());
      const isLeft = (name: string) =>
        name.startsWith(TEMP) ||
        name.startsWith(GONE) ||
        (name.endsWith(MANIFEST) && !all.has(name.slice(0, -MANIFEST.length)));
      return [...all].filter(isLeft).map(place);
    },
    freeBytes: () => freeBytes(root),
    shield: async () => {
      const file = place('package.json');
      if ((await readFile(file, 'utf8').catch(() => '')) === NO_PACKAGE) return;
      await writeDurably(file, NO_PACKAGE).catch((thrown: unknown) => {
        // A disk without room is no reason not to start; the next start makes up for it.
        if (errorCode(thrown) !== 'ENOSPC') throw thrown;
      });
    },
    isNewBoot: async () => {
      const file = place(BOOT_FILE);
      const present = await bootOf();
      const last = await readFile(file, 'utf8').catch(() => '');
      if (last !== '' && isSameBoot(last, present)) return false;
      await writeFile(file, present);
      return true;
    },
  };
}

/** Of which file a build was unpacked. */
export function sha256Of(build: string): string {
  return build.slice(0, SHA256_LENGTH);
}

async function timeOf(folder: string): Promise<number | undefined> {
  return (await ifThere(stat(folder)))?.mtimeMs;
}

/** Linux names each start of the machine; elsewhere its time stands for it. */
async function bootOf(): Promise<string> {
  if (process.platform === 'linux') return await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return String(Date.now() - os.uptime() * 1_000);
}

function isSameBoot(one: string, other: string): boolean {
  return one === other || Math.abs(Number(one) - Number(other)) < BOOT_TOLERANCE_MS;
}
