// Settings files of other versions: older ones go up step by step, newer ones are kept whole.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSettingsFile, settingsPlace } from '../../../../src-main/core/settings/settings-file.ts';
import { FORMAT, migrateSettings } from '../../../../src-main/core/settings/settings-format.ts';
import { translate } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

async function withSettings(stored?: object) {
  const folder = await makeTempFolder('settings');
  const place = settingsPlace(folder);
  if (stored !== undefined) await writeFile(place, JSON.stringify(stored));
  const kept = async () => JSON.parse(await readFile(place, 'utf8')) as object;
  return { folder, place, kept, file: await openSettingsFile(folder) };
}

test('gives a file without a number the number of today, and changes nothing else', async () => {
  const { file, place, kept } = await withSettings({ theme: 'dark', of_others: 1 });
  expect(await migrateSettings({ file, place })).toBeUndefined();
  expect(await kept()).toEqual({ theme: 'dark', of_others: 1, format: FORMAT });
});

test('takes the steps from its number on, in their order', async () => {
  const { file, place, kept } = await withSettings({ format: 1, port: 7 });
  const never = () => {
    throw new Error('was taken already');
  };
  const known = [
    never,
    ({ port }: Record<string, unknown>) => ({ service_port: port }),
    ({ service_port: port }: Record<string, unknown>) => ({ service_port: Number(port) + 7_000 }),
  ];
  expect(await migrateSettings({ file, place, known })).toBeUndefined();
  expect(await kept()).toEqual({ format: 3, port: 7, service_port: 7_007 });
  expect(file.read()).toMatchObject({ service_port: 7_007 });
});

test('keeps a newer file whole beside it, says so, and leaves its number', async () => {
  const { file, place, kept } = await withSettings({ format: FORMAT + 1, theme: 'dark' });
  const notice = await migrateSettings({ file, place });
  expect(notice?.text).toMatch(/written by a newer Slipway.*settings\.json\.newer/);
  expect(notice && translate(notice)).toMatch(/^Ein neueres Slipway hat sie geschrieben.*settings\.json\.newer/);
  file.change(() => ({ theme: 'light' }));
  expect(await kept()).toEqual({ format: FORMAT + 1, theme: 'light' });
  expect(await migrateSettings({ file, place })).toEqual(notice); // the next start
  expect(JSON.parse(await readFile(`${place}.newer`, 'utf8'))).toEqual({ format: FORMAT + 1, theme: 'dark' });
});

test('writes nothing before something is set, and the number with that', async () => {
  const { folder, file, place, kept } = await withSettings();
  expect(await migrateSettings({ file, place })).toBeUndefined();
  expect(await readdir(folder)).not.toContain(path.basename(place));
  file.change(() => ({ theme: 'dark' }));
  expect(await kept()).toEqual({ format: FORMAT, theme: 'dark' });
});
