// Makes a control group for each server where the system lets us, and removes it again. Where it doesn't, nothing is
// enforced and nothing fails.
import { mkdir, readdir, readFile, readlink, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limited } from '../runner/runner.ts';
import { type GroupLimits, type GroupMemory, killsFile, memoryFiles, readCount, settingsFor } from './group-limits.ts';
import { CONTROLLERS, type Controller, findGroupPlaces, type GroupPlaces } from './group-places.ts';
import { linuxIdentity } from './linux.ts';

export type ServerGroup = {
  enforced: Readonly<Record<Limited, boolean>>;
  /** The file that lists its members, where there is one. */
  files: readonly string[];
  /** Where it holds a limit of memory, the files that say what counts toward that. */
  memory: GroupMemory | undefined;
  add(pids: readonly number[]): Promise<void>;
  /** How often the system ended one of it for want of memory. */
  memoryKills(): Promise<number>;
  remove(): Promise<void>;
};

export type ServerGroups = {
  make(server_id: string, limits: GroupLimits): Promise<ServerGroup>;
  /** The group that a lost life of the app may have made for this server. */
  existing(server_id: string): Promise<ServerGroup>;
  close(): Promise<void>;
};

type Folders = Partial<Record<Controller, string>>;

const PARENT = 'slipway';
const REFUSALS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EBUSY', 'EINVAL', 'EOPNOTSUPP', 'ENODEV', 'ENOSPC']);
/** A group stays busy for a moment after the last of its processes has ended. */
const REMOVE_TRIES = 100;
const REMOVE_WAIT_MS = 10;

/** Without a place all groups are empty ones. */
export async function openServerGroups(places?: GroupPlaces): Promise<ServerGroups> {
  const version = places?.version ?? 1;
  const parents = places === undefined ? {} : await findParents(places);
  const pidNamespace = await readPidNamespace();
  const name = `${process.pid}-${startOf(process.pid)}-${pidNamespace}`;
  for (const parent of new Set(Object.values(parents))) await removeLeftovers(parent, pidNamespace);
  return {
    make: async (server_id, limits) => {
      const requested = mapFolders(parents, (parent) => path.join(parent, `${name}.${server_id}`));
      const folders = await makeFolders(version, requested, limits);
      return openGroup(version, folders, limits.memoryBytes !== undefined);
    },
    existing: async (server_id) => {
      const found: Folders = {};
      for (const controller of CONTROLLERS) {
        const parent = parents[controller] ?? '';
        const group = (await listFolders(parent)).find((one) => readGroupName(one)?.server_id === server_id);
        if (group !== undefined) found[controller] = path.join(parent, group);
      }
      return openGroup(version, found, false);
    },
    close: async () => {
      for (const parent of new Set(Object.values(parents))) await tryRemove(parent);
    },
  };
}

/** Undefined on a system without control groups. */
export async function readGroupPlaces(): Promise<GroupPlaces | undefined> {
  const files = ['/proc/self/mountinfo', '/proc/self/cgroup'];
  const [mountinfo = '', own = ''] = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return findGroupPlaces(mountinfo, own);
}

/** The folders that groups of servers may be made in: those that let us. */
async function findParents(places: GroupPlaces): Promise<Folders> {
  if (places.version === 1) {
    const parents: Folders = {};
    for (const controller of CONTROLLERS) {
      const folder = places.folders[controller];
      if (folder === undefined) continue;
      const parent = path.join(folder, PARENT);
      if (await isMade(parent)) parents[controller] = parent;
    }
    return parents;
  }
  for (const candidate of places.candidates) {
    const parents = await tryUnified(candidate);
    if (parents.memory !== undefined) return parents;
  }
  return {};
}

async function tryUnified(candidate: string): Promise<Folders> {
  const parent = path.join(candidate, PARENT);
  const parents: Folders = {};
  if (!(await isMade(parent))) return parents;
  for (const controller of CONTROLLERS) {
    const passOn = (folder: string) => isDone(writeFile(path.join(folder, 'cgroup.subtree_control'), `+${controller}`));
    if (((await hasController(parent, controller)) || (await passOn(candidate))) && (await passOn(parent)))
      parents[controller] = parent;
  }
  if (parents.memory === undefined) await tryRemove(parent);
  return parents;
}

async function hasController(folder: string, controller: Controller): Promise<boolean> {
  const text = await readFile(path.join(folder, 'cgroup.controllers'), 'utf8');
  return text.trim().split(' ').includes(controller);
}

