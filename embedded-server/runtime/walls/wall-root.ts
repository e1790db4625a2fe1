// The tree that becomes the root of what a server sees: empty places for what is mounted, and a table of that. Made before the wall
// is built, as each program that a script starts for it would take a millisecond.
/* oxlint-disable node/no-sync -- some hundred tiny calls: by way of the thread pool they take longer than by themselves, and twenty
   servers that start at once wait for each other's */
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { isWithin, readVisiblePaths } from './visible-paths.ts';
import type { WallPlan } from './wall.ts';

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
const STREAMS = { fd: 'fd', stdin: 'fd/0', stdout: 'fd/1', stderr: 'fd/2' };
const EMPTY_FOLDERS = ['proc', 'dev', 'dev/shm', 'tmp', 'run', 'var', 'old'];
const SHARED_MEMORY = 'nosuid,nodev,mode=1777,size=256m';
const COVER_OPTIONS = 'nosuid,nodev,mode=755,size=1m';
const OPEN = 0o755;
const READ_ONLY = 'ro,nosuid,nodev';

/** What is mounted, in the words of fstab. */
export function mountTable(root: string): string {
  return `${root}.mounts`;
}

/** `folder`: where the server finds its build, under the same name as outside. */
export async function makeWallRoot(wall: WallPlan, folder: string): Promise<void> {
  const { root, tmp } = wall;
  const inside = (place: string) => path.posix.join(root, place);
  const visible = await readVisiblePaths(wall);
  chmodSync(root, OPEN);
  const makePlace = placesBelow(root);
  for (const name of EMPTY_FOLDERS) makePlace(name);
  // A server that is started again, on another port, has its tree already.
  const link = (target: string, place: string) => unlessThere(() => symlinkSync(target, inside(place)));
  link('/tmp', 'var/tmp');
  for (const [name, target] of Object.entries(STREAMS)) link(`/proc/self/${target}`, `dev/${name}`);
  for (const name of DEVICES) writeFileSync(inside(`dev/${name}`), '', { mode: 0o644 });
  const { links, folders, covered } = visible;
  for (const { place, target } of links) link(target, place);
  for (const place of [...folders, folder]) makePlace(place);
  const table = [
    mountLine(root, root, 'none', 'bind'),
    ...DEVICES.map((name) => mountLine(`/dev/${name}`, inside(`dev/${name}`), 'none', 'bind')),
    mountLine('tmpfs', inside('dev/shm'), 'tmpfs', SHARED_MEMORY),
    mountLine(tmp, inside('tmp'), 'none', 'bind,nosuid,nodev'),
    mountLine('proc', inside('proc'), 'proc', 'nosuid,nodev,noexec'),
    ...folders.map((place) => mountLine(place, inside(place), 'none', `rbind,${flagsOf(place)}${makesPlace(place)}`)),
    ...mountedBelow(folders).map((place) => mountLine(place, inside(place), 'none', `rbind,${flagsOf(place)}`)),
    ...(covered === undefined ? [] : [mountLine('tmpfs', inside(covered), 'tmpfs', COVER_OPTIONS)]),
  ];
  writeFileSync(mountTable(root), `${table.join('\n')}\n`);
}

/** Whoever the server is must get through, whatever new folders of the service are like. */
function placesBelow(root: string): (place: string) => void {
  const made = new Set<string>();
  return (place) => {
    let folder = root;
    for (const name of place.split('/').filter((one) => one !== '')) {
      folder = path.posix.join(folder, name);
      if (made.has(folder)) continue;
      made.add(folder);
      // Never with the folders above: the data folder may just have gone with its drive, and none may stand in its place.
      if (unlessThere(() => mkdirSync(folder))) chmodSync(folder, OPEN);
    }
  };
}

/** Answers whether it was made now. */
function unlessThere(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown;
    return false;
  }
}

/** Where systemd mounted it, nothing runs from /sys, and whoever is not root cannot mount it with less. */
function flagsOf(place: string): string {
  return isWithin('/sys', place) ? `${READ_ONLY},noexec` : READ_ONLY;
}

/** One below a folder of the server's own has lost its place there. */
function makesPlace(place: string): string {
  return ['/tmp', '/dev/shm'].some((scratch) => isWithin(scratch, place)) ? ',X-mount.mkdir' : '';
}

/**
 * What is mounted below a folder comes with it, as it was: only to be read is the folder alone. So each such place is mounted once
 * more. Of the kernel's own places: elsewhere files have rights, and flags of others that cannot be taken away are not known.
 */
function mountedBelow(folders: readonly string[]): string[] {
  const kernels = folders.filter((folder) => isWithin('/sys', folder));
  const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  const places = lines.map((line) => fromTableWord(line.split(' ')[4] ?? ''));
  const isBelow = (place: string) => kernels.some((folder) => folder !== place && isWithin(folder, place));
  // Another mount may have covered it since.
  return [...new Set(places)].filter((place) => isBelow(place) && existsSync(place));
}

function fromTableWord(word: string): string {
  return word.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}

/** A line of a table of mounts, in which a space ends a word. */
function mountLine(source: string, place: string, type: string, options: string): string {
  return `${tableWord(source)} ${tableWord(place)} ${type} ${options} 0 0`;
}

function tableWord(text: string): string {
  return text.replaceAll('\\', '\\134').replaceAll(' ', '\\040').replaceAll('\t', '\\011').replaceAll('\n', '\\012');
}
