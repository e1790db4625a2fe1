// Control groups on the real file system of this machine: made, found again, removed, and done without where they are refused.
import { mkdir, open, readdir, readlink, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openServerGroups, readGroupPlaces } from '../../../../embedded-server/runtime/processes/server-groups.ts';
import { isGoneError } from '../../../../embedded-server/runtime/processes/signals.ts';

const LIMITS = { memoryBytes: 67_108_864, millicores: 500, threads: 64 };
const NONE = { memory: false, cpu: false, processes: false };
const places = await readGroupPlaces();
const isFirstVersion = places?.version === 1;

test('where no group can be made nothing is enforced, and nothing fails', async () => {
  const groups = await openServerGroups({ version: 1, folders: { memory: '/proc/none', pids: '/proc/none' } });
  const group = await groups.make('a', LIMITS);
  expect(group.enforced).toEqual(NONE);
  await group.add([process.pid]);
  expect(await group.memoryKills()).toBe(0);
  await group.remove();
  await groups.close();
});

test('without a place nothing is enforced', async () => {
  const groups = await openServerGroups();
  expect((await groups.make('a', LIMITS)).enforced).toEqual(NONE);
  await groups.close();
});

describe.runIf(isFirstVersion)('where each controller has its own tree', () => {
  const folder = places?.version === 1 ? (places.folders.pids ?? '') : '';
  const names = async () => {
    const all = await readdir(path.join(folder, 'slipway')).catch(() => []);
    return all.filter((name) => name.includes('test-')).toSorted();
  };

  test('a group is made with its limits and removed with its parent', async () => {
    const groups = await openServerGroups(places);
    const group = await groups.make('test-group', LIMITS);
    expect(group.enforced).toEqual({ memory: true, cpu: true, processes: true });
    expect(await names()).toEqual([expect.stringMatching(/^\d+-\d+-\d+\.test-group$/)]);
    await (await groups.existing('test-group')).remove();
    expect(await names()).toEqual([]);
    await groups.close();
  });

  test('what a lost life left is removed at the next start, but nothing of one that runs, also in another PID namespace', async () => {
    const groups = await openServerGroups(places);
    const ours = await groups.make('test-group', LIMITS);
    const elsewhere = `${process.pid}-1-1.test-elsewhere`;
    const own = /\d+/.exec(await readlink('/proc/self/ns/pid'))?.[0];
    const left = [`${process.pid}-1.test-lost`, `${process.pid}-1-${own}.test-lost-too`, elsewhere, 'test-of-nobody'];
    for (const name of left) await mkdir(path.join(folder, 'slipway', name));
    await (await openServerGroups(places)).close();
    expect((await names()).map((name) => name.split('.').at(-1)).toSorted()).toEqual([
      'test-elsewhere',
      'test-group',
      'test-of-nobody',
    ]);
    await ours.remove();
    for (const name of [elsewhere, 'test-of-nobody']) await rmdir(path.join(folder, 'slipway', name));
    await groups.close();
  });

  test('a group that is removed while its members are read has none, which is no failure', async () => {
    const groups = await openServerGroups(places);
    const group = await groups.make('test-group', LIMITS);
    const members = await open(group.files[0] ?? '');
    await group.remove();
    const thrown: unknown = await members.readFile().catch((error: unknown) => error);
    await members.close();
    expect(thrown).toMatchObject({ code: 'ENODEV' });
    expect(isGoneError(thrown)).toBe(true);
    await groups.close();
  });

  test('a tree that passes no controllers on is not taken', async () => {
    const unified = '/sys/fs/cgroup/unified';
    const groups = await openServerGroups({ version: 2, candidates: [unified] });
    expect((await groups.make('a', LIMITS)).enforced).toEqual(NONE);
    await groups.close();
    expect(await readdir(unified).catch(() => [])).not.toContain('slipway');
  });
});
