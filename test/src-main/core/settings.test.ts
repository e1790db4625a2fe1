// Settings: kept over a restart, read leniently, refused when they do not fit.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { keepUnreadable, openSettingsFile } from '../../../src-main/core/settings/settings-file.ts';
import { createSettingsService } from '../../../src-main/core/settings/settings-service.ts';
import { settingsChange } from '../../../src-shared/settings/bridge.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const open = async (folder: string) => createSettingsService(await openSettingsFile(folder));

it('has defaults, and keeps what was set', async () => {
  const folder = await makeTempFolder();
  expect((await open(folder)).get()).toEqual({ theme: 'system', service_port: 7420, keep_hosting: false });
  (await open(folder)).set({ theme: 'dark' });
  expect((await open(folder)).get()).toEqual({ theme: 'dark', service_port: 7420, keep_hosting: false });
});

it('loses no other setting to one that does not fit', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'settings.json');
  await writeFile(file, JSON.stringify({ theme: 'purple', service_port: 8000, later: true }));
  const service = await open(folder);
  expect(service.get()).toEqual({ theme: 'system', service_port: 8000, keep_hosting: false });
  service.set({ service_port: 8001 });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ service_port: 8001, later: true });
});

it('starts with the defaults when its file cannot be read, and keeps that file', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'settings.json');
  await writeFile(file, '{broken');
  expect((await open(folder)).get()).toEqual({ theme: 'system', service_port: 7420, keep_hosting: false });
  expect(await readFile(`${file}.damaged`, 'utf8')).toBe('{broken');
});

it.each([
  ['nothing, as after a power cut', ''],
  ['zeros, as after a power cut', '\0'.repeat(512)],
  ['a list', '[{"theme":"dark"}]'],
  ['a word', '"dark"'],
  ['null', 'null'],
  ['two objects', '{"theme":"dark"}{"theme":"dark"}'],
  ['more brackets than anybody reads', '['.repeat(200_000)],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
])('starts with the defaults beside a file that holds %s, keeps that file, and goes on', async (_what, content) => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'settings.json');
  await writeFile(file, content);
  const service = await open(folder);
  expect(service.get()).toEqual({ theme: 'system', service_port: 7420, keep_hosting: false });
  expect(await readFile(`${file}.damaged`)).toEqual(Buffer.from(content));
  service.set({ theme: 'light' });
  expect((await open(folder)).get().theme).toBe('light');
});

it('keeps each file that cannot be read under a name of its own, and the same one once', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'settings.json');
  const texts = ['{"theme":"dark"', '{"service_port":8000', '{"theme":"dark"', '{"keep_hosting":'];
  for (const text of texts) {
    await writeFile(file, text);
    const kept = await keepUnreadable(folder);
    expect(await readFile(kept ?? '', 'utf8')).toBe(text);
    expect((await open(folder)).get().theme).toBe('system');
  }
  const names = (await readdir(folder)).filter((name) => name !== 'settings.json').toSorted();
  expect(names).toEqual([
    'settings.json.damaged',
    expect.stringMatching(/^settings\.json\.damaged-\d{4}-/),
    expect.stringMatching(/^settings\.json\.damaged-\d{4}-/),
  ]);
  const contents = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  expect(contents.toSorted()).toEqual([...new Set(texts)].toSorted());
});

it('keeps a file that cannot be read once when two processes start at the same moment', async () => {
  const folder = await makeTempFolder();
  await writeFile(path.join(folder, 'settings.json'), '{broken');
  const kept = await Promise.all([keepUnreadable(folder), keepUnreadable(folder), keepUnreadable(folder)]);
  for (const name of kept) expect(await readFile(name ?? '', 'utf8')).toBe('{broken');
});

it('takes nothing from a file that reaches for what every object has', async () => {
  const folder = await makeTempFolder();
  const hostile =
    '{"__proto__":{"theme":"dark","polluted":1},"constructor":{"prototype":{"polluted":1}},"service_port":8000}';
  await writeFile(path.join(folder, 'settings.json'), hostile);
  expect((await open(folder)).get()).toEqual({ theme: 'system', service_port: 8000, keep_hosting: false });
  expect({}).not.toHaveProperty('polluted');
});

it.each([80, 1023, 65_516, 1.5, '7420', -1])('takes no port like %j', (port) => {
  expect(settingsChange.safeParse({ service_port: port }).success).toBe(false);
});
