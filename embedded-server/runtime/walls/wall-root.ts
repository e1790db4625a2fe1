// The tree that becomes the root of what a server sees: empty places for what is mounted, and a table of that. Made before the wall
// is built, as each program that a script starts for it would take a millisecond.
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { isWithin, readSight } from './sight.ts';
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
  await chmod(root, OPEN);
  const makePlace = (place: string) => makeOpen(root, place);
  for (const name of EMPTY_FOLDERS) await makePlace(name);
  // A server that is started again, on another port, has its tree already.
  const link = (target: string, place: string) => unlessThere(symlink(target, inside(place)));
  await link('/tmp', 'var/tmp');
  for (const [name, target] of Object.entries(STREAMS)) await link(`/proc/self/${target}`, `dev/${name}`);
  for (const name of DEVICES) await writeFile(inside(`dev/${name}`), '', { mode: 0o644 });
  const { links, folders, covered } = await readSight(wall);
  for (const { place, target } of links) await link(target, place);
  for (const place of [...folders, folder]) await makePlace(place);
  const table = [
    mountLine(root, root, 'none', 'bind'),
    ...DEVICES.map((name) => mountLine(`/dev/${name}`, inside(`dev/${name}`), 'none', 'bind')),
    mountLine('tmpfs', inside('dev/shm'), 'tmpfs', SHARED_MEMORY),
    mountLine(tmp, inside('tmp'), 'none', 'bind,nosuid,nodev'),
    mountLine('proc', inside('proc'), 'proc', 'nosuid,nodev,noexec'),
    ...folders.map((place) => mountLine(place, inside(place), 'none', `rbind,${READ_ONLY}${makesPlace(place)}`)),
    ...(covered === undefined ? [] : [mountLine('tmpfs', inside(covered), 'tmpfs', COVER_OPTIONS)]),
  ];
  await writeFile(mountTable(root), `${table.join('\n')}\n`);
}

/** Whoever the server is must get through, whatever new folders of the service are like. */
async function makeOpen(root: string, place: string): Promise<void> {
  let folder = root;
  for (const name of place.split('/').filter((one) => one !== '')) {
    folder = path.posix.join(folder, name);
    // Never with the folders above: the data folder may just have gone with its drive, and none may stand in its place.
    if (await unlessThere(mkdir(folder))) await chmod(folder, OPEN);
  }
}

/** Answers whether it was made now. */
async function unlessThere(making: Promise<unknown>): Promise<boolean> {
  try {
    await making;
    return true;
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown;
    return false;
  }
}

/** One below a folder of the server's own has lost its place there. */
function makesPlace(place: string): string {
  return ['/tmp', '/dev/shm'].some((scratch) => isWithin(scratch, place)) ? ',X-mount.mkdir' : '';
}

/** A line of a table of mounts, in which a space ends a word. */
function mountLine(source: string, place: string, type: string, options: string): string {
  return `${tableWord(source)} ${tableWord(place)} ${type} ${options} 0 0`;
}

function tableWord(text: string): string {
  return text.replaceAll('\\', '\\134').replaceAll(' ', '\\040').replaceAll('\t', '\\011').replaceAll('\n', '\\012');
}
