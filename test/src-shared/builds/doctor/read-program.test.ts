// What heads of files say: ELF, PE, Mach-O, scripts and packs; made by code, taken from this machine, and broken.
import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ReadRange } from '../../../../src-shared/builds/doctor/bytes.ts';
import { dynamicRange } from '../../../../src-shared/builds/doctor/read-elf.ts';
import { readProgram } from '../../../../src-shared/builds/doctor/read-program.ts';
import { elf, elfLibrary, fatMacho, godotPack, macho, pe } from '../../../support/program-files.ts';

const rangesOf =
  (bytes: Uint8Array): ReadRange =>
  (offset, length) =>
    bytes.subarray(offset, offset + length);
const read = (bytes: Uint8Array, path = 'program') => readProgram(path, rangesOf(bytes), bytes.length);

describe('an ELF file', () => {
  it.each([
    ['x64', { machine: 62 }],
    ['arm64', { machine: 183 }],
    ['x86', { machine: 3, bits: 32 }],
    ['arm', { machine: 40, bits: 32 }],
    ['other', { machine: 21, isBigEndian: true }],
  ] as const)('for %s is told with its loader and libraries', (cpu, program) => {
    expect(read(elf({ ...program, needed: ['libc.so.6', 'libm.so.6'], runPath: '$ORIGIN:$ORIGIN/lib' }))).toEqual({
      format: 'elf',
      os: 'linux',
      cpus: [cpu],
      role: 'program',
      hasGodotPack: false,
      interpreter: '/lib64/ld-linux-x86-64.so.2',
      needed: ['libc.so.6', 'libm.so.6'],
      runPaths: ['$ORIGIN', '$ORIGIN/lib'],
    });
  });

  it('is a library, a static program or a core dump by its type and loader', () => {
    expect(read(elfLibrary())).toMatchObject({ role: 'library', interpreter: undefined });
    expect(read(elf({ type: 2, interpreter: null }))).toMatchObject({ role: 'program', interpreter: undefined });
    expect(read(elf({ type: 4, interpreter: null }))).toMatchObject({ role: 'core' });
  });

  it('that carries a pack of Godot at its end is recognized', () => {
    expect(read(elf({ end: 'a pack, its length GDPC' }))).toMatchObject({ hasGodotPack: true });
  });

  it('that is cut anywhere is read as far as it goes', () => {
    const whole = elf({ needed: ['libc.so.6'] });
    for (let length = 0; length < whole.length; length += 1) {
      const found = read(whole.subarray(0, length));
      if (length < 52) expect(found).toBeUndefined();
      else expect(found).toMatchObject({ format: 'elf' });
      if (found?.format === 'elf') expect(found.needed ?? []).toEqual([]);
    }
  });

  it('says where in it the names of its libraries are asked for', () => {
    const whole = elf({ needed: ['libc.so.6'] });
    const { offset, length } = dynamicRange(whole) ?? { offset: 0, length: 0 };
    expect([offset + length, whole.readBigUInt64LE(offset)]).toEqual([whole.length, 1n]);
    expect(dynamicRange(pe())).toBeUndefined();
  });
});

it.skipIf(process.platform !== 'linux')('reads the programs of this machine as they are', async () => {
  const cpu = process.arch === 'ia32' ? 'x86' : process.arch;
  const ls = read(await readFile('/bin/ls'));
  expect(ls).toMatchObject({ format: 'elf', os: 'linux', cpus: [cpu], role: 'program' });
  const node = read(await readFile(process.execPath));
  expect(node).toMatchObject({ format: 'elf', cpus: [cpu], role: 'program', runPaths: [] });
  if (node?.format !== 'elf') throw new Error('Node is no ELF program');
  expect(node.needed?.some((name) => name.startsWith('libc.'))).toBe(true);
  expect(node.interpreter).toMatch(/^\/lib/);
});

describe('a PE file', () => {
  it('is read with its processor, as a program or a library, and with a pack', () => {
    expect(read(pe())).toEqual({
      format: 'pe',
      os: 'windows',
      cpus: ['x64'],
      role: 'program',
      hasGodotPack: false,
    });
    expect(read(pe({ machine: 0xaa64, isLibrary: true }))).toMatchObject({ cpus: ['arm64'], role: 'library' });
    expect(read(pe({ machine: 0x14c, end: 'pack GDPC' }))).toMatchObject({ cpus: ['x86'], hasGodotPack: true });
  });

  it('of old DOS is none', () => {
    expect(read(Buffer.from(`MZ${'\0'.repeat(200)}`))).toBeUndefined();
  });
});

describe('a Mach-O file', () => {
  it('is read for one processor and for several', () => {
    expect(read(macho())).toEqual({ format: 'macho', os: 'macos', cpus: ['arm64'], role: 'program' });
    expect(read(macho({ cpu: 0x0100_0007, type: 6 }))).toMatchObject({ cpus: ['x64'], role: 'library' });
    expect(read(fatMacho([0x0100_0007, 0x0100_000c]))).toMatchObject({ cpus: ['x64', 'arm64'], role: 'program' });
    expect(read(fatMacho([0x0100_0007]), 'a.dylib')).toMatchObject({ role: 'library' });
  });

  it('is not mistaken for a Java class, which begins alike', () => {
    expect(read(Buffer.from('cafebabe00000041', 'hex'))).toBeUndefined();
  });
});

it('reads what runs a script, and its line endings', () => {
  expect(read(Buffer.from('#!/usr/bin/env -S python3 -u\nx'))).toEqual({
    format: 'script',
    hasMark: true,
    interpreter: '/usr/bin/env',
    words: ['-S', 'python3', '-u'],
    hasCarriageReturn: false,
  });
  expect(read(Buffer.from('#!/bin/bash\r\nx\r\n'))).toMatchObject({
    interpreter: '/bin/bash',
    hasCarriageReturn: true,
  });
  expect(read(Buffer.from('echo hi\n'), 'start.sh')).toMatchObject({ hasMark: false, interpreter: '/bin/sh' });
  expect(read(godotPack)).toEqual({ format: 'godot-pack' });
  expect(read(Buffer.from('just text'))).toBeUndefined();
});

it('never fails, whatever the bytes are', () => {
  const seeds = [elf({ needed: ['libc.so.6'] }), elf({ bits: 32, machine: 3 }), pe(), macho(), fatMacho([7, 12])];
  for (let round = 0; round < 3_000; round += 1) {
    const bytes = Buffer.from(seeds[round % seeds.length] ?? '');
    const changes = Array.from({ length: 4 }, () => [randomInt(bytes.length), randomBytes(1)[0] ?? 0] as const);
    for (const [at, value] of changes) bytes[at] = value;
    const label = `round ${round}: ${JSON.stringify(changes)}`;
    expect(() => read(bytes), label).not.toThrow();
  }
});
