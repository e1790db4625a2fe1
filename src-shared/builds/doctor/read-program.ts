// What the head of a file says it is: a program of some system, a script, the data of a Godot game, or nothing we look for.
import { hasGodotPack, latin1, numbersOf, type ReadRange, startsWith } from './bytes.ts';
import type { ProgramFacts } from './listing.ts';
import { readElf } from './read-elf.ts';
import { readMacho } from './read-macho.ts';
import type { CpuName } from './report.ts';

/** How much of a file says what it is. */
export const HEAD_BYTES = 4_096;

/** Reads a file's head, and further ranges where the head says that they matter. */
export function readProgram(path: string, read: ReadRange, size: number): ProgramFacts | undefined {
  const head = read(0, HEAD_BYTES);
  const found =
    readElf(read, size) ?? readPe(read, size) ?? readMacho(head) ?? readScript(head, path) ?? readPack(head);
  if (found?.format === 'macho' && path.endsWith('.dylib')) return { ...found, role: 'library' };
  return found;
}

/** A script without its `#!` is known by its name alone. */
function readScript(head: Uint8Array, path: string): ProgramFacts | undefined {
  const hasMark = startsWith(head, [0x23, 0x21]);
  if (!hasMark && !path.endsWith('.sh')) return undefined;
  const text = latin1(head);
  const [line = ''] = hasMark ? text.slice(2).split('\n', 1) : ['/bin/sh'];
  const [interpreter = '', ...words] = line.trim().split(/\s+/);
  return { format: 'script', hasMark, interpreter, words, hasCarriageReturn: text.includes('\r\n') };
}

function readPack(head: Uint8Array): ProgramFacts | undefined {
  return startsWith(head, [0x47, 0x44, 0x50, 0x43]) ? { format: 'godot-pack' } : undefined;
}

const IS_LIBRARY = 0x2000;

const machines: Readonly<Record<number, CpuName>> = { 0x14c: 'x86', 0x1c4: 'arm', 0x8664: 'x64', 0xaa64: 'arm64' };

/** What a PE file's head says; undefined if it is none. The new head usually lies within the first few hundred bytes. */
function readPe(read: ReadRange, size: number): ProgramFacts | undefined {
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
