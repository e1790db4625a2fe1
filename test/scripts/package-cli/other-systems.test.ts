// The executable for systems that this machine is not: made here, and right by its own headers as the loader there reads them.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandFiles } from '../../../scripts/package-cli/command-files.ts';
import { findNode } from '../../../scripts/package-cli/find-node.ts';
import { main as packageCli } from '../../../scripts/package-cli.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

/** npm brings it when it is asked for. */
const nodeOfArm64 = await findNode('linux-arm64').catch(() => undefined);
const ARM64 = 0xb7;
const LOAD = 1;
const NOTE = 4;
const SWITCHED_ON = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1';

type Segment = { type: number; offset: number; address: number; inFile: number; inMemory: number };

function segmentsOf(program: Buffer): Segment[] {
  const [from, size] = [Number(program.readBigUInt64LE(0x20)), program.readUInt16LE(0x36)];
  return Array.from({ length: program.readUInt16LE(0x38) }, (_, nth) => {
    const at = from + nth * size;
    const number = (place: number) => Number(program.readBigUInt64LE(at + place));
    return {
      type: program.readUInt32LE(at),
      offset: number(8),
      address: number(16),
      inFile: number(32),
      inMemory: number(40),
    };
  });
}

/** The description of the note of this name. */
function noteNamed(program: Buffer, name: string): Buffer | undefined {
  for (const { offset, inFile, type } of segmentsOf(program)) {
    if (type !== NOTE) continue;
    const nameBytes = program.readUInt32LE(offset);
    const bytes = program.readUInt32LE(offset + 4);
    const begin = offset + 12 + Math.ceil(nameBytes / 4) * 4;
    if (program.toString('latin1', offset + 12, offset + 12 + nameBytes - 1) !== name) continue;
    expect(begin + bytes).toBeLessThanOrEqual(offset + inFile);
    return program.subarray(begin, begin + bytes);
  }
  return undefined;
}

test('Linux on arm64: a program of that machine with the whole command line in a note that is loaded', {
  timeout: 240_000,
}, async () => {
  const output = await makeTempFolder('arm64');
  await packageCli(['--output', output, '--only', 'linux-arm64']);
  const file = path.join(output, `slipway-${slipwayVersion}-linux-arm64`);
  expect((await stat(file)).mode & 0o777).toBe(0o755);
  const [program, node] = await Promise.all([readFile(file), readFile(nodeOfArm64 ?? '')]);
  expect(program.toString('latin1', 0, 4)).toBe('\u007fELF');
  expect([program.readUInt16LE(0x12), node.readUInt16LE(0x12)]).toEqual([ARM64, ARM64]);
  expect(program.includes(SWITCHED_ON)).toBe(true);
  const blob = noteNamed(program, 'NODE_SEA_BLOB');
  console.log(
    `linux-arm64: ${(program.length / 1e6).toFixed(1)} MB, ${((blob?.length ?? 0) / 1e6).toFixed(1)} MB of it the command line`,
  );
  // Each file of it is in there whole, whatever threads it has.
  for (const { text } of await commandFiles()) expect(blob?.includes(text)).toBe(true);
  // Where the loader puts it, nothing else is.
  const loaded = segmentsOf(program).filter(({ type }) => type === LOAD);
  for (const [nth, { address, inMemory, offset, inFile }] of loaded.entries()) {
    expect(address + inMemory).toBeLessThanOrEqual(loaded[nth + 1]?.address ?? Infinity);
    expect(offset + inFile).toBeLessThanOrEqual(program.length);
  }
  // All of Node is there as it was, but for its first page and the switch.
  const at = program.indexOf(SWITCHED_ON) + SWITCHED_ON.length;
  expect(program.subarray(4096, at - 1).equals(node.subarray(4096, at - 1))).toBe(true);
  expect(program.subarray(at, node.length).equals(node.subarray(at))).toBe(true);
});
