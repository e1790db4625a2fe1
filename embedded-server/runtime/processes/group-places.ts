// Where on this machine control groups of ours may be made: below the group that we are in, so that what holds for us holds
// for our servers. Pure: the kernel's tables go in.
import path from 'node:path';

export const CONTROLLERS = ['memory', 'cpu', 'pids'] as const;
export type Controller = (typeof CONTROLLERS)[number];

/** Version 1 has a tree for each controller. Version 2 has one, of which the candidates are tried in turn. */
export type GroupPlaces =
  | { version: 1; folders: Partial<Record<Controller, string>> }
  | { version: 2; candidates: string[] };

type Mount = { root: string; folder: string; type: string; options: string[] };

/** The texts are those of /proc/self/mountinfo and /proc/self/cgroup. */
export function findGroupPlaces(mountinfo: string, own: string): GroupPlaces | undefined {
  const mounts = mountinfo.split('\n').flatMap(parseMount);
  const paths = new Map(own.split('\n').flatMap(parseOwn));
  const folders: Partial<Record<Controller, string>> = {};
  for (const controller of CONTROLLERS) {
    const mount = mounts.find(({ type, options }) => type === 'cgroup' && options.includes(controller));
    if (mount !== undefined) folders[controller] = below(mount, paths.get(controller) ?? '/');
  }
  if (Object.keys(folders).length > 0) return { version: 1, folders };
  const unified = mounts.find(({ type }) => type === 'cgroup2');
  return unified === undefined ? undefined : { version: 2, candidates: upwards(unified, paths.get('') ?? '/') };
}

/** "41 31 0:38 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory", with more fields before the dash. */
function parseMount(line: string): Mount[] {
  const [before = '', after = ''] = line.split(' - ');
  const [, , , root, folder] = before.split(' ');
  const [type, , options = ''] = after.split(' ');
  if (root === undefined || folder === undefined || type === undefined) return [];
  return [{ root, folder, type, options: options.split(',') }];
}

/** "4:memory:/a/b" or "2:cpu,cpuacct:/"; the one tree of version 2 has no name: "0::/a/b". */
function parseOwn(line: string): [string, string][] {
  const [, names, ...rest] = line.split(':');
  if (names === undefined || rest.length === 0) return [];
  return names.split(',').map((name) => [name, rest.join(':')]);
}

/** Within a container the mount may begin at our own group already. */
function below({ root, folder }: Mount, own: string): string {
  const within = path.posix.relative(root, own);
  return within.startsWith('..') ? folder : path.posix.join(folder, within);
}

/** A group of version 2 that has processes can't limit groups below it, so those above are tried as well. */
function upwards(mount: Mount, own: string): string[] {
  const candidates: string[] = [];
  for (let at = below(mount, own); at.startsWith(mount.folder); at = path.posix.dirname(at)) {
    candidates.push(at);
    if (at === '/') break;
  }
  return candidates;
}
