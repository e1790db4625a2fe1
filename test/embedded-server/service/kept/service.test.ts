// The kept folders of a namespace without HTTP: what may happen at the same time, and what a download address leads to.
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { type KeptPaths, keptPaths } from '../../../../embedded-server/runtime/kept/kept-paths.ts';
import { createKeptSlots } from '../../../../embedded-server/runtime/kept/slots.ts';
import type { Download } from '../../../../embedded-server/service/kept/downloads.ts';
import { createKeptService, type KeptParts } from '../../../../embedded-server/service/kept/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { whileCopying } from '../../../support/while-copying.ts';

const namespace_id = '0a1b2c3d-0000-4000-8000-000000000001';
const place = { namespace_id, slot: 1 };
const holder = { namespace_id, server_id: 'one', kept: true };

async function start(fleet?: KeptParts['fleet']) {
  const paths = dataPaths(await makeTempFolder('data'));
  const at = keptPaths(paths, place);
  await mkdir(path.join(at.files, 'world'), { recursive: true });
  await writeFile(path.join(at.files, 'world/map'), 'reef');
  const slots = createKeptSlots();
  const offered: Download[] = [];
  const downloads = { offer: (one: Download) => `/kept/${offered.push(one)}` } as unknown as KeptParts['downloads'];
  return { at, slots, offered, kept: createKeptService({ paths, slots, downloads, now: Date.now, fleet }) };
}

test('while a set that no server has is copied nothing changes it, and no server gets it', async () => {
  const { slots, kept } = await start();
  const came: string[] = [];
  let refused: unknown;
  whileCopying(async () => {
    void slots.unlocked(namespace_id).then(() => came.push('a server'));
    refused = await kept.empty(place).catch((thrown: unknown) => thrown);
    await sleep(20);
    came.push('the copy');
  });
  const snapshot = await kept.snapshot(place);
  await slots.unlocked(namespace_id);
  expect(snapshot).toMatchObject({ while_running: false, files: 1 });
  expect(refused).toMatchObject({ reason: 'kept.busy' });
  expect(came).toEqual(['the copy', 'a server']);
});

test('what a running server has is copied under it, and others of its namespace start meanwhile', async () => {
  const { slots, kept } = await start();
  slots.claim(holder);
  const came: string[] = [];
  whileCopying(async () => {
    await slots.unlocked(namespace_id);
    came.push('a server');
  });
  expect(await kept.snapshot(place)).toMatchObject({ while_running: true, files: 1 });
  expect(came).toEqual(['a server']);
});

test('an address leads to the copy of a node that is the newest when it is fetched, and says where there is none', async () => {
  let newest = '';
  const { slots, offered, kept } = await start({
    has: () => true,
    kept: { viewOf: async (set: KeptPaths) => ({ ...set, files: newest }) },
  } as unknown as KeptParts['fleet']);
  slots.claim(holder);
  const copies = await Promise.all(['first', 'second'].map((name) => makeTempFolder(name)));
  for (const copy of copies) await mkdir(path.join(copy, 'world'));
  [newest = ''] = copies;
  await kept.download(place, 'world', undefined);
  [, newest = ''] = copies;
  await rm(copies[0] ?? '', { recursive: true });
  expect(await offered[0]?.root()).toBe(newest);
  await rm(path.join(newest, 'world'), { recursive: true });
  await expect(offered[0]?.root()).rejects.toThrow('There is no "world" in the kept folders');
});

const NO_TEXT = Buffer.from([0x63, 0x61, 0x66, 0xe9]);

/** Deeper than a path can be said. */
async function makeDeep(folder: string): Promise<void> {
  const names = Array.from({ length: 12 }, () => 'n'.repeat(250)).join('/');
  const first = path.join(folder, names);
  await mkdir(first, { recursive: true });
  const handle = await open(first);
  await mkdir(`/proc/self/fd/${handle.fd}/${names}`, { recursive: true });
  await handle.close();
}

test.runIf(process.platform === 'linux').each([
  { what: 'a name that is no text', leave: (world: string) => writeNoText(world), has: 'world/caf' },
  { what: 'a folder that lies too deep', leave: makeDeep, has: 'world/nnn' },
])('$what is counted, is in no copy without a word, and is emptied and deleted like any other', async (one) => {
  const { at, kept } = await start();
  const world = path.join(at.files, 'world');
  await rm(path.join(world, 'map'));
  await one.leave(world);
  expect(await kept.list(namespace_id)).toMatchObject([{ folders: [{ path: 'world', files: 1 }] }]);
  const refused = { reason: 'kept.closed', message: expect.stringContaining(one.has) };
  await expect(kept.snapshot(place)).rejects.toMatchObject(refused);
  await expect(kept.download(place, 'world', undefined)).rejects.toMatchObject(refused);
  const snapshot = await kept.empty(place);
  expect(snapshot).toMatchObject({ reason: 'before_empty', files: 1 });
  expect(await kept.amount(namespace_id)).toMatchObject({ files: 1 });
  await kept.deleteSnapshot(place, snapshot?.snapshot_id ?? '');
  expect(await readdir(at.snapshots)).toEqual([]);
  await mkdir(world);
  await one.leave(world);
  await kept.removeAll(namespace_id);
  expect(await readdir(path.dirname(at.namespace))).toEqual([]);
});

async function writeNoText(folder: string): Promise<void> {
  await writeFile(Buffer.concat([Buffer.from(`${folder}/`), NO_TEXT]), 'saved');
}
