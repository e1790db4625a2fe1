// What the doctor knows of the machine it runs on: libraries, programs on PATH, files.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { jarManifest } from '../../../../embedded-server/files/doctor/jar-manifest.ts';
import { readLibraryCache, thisMachine } from '../../../../embedded-server/files/doctor/this-machine.ts';
import { writeBuild } from '../../../support/build-listing.ts';

const CACHE = '/etc/ld.so.cache';

it.skipIf(!existsSync(CACHE))('finds the libraries of this system in its cache, and no others', async () => {
  const machine = thisMachine();
  expect(machine.hasLibrary('libc.so.6', machine.cpu)).toBe(true);
  expect(machine.hasLibrary('libnobody.so.7', machine.cpu)).toBe(false);
  expect(machine.hasLibrary('../lib/libc.so.6', machine.cpu)).toBe(false);
  expect(
    readLibraryCache(await readFile(CACHE))
      ?.get(machine.cpu)
      ?.has('libc.so.6'),
  ).toBe(true);
});

it('reads a cache that is cut, damaged or none without failing', async () => {
  const whole = existsSync(CACHE)
    ? await readFile(CACHE)
    : Buffer.from('glibc-ld.so.cache1.1\xff\xff\xff\xff', 'latin1');
  for (const length of [0, 10, 30, 60, 100, Math.floor(whole.length / 2)]) {
    expect(() => readLibraryCache(whole.subarray(0, length)), `cut at ${length}`).not.toThrow();
  }
  const noise = randomBytes(500);
  expect(readLibraryCache(noise), noise.toString('hex')).toBeUndefined();
});

it.skipIf(process.platform === 'win32')('finds programs on PATH that may be run, and nothing else there', async () => {
  const folder = await writeBuild({ runs: '#!/bin/sh\n', 'is-text': { bytes: 'x', mode: 0o644 }, 'folder/a': '' });
  const before = process.env['PATH'];
  process.env['PATH'] = `${folder}${path.delimiter}${before}`;
  try {
    const machine = thisMachine();
    const found = ['runs', 'is-text', 'folder', 'folder/a', '', 'sh'].map((name) => machine.hasProgram(name));
    expect(found).toEqual([true, false, false, false, false, true]);
    expect([machine.hasFile('/bin/sh'), machine.hasFile('/bin/nothing-of-this-name')]).toEqual([true, false]);
  } finally {
    process.env['PATH'] = before;
  }
});

it('takes no manifest out of what is no jar, or is a damaged one', () => {
  const head = Buffer.alloc(64);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(20, 26);
  head.write('META-INF/MANIFEST.MF', 30, 'latin1');
  head.fill(0xff, 50);
  expect(jarManifest(head)).toBeUndefined();
  expect(jarManifest(Buffer.from('PK'))).toBeUndefined();
  expect(jarManifest(Buffer.alloc(100))).toBeUndefined();
});
