// Reads the cache in which a Linux system with glibc keeps which shared libraries it has. Pure.
import { numbersOf, textAt } from '../../../src-shared/builds/doctor/bytes.ts';
import type { CpuName } from '../../../src-shared/builds/doctor/report.ts';

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
