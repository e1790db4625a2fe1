// What of this machine a server sees, all of it only to be read.
import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import type { WallPlan } from './wall.ts';

/** On most systems some of them are links, which are made again. */
const SYSTEM_FOLDERS = ['/usr', '/etc', '/opt', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/gnu'];
/** Where hosts and processors are looked up, below folders that stay hidden. */
const SYSTEM_PLACES = ['/run/systemd/resolve', '/var/lib/ca-certificates', '/sys/devices/system', '/sys/fs/cgroup'];

export type VisiblePaths = {
  links: readonly { place: string; target: string }[];
  /** Those above before those below. */
  folders: readonly string[];
  /** Covered by an empty one: it lies below one of the folders. */
  covered: string | undefined;
};

export async function readVisiblePaths({
  runtimes,
  hidden,
}: Pick<WallPlan, 'runtimes' | 'hidden'>): Promise<VisiblePaths> {
  const targets = await Promise.all(SYSTEM_FOLDERS.map((place) => readlink(place).catch(() => undefined)));
  const links = SYSTEM_FOLDERS.flatMap((place, nth) => {
    const target = targets[nth];
    return target === undefined ? [] : [{ place, target }];
  });
  const candidates = [...SYSTEM_FOLDERS.filter((_, nth) => targets[nth] === undefined), ...SYSTEM_PLACES, ...runtimes];
  const found = await Promise.all(candidates.map((place) => lstat(place).catch(() => undefined)));
  const folders = [...new Set(candidates.filter((_, nth) => found[nth]?.isDirectory() === true))];
  const isCovered = hidden !== undefined && folders.some((folder) => isWithin(folder, hidden));
  return { links, folders, covered: isCovered ? hidden : undefined };
}

export function isWithin(folder: string, place: string): boolean {
  const inside = path.posix.relative(folder, place);
  return inside !== '..' && !inside.startsWith('../');
}
