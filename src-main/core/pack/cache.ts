// The packs that are kept: which may go when together they take more room than they should, and strays of a run that broke off.
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../platform/error-code.ts';
import { PACKING } from './pack-folder.ts';

/** A stray that nobody wrote to for so long belongs to no run any more. */
const STRAY_MS = 3_600_000;
/** One that was used in this time may be in no journal yet. */
const JUST_USED_MS = 60_000;
const PACK = /^([0-9a-f]{64})\.tar(\.zst|\.gz)?$/;

export type Evicted = { removed: string[]; freed: number };

type Kept = { name: string; sha256: string; bytes: number; usedMs: number };

/** Removes the oldest packs until the rest takes at most so many bytes. Those in use, now or just before, stay, whatever they take. */
export async function evictPacks(folder: string, maxBytes: number, inUse: ReadonlySet<string>): Promise<Evicted> {
  const names = await readdir(folder).catch((thrown: unknown) => {
    if (errorCode(thrown) === 'ENOENT') return [];
    throw thrown;
  });
  await removeStrays(folder, names);
  const packs = (await Promise.all(names.map((name) => lookAt(folder, name)))).filter((pack) => pack !== undefined);
  let total = packs.reduce((sum, { bytes }) => sum + bytes, 0);
  const evicted: Evicted = { removed: [], freed: 0 };
  for (const pack of packs.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (total <= maxBytes) break;
    if (inUse.has(pack.sha256) || Math.abs(Date.now() - pack.usedMs) < JUST_USED_MS) continue;
    await removePack(path.join(folder, pack.name));
    total -= pack.bytes;
    evicted.removed.push(pack.sha256);
    evicted.freed += pack.bytes;
  }
  return evicted;
}

async function lookAt(folder: string, name: string): Promise<Kept | undefined> {
  const [, sha256] = PACK.exec(name) ?? [];
  const found = sha256 === undefined ? undefined : await stat(path.join(folder, name)).catch(() => undefined);
  if (sha256 === undefined || found === undefined) return undefined;
  return { name, sha256, bytes: found.size, usedMs: found.mtimeMs };
}

/** The pack goes first: what is beside it is of no use alone, and found again by its name. */
async function removePack(file: string): Promise<void> {
  for (const ending of ['', '.manifest.json', '.stamps.json']) await rm(file + ending, { force: true });
}

async function removeStrays(folder: string, names: readonly string[]): Promise<void> {
  const packs = new Set(names.filter((name) => PACK.test(name)));
  for (const name of names) {
    const owner = name.replace(/\.(manifest|stamps)\.json$/, '');
    const isStray = name.startsWith(PACKING) || (owner !== name && PACK.test(owner) && !packs.has(owner));
    if (!isStray) continue;
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > STRAY_MS)
      await rm(path.join(folder, name), { force: true });
  }
}
