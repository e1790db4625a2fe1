// Which copies of the records a backup keeps, and how it calls them.
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDataFolder } from '../../../../embedded-server/platform/storage/data-folder.ts';
import { makeFolder } from '../../../../embedded-server/platform/storage/make-folder.ts';
import {
  copyName,
  listCopies,
  outdatedCopies,
  type RecordsCopy,
} from '../../../../embedded-server/service/backup/copies.ts';
import { copyRecords } from '../../../../embedded-server/service/backup/copy-records.ts';
import { openPlace } from '../../../../embedded-server/service/backup/places/open-place.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const NOW = Date.parse('2026-11-25T12:30:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const copyAt = (at: number, generation = 1): RecordsCopy => {
  const name = copyName(generation, at);
  return { name, generation, at, bytes: 1 };
};

it('keeps the newest, one of each hour of a day and one of each day of a month', () => {
  const every = 5 * MINUTE_MS;
  const copies = Array.from({ length: (40 * DAY_MS) / every }, (_, n) => copyAt(NOW - n * every));
  const gone = new Set(outdatedCopies(copies, NOW));
  const kept = copies.filter((copy) => !gone.has(copy));
  expect(kept.slice(0, 3)).toEqual(copies.slice(0, 3));
  const ages = kept.map(({ at }) => NOW - at);
  expect(ages.filter((age) => age <= DAY_MS).length).toBeGreaterThanOrEqual(24);
  expect(new Set(kept.map(({ at }) => Math.floor(at / DAY_MS))).size, 'each day of the month').toBe(31);
  expect(Math.max(...ages)).toBeLessThanOrEqual(30 * DAY_MS);
  expect(kept.length).toBeLessThan(60);
});

it('keeps what there is of a service that rested for a year', () => {
  const copies = [0, 1, 2].map((n) => copyAt(NOW - 365 * DAY_MS - n * MINUTE_MS));
  expect(outdatedCopies(copies, NOW)).toEqual([]);
});

it('lists the newest first: of a later service, also where its clock is behind', async () => {
  const folder = await makeTempFolder('backup');
  const place = await openPlace({ folder });
  const records = path.join(folder, 'records');
  expect(await listCopies(place)).toEqual([]);
  await makeFolder(records);
  const names = [copyName(1, NOW), copyName(2, NOW - DAY_MS), copyName(2, NOW - 2 * DAY_MS)];
  for (const name of [...names, 'notes.txt', `${names[0]}.part`]) {
    await writeFile(path.join(records, name), '12345');
  }
  expect(await listCopies(place)).toMatchObject([
    { name: names[1], generation: 2, at: NOW - DAY_MS, bytes: 5 },
    { name: names[2], generation: 2 },
    { name: names[0], generation: 1 },
  ]);
});

it('leaves no lists of copies that a full place does not take, and removes there what has had its time', async () => {
  const folder = await makeTempFolder('backup');
  const records = path.join(folder, 'records');
  await makeFolder(records);
  const copies = [3, 2, 1, 0].map((n) => copyName(1, NOW - n * MINUTE_MS));
  const [outdated] = copies;
  const onItsWay = `${copyName(9, NOW)}.files`;
  const cutOff = `${copyName(1, NOW - 4 * MINUTE_MS)}.files`;
  const whole = copies.flatMap((name) => [name, `${name}.files`]);
  for (const name of [...whole, onItsWay, cutOff]) await writeFile(path.join(records, name), '[]');
  const data = await openDataFolder(await makeTempFolder('data'));
  onTestFinished(data.close);
  const place = await openPlace({ folder });
  const full = { ...place, put: () => Promise.reject(new Error('no space is left')) };
  const kept = [...whole.filter((name) => !name.startsWith(outdated ?? '')), onItsWay].toSorted();
  for (let turn = 0; turn < 2; turn += 1) {
    await expect(copyRecords(full, data, 2)).rejects.toThrow('no space is left');
    expect((await readdir(records)).toSorted()).toEqual(kept);
  }
  await copyRecords(place, data, 2);
  const [newest] = await listCopies(place);
  expect(newest?.generation).toBe(2);
  expect(await readdir(records)).toContain(`${newest?.name}.files`);
});
