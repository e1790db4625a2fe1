import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createOutFiles, fileName } from '../../../../src-main/core/desktop/out-files.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const write = (file: string) => writeFile(file, 'x');

test('makes each file in a folder of its own, and takes all away at the end', async () => {
  const folder = path.join(await makeTempFolder('out'), 'out');
  const files = createOutFiles(folder);
  const [first, second] = [await files.make('v1.tar', write), await files.make('v1.tar', write)];
  expect([path.basename(first), path.basename(second)]).toEqual(['v1.tar', 'v1.tar']);
  expect(first).not.toBe(second);
  await files.clear();
  await expect(readdir(folder)).rejects.toThrow(/ENOENT/);
});

test('takes away what was made more than an hour ago, and keeps the rest', async () => {
  const folder = path.join(await makeTempFolder('out'), 'out');
  const files = createOutFiles(folder);
  const old = await files.make('old.tar', write);
  const young = await files.make('young.tar', write);
  const longAgo = new Date(Date.now() - 3_700_000);
  await utimes(path.dirname(old), longAgo, longAgo);
  await files.make('new.tar', write);
  await expect(readFile(old)).rejects.toThrow(/ENOENT/);
  expect(await readFile(young, 'utf8')).toBe('x');
});

test('leaves nothing of what could not be made', async () => {
  const folder = path.join(await makeTempFolder('out'), 'out');
  const failing = createOutFiles(folder).make('v1.tar', () => Promise.reject(new Error('no room')));
  await expect(failing).rejects.toThrow('no room');
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['v0.4.2.tar.zst', 'v0.4.2.tar.zst'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['a/b\\c:d*e?"<>|.tar', 'a-b-c-d-e-.tar'],
  ['line\nbreak\u0000.tar', 'line-break-.tar'],
  ['...', 'slipway-'],
  ['CON.tar', 'slipway-CON.tar'],
  [`${'x'.repeat(300)}.tar`, `${'x'.repeat(116)}.tar`],
])('calls %j %j', (name, called) => {
  expect(fileName(name)).toBe(called);
});