/** A controller whose limit can't be set gets no group, so that nobody believes it holds. */
async function makeFolders(version: 1 | 2, requested: Folders, limits: GroupLimits): Promise<Folders> {
  const made: Folders = {};
  for (const controller of CONTROLLERS) {
    const folder = requested[controller];
    if (folder === undefined || !(await isMade(path.dirname(folder))) || !(await isMade(folder))) continue;
    made[controller] = folder;
    for (const { file, value, optional } of settingsFor(version, controller, limits)) {
      if (!(await isDone(writeFile(path.join(folder, file), value))) && optional !== true) delete made[controller];
    }
    if (made[controller] === undefined && !Object.values(made).includes(folder)) await tryRemove(folder);
  }
  return made;
}

function openGroup(version: 1 | 2, folders: Folders, limitsMemory: boolean): ServerGroup {
  const all = [...new Set(Object.values(folders))];
  const files = all.map((folder) => path.join(folder, 'cgroup.procs'));
  const { memory } = folders;
  return {
    enforced: {
      memory: memory !== undefined,
      cpu: folders.cpu !== undefined,
      processes: folders.pids !== undefined,
    },
    files: files.slice(0, 1),
    memory: memory === undefined || !limitsMemory ? undefined : within(memory, memoryFiles(version)),
    add: async (pids) => {
      for (const file of files) for (const pid of pids) await addOne(file, pid);
    },
    memoryKills: async () => {
      if (memory === undefined) return 0;
      return readCount(await readFile(path.join(memory, killsFile(version)), 'utf8').catch(() => ''), 'oom_kill');
    },
    remove: async () => {
      for (const folder of all) await removeGroup(folder);
    },
  };
}

function within(folder: string, { usage, stat }: GroupMemory): GroupMemory {
  return { usage: path.join(folder, usage), stat: path.join(folder, stat) };
}

/** A process may have ended before it came to it. */
async function addOne(file: string, pid: number): Promise<void> {
  try {
    await writeFile(file, String(pid));
  } catch (thrown) {
    if (codeOf(thrown) !== 'ESRCH') throw thrown;
  }
}

async function removeGroup(folder: string): Promise<void> {
  for (let tries = 0; tries < REMOVE_TRIES; tries += 1) {
    if (await tryRemove(folder)) return;
    await sleep(REMOVE_WAIT_MS);
  }
}

/** An empty group of a Slipway that runs may be about to get its server. Whether one of another PID namespace runs is not seen here. */
async function removeLeftovers(parent: string, pidNamespace: string): Promise<void> {
  for (const name of await listFolders(parent)) {
    const owner = readGroupName(name)?.owner;
    if (owner === undefined || isAlive(owner)) continue;
    if (owner.pidNamespace === undefined || owner.pidNamespace === pidNamespace)
      await tryRemove(path.join(parent, name));
  }
}

/** Whether it is gone. One that has processes stays. */
async function tryRemove(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === 'ENOENT';
  }
}

async function listFolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Never with the folders above, which would be groups nobody asked for. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return true;
    if (REFUSALS.has(codeOf(thrown))) return false;
    throw thrown;
  }
}

async function isDone(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt;
    return true;
  } catch (thrown) {
    if (REFUSALS.has(codeOf(thrown))) return false;
    throw thrown;
  }
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

function mapFolders(folders: Folders, change: (folder: string) => string): Folders {
  const changed: Folders = {};
  for (const controller of CONTROLLERS) {
    const folder = folders[controller];
    if (folder !== undefined) changed[controller] = change(folder);
  }
  return changed;
}

type GroupName = { owner: Owner; server_id: string };
/** Groups of 0.1.0 name no PID namespace. */
type Owner = { pid: number; start: string; pidNamespace: string | undefined };

/** "4711-123456-4026531836.<server id>": the process of this Slipway, when it started, and where its number counts. */
function readGroupName(name: string): GroupName | undefined {
  const [, pid, start = '', pidNamespace, server_id = ''] = /^(\d+)-(\d+)(?:-(\d+))?\.(.+)$/.exec(name) ?? [];
  return pid === undefined ? undefined : { owner: { pid: Number(pid), start, pidNamespace }, server_id };
}

function isAlive({ pid, start }: Owner): boolean {
  return startOf(pid) === start;
}

function startOf(pid: number): string {
  return linuxIdentity(pid).split('/').at(-1) ?? '';
}

/** "4026531836" of "pid:[4026531836]"; all are taken to be in one where the system does not say. */
async function readPidNamespace(): Promise<string> {
  const link = await readlink('/proc/self/ns/pid').catch(() => '');
  return /\d+/.exec(link)?.[0] ?? '0';
}
