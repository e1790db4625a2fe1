// Reads the head of a Mach-O file (macOS), also of one that holds several processors' programs.
import { numbersOf, startsWith } from './bytes.ts';
import type { ProgramFacts } from './listing.ts';
import type { CpuName } from './report.ts';

const MH_EXECUTE = 2;
const FAT = [0xca, 0xfe, 0xba, 0xbe];
const FAT_64 = [0xca, 0xfe, 0xba, 0xbf];
/** A Java class begins like a fat file; where that counts its processors, the class has its version, from 45 on. */
const MOST_CPUS = 32;

const cpuTypes: Readonly<Record<number, CpuName>> = { 7: 'x86', 12: 'arm', 0x0100_0007: 'x64', 0x0100_000c: 'arm64' };

/** What a Mach-O file's head says; undefined if it is none. */
export function readMacho(head: Uint8Array): ProgramFacts | undefined {
  const order = byteOrder(head);
  if (order !== undefined) {
    const numbers = numbersOf(head, order === 'little');
    const role = numbers.u32(12) === MH_EXECUTE ? 'program' : 'library';
    return { format: 'macho', os: 'macos', cpus: [cpuOf(numbers.u32(4))], role };
  }
  return readFat(head);
}

function byteOrder(head: Uint8Array): 'little' | 'big' | undefined {
  if (startsWith(head.subarray(1), [0xfa, 0xed, 0xfe]) && (head[0] === 0xce || head[0] === 0xcf)) return 'little';
  if (startsWith(head, [0xfe, 0xed, 0xfa]) && (head[3] === 0xce || head[3] === 0xcf)) return 'big';
  return undefined;
}

/** The programs in it lie further on than a head reaches, so a fat library (`.dylib`) can only be recognized by its name. */
function readFat(head: Uint8Array): ProgramFacts | undefined {
  const entry = startsWith(head, FAT) ? 20 : startsWith(head, FAT_64) ? 32 : undefined;
  const numbers = numbersOf(head, false);
  const count = numbers.u32(4) ?? 0;
  if (entry === undefined || count === 0 || count > MOST_CPUS) return undefined;
  const cpus = Array.from({ length: count }, (_, number) => cpuOf(numbers.u32(8 + number * entry)));
  return { format: 'macho', os: 'macos', cpus: [...new Set(cpus)], role: 'program' };
}

function cpuOf(type: number | undefined): CpuName {
  return cpuTypes[type ?? 0] ?? 'other';
}
