// What the doctor may ask about the machine it runs on. Its answers are looked up once and kept while one build is examined.
/* oxlint-disable node/no-sync -- runs in the doctor's thread, which does nothing else */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from '../../../src-shared/builds/doctor/listing.ts';
import type { CpuName, SystemName } from '../../../src-shared/builds/doctor/report.ts';
import { readLibraryCache } from './library-cache.ts';

const systems: Partial<Record<NodeJS.Platform, SystemName>> = { linux: 'linux', win32: 'windows', darwin: 'macos' };
const cpus: Partial<Record<NodeJS.Architecture, CpuName>> = { x64: 'x64', arm64: 'arm64', ia32: 'x86', arm: 'arm' };

/** Where loaders look beside their cache, and on systems that have none. */
const USUAL_FOLDERS = ['/lib', '/usr/lib', '/usr/local/lib', '/lib64', '/usr/lib64', '/lib32', '/usr/lib32'];
const FOLDERS_OF_CPU: Partial<Record<CpuName, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
  x86: 'i386-linux-gnu',
  arm: 'arm-linux-gnueabihf',
};

export function thisMachine(): Machine {
  return {
    os: systems[process.platform] ?? 'other',
    cpu: cpus[process.arch] ?? 'other',
    isRoot: process.getuid?.() === 0,
    hasFile: kept((file) => existsSync(file)),
    hasProgram: kept(findOnPath),
    hasLibrary: libraryLookup(),
  };
}

function libraryLookup(): Machine['hasLibrary'] {
  if (process.platform !== 'linux') return () => undefined;
  let cache: ReturnType<typeof readLibraryCache> | 'unread' = 'unread';
  return (name, cpu) => {
    if (cache === 'unread') cache = readCache();
    if (cache?.get(cpu)?.has(name) === true) return true;
    const own = FOLDERS_OF_CPU[cpu];
    const folders = own === undefined ? USUAL_FOLDERS : [...USUAL_FOLDERS, `/lib/${own}`, `/usr/lib/${own}`];
    return !name.includes('/') && folders.some((folder) => existsSync(path.join(folder, name)));
  };
}

/** Without a cache, as on Alpine Linux, the usual folders alone tell. */
function readCache(): ReturnType<typeof readLibraryCache> {
  try {
    return readLibraryCache(readFileSync('/etc/ld.so.cache'));
  } catch {
    return undefined;
  }
}

function findOnPath(name: string): boolean {
  if (name === '' || name.includes('/') || name.includes('\\')) return false;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const endings = process.platform === 'win32' ? (process.env['PATHEXT'] ?? '.EXE').split(';') : [''];
  return folders.some((folder) => endings.some((ending) => isProgram(path.join(folder, name + ending))));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function kept(look: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const answer = known.get(name) ?? look(name);
    known.set(name, answer);
    return answer;
  };
}
