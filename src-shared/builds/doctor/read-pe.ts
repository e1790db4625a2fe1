// Reads the head of a PE file (Windows): processor, and whether it is a program or a library.
import { hasGodotPack, numbersOf, type ReadRange, startsWith } from './bytes.ts';
import type { ProgramFacts } from './listing.ts';
import type { CpuName } from './report.ts';

const IS_LIBRARY = 0x2000;

const machines: Readonly<Record<number, CpuName>> = { 0x14c: 'x86', 0x1c4: 'arm', 0x8664: 'x64', 0xaa64: 'arm64' };

/** What a PE file's head says; undefined if it is none. The new head usually lies within the first few hundred bytes. */
export function readPe(read: ReadRange, size: number): ProgramFacts | undefined {
  const head = read(0, 4_096);
  if (!startsWith(head, [0x4d, 0x5a])) return undefined;
  const numbers = numbersOf(head, true);
  const at = numbers.u32(0x3c) ?? 0;
  if (!startsWith(head.subarray(at), [0x50, 0x45, 0, 0])) return undefined;
  return {
    format: 'pe',
    os: 'windows',
    cpus: [machines[numbers.u16(at + 4) ?? 0] ?? 'other'],
    role: ((numbers.u16(at + 22) ?? 0) & IS_LIBRARY) === 0 ? 'program' : 'library',
    hasGodotPack: hasGodotPack(read, size),
  };
}
