// Filling a data folder from a backup or an export: all of it or nothing, whenever it is cut off, and within the folder alone.
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fillFolder, finishFill, isEmptyToFill } from '../../../../embedded-server/service/data/fill-folder.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const RECORDS = 'slipway.db';
const write = (text: string) => async (draft: string) => {
  await mkdir(path.join(draft, 'blobs'));
  await writeFile(path.join(draft, RECORDS), text);
};

it('fills a folder that stays the same one, as of a disk of its own, beside which nothing can be written', async () => {
  const parent = await makeTempFolder('parent');
  const root = path.join(parent, 'data');
  await mkdir(path.join(root, 'lost+found'), { recursive: true });
  const { ino } = await stat(root);
  await chmod(parent, 0o500);
  onTestFinished(async () => await chmod(parent, 0o700));
  expect(await isEmptyToFill(root)).toBe(true);
  await fillFolder(root, RECORDS, write('restored'));
  expect((await stat(root)).ino).toBe(ino);
  expect((await readdir(root)).toSorted()).toEqual(['blobs', 'lost+found', RECORDS]);
  expect(await readdir(parent)).toEqual(['data']);
});

it('begins again after it was cut off, and takes nothing away that was there', async () => {
  const root = await makeTempFolder('data');
  await mkdir(path.join(root, '.filling-1', 'blobs'), { recursive: true });
  await writeFile(path.join(root, 'notes.txt'), 'of a person');
  await expect(fillFolder(root, RECORDS, write('restored'))).rejects.toMatchObject({ code: 'DATA_FOLDER_NOT_EMPTY' });
  expect(await readdir(root)).toEqual(['notes.txt']);
  const other = await makeTempFolder('data');
  await mkdir(path.join(other, '.filling-1', 'blobs'), { recursive: true });
  await fillFolder(other, RECORDS, write('restored'));
  expect((await readdir(other)).toSorted()).toEqual(['blobs', RECORDS]);
});

it('is brought to its end when it was cut off as all was there and half of it in place', async () => {
  const root = await makeTempFolder('data');
  await mkdir(path.join(root, '.filled-1'));
  await mkdir(path.join(root, 'blobs'));
  await writeFile(path.join(root, '.filled-1', RECORDS), 'restored');
  await finishFill(root, RECORDS);
  expect(await isEmptyToFill(root)).toBe(false);
  expect((await readdir(root)).toSorted()).toEqual(['blobs', RECORDS]);
  expect(await readFile(path.join(root, RECORDS), 'utf8')).toBe('restored');
});

it('leaves no folder that it made itself when it fails', async () => {
  const parent = await makeTempFolder('parent');
  const failing = fillFolder(path.join(parent, 'a', 'b'), RECORDS, () => Promise.reject(new Error('away')));
  await expect(failing).rejects.toThrow('away');
  expect(await readdir(parent)).toEqual([]);
});
