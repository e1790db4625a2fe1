// What the doctor may ask about the machine it runs on. Its answers are looked up once and kept while one build is examined.
/* oxlint-disable node/no-sync -- runs in the doctor's thread, which does nothing else */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { numbersOf, textAt } from '../../../src-shared/builds/doctor/bytes.ts';
import type { Machine } from '../../../src-shared/builds/doctor/listing.ts';
import type { CpuName, SystemName } from '../../../src-shared/builds/doctor/report.ts';

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

const MAGIC = 'glibc-ld.so.cache1.1';
const HEAD = 48;
const ENTRY = 24;
/** The second byte of an entry's flags names the processor it is for. */
const cpuOfFlags: Readonly<Record<number, CpuName>> = { 0: 'x86', 3: 'x64', 8: 'x64', 9: 'arm', 10: 'arm64' };

/** The names of the libraries for each processor; undefined when this is no cache that we can read. */
export function readLibraryCache(bytes: Uint8Array): ReadonlyMap<CpuName, ReadonlySet<string>> | undefined {
  const start = findMagic(bytes);
  if (start === undefined) return undefined;
  const cache = bytes.subarray(start);
  const numbers = numbersOf(cache, true);
  const count = numbers.u32(MAGIC.length) ?? 0;
  if (HEAD + count * ENTRY > cache.length) return undefined;
  const found = new Map<CpuName, Set<string>>();
  for (let entry = 0; entry < count; entry += 1) {
    const at = HEAD + entry * ENTRY;
    const cpu = cpuOfFlags[numbers.u8(at + 1) ?? 0] ?? 'other';
    const name = textAt(cache, numbers.u32(at + 4) ?? 0);
    const names = found.get(cpu) ?? new Set();
    if (name !== undefined) names.add(name);
    found.set(cpu, names);
  }
  return found;
}

/** Older systems keep a list in an older format in front of this one. */
function findMagic(bytes: Uint8Array): number | undefined {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(MAGIC, 0, 'latin1');
  return at < 0 ? undefined : at;
}
