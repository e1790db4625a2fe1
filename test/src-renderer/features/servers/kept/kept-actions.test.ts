// What is under way for the kept folders of one namespace says nothing in the dialog of another one.
import { beforeEach, expect, test } from 'vitest';
import {
  changeKept,
  lookInto,
  readKept,
  setKeptOpen,
} from '../../../../../src-renderer/features/servers/kept/kept-actions.ts';
import { useKept } from '../../../../../src-renderer/features/servers/kept/kept-store.ts';
import { useToasts } from '../../../../../src-renderer/ui/notices/notices-store.ts';
import { clearToasts } from '../../../../../src-renderer/ui/notices/toasts-actions.ts';
import { AppError } from '../../../../../src-shared/errors/app-error.ts';
import type { KeptSet } from '../../../../../src-shared/service/kept.ts';
import { createFakeCore } from '../../../support/fake-core.ts';

const game = { instance_id: 'production', game_id: 'tidebreak' };
const prod = { ...game, namespace_id: 'prod' };
const staging = { ...game, namespace_id: 'staging' };
const setOf = (path: string): KeptSet => ({ slot: 1, folders: [{ path, files: 1, bytes: 1 }], snapshots: [] });
const set = { ...prod, slot: 1 };
const snapshot = {
  snapshot_id: '00000000-0000-4000-8000-000000000001',
  create_ts: 1,
  reason: 'asked' as const,
  while_running: false,
  files: 1,
  bytes: 1,
};

beforeEach(() => {
  useKept.setState(useKept.getInitialState(), true);
  clearToasts();
});

/** The dialog of prod. Each namespace has a folder of its name. */
async function openProd() {
  const core = createFakeCore();
  core.handlers['kept.list'] = async ({ namespace_id: name }) => ({ sets: [setOf(name)] });
  core.attach();
  await open(prod);
  return core;
}

async function open(place: typeof prod) {
  setKeptOpen(false);
  setKeptOpen(true);
  await readKept(place);
}

const shownFolders = () => useKept.getState().sets?.flatMap(({ folders }) => folders.map(({ path }) => path));
const busy = () => Object.values(useKept.getState().busy).filter((what) => what !== undefined);
const saidTitles = () => useToasts.getState().toasts.map(({ title }) => title);

test('a change that ends while another namespace is shown leaves its dialog alone', async () => {
  const core = await openProd();
  const taken = Promise.withResolvers<{ snapshot: typeof snapshot }>();
  core.handlers['kept.snapshot'] = () => taken.promise;
  const taking = changeKept(set, 'kept.snapshot');
  await open(staging);
  const emptied = Promise.withResolvers<{ snapshot?: typeof snapshot }>();
  core.handlers['kept.empty'] = () => emptied.promise;
  const emptying = changeKept({ ...staging, slot: 1 }, 'kept.empty');
  taken.resolve({ snapshot });
  await taking;
  expect(shownFolders()).toEqual(['staging']);
  expect(busy()).toEqual(['kept.empty']);
  emptied.resolve({});
  await emptying;
});

test('a dialog that was opened again for the same namespace shows that it goes on, and what came of it', async () => {
  const core = await openProd();
  const emptied = Promise.withResolvers<{ snapshot?: typeof snapshot }>();
  core.handlers['kept.empty'] = () => emptied.promise;
  const emptying = changeKept(set, 'kept.empty');
  await open(prod);
  expect(busy()).toEqual(['kept.empty']);
  core.handlers['kept.list'] = async () => ({ sets: [] });
  emptied.resolve({});
  await emptying;
  expect(shownFolders()).toEqual([]);
});

test('why a change failed is said in its dialog, and in a toast once that is closed', async () => {
  const core = await openProd();
  const full = () => new AppError('STORAGE_FULL', { text: 'The disk is full.' });
  core.handlers['kept.snapshot'] = () => Promise.reject(full());
  await changeKept(set, 'kept.snapshot');
  expect(useKept.getState().problem).toBe('The disk is full.');
  expect(saidTitles()).toEqual([]);

  const taken = Promise.withResolvers<{ snapshot: typeof snapshot }>();
  core.handlers['kept.snapshot'] = () => taken.promise;
  const taking = changeKept(set, 'kept.snapshot');
  await open(staging);
  taken.reject(full());
  await taking;
  expect(useKept.getState().problem).toBeUndefined();
  expect(saidTitles()).toMatchObject([{ text: 'The snapshot was not taken' }]);
});

test('what is in a folder is not shown in the folder of that name of another namespace', async () => {
  const core = await openProd();
  const entry = { name: 'level.dat', type: 'file' as const, bytes: 1, change_ts: 1 };
  const listed = Promise.withResolvers<{ entries: (typeof entry)[]; more: boolean }>();
  core.handlers['kept.files'] = ({ namespace_id: name }) =>
    name === 'prod' ? listed.promise : new Promise(() => undefined);
  const looking = lookInto(set, 'world');
  await open(staging);
  void lookInto({ ...staging, slot: 1 }, 'world');
  listed.resolve({ entries: [entry], more: false });
  await looking;
  expect(useKept.getState().into).toMatchObject({ path: 'world', entries: undefined });
});

test('a folder can be looked into while a snapshot is taken', async () => {
  const core = await openProd();
  const taken = Promise.withResolvers<{ snapshot: typeof snapshot }>();
  core.handlers['kept.snapshot'] = () => taken.promise;
  core.handlers['kept.files'] = async () => ({ entries: [], more: false });
  const taking = changeKept(set, 'kept.snapshot');
  await lookInto(set, 'world');
  expect(useKept.getState().into?.entries).toEqual([]);
  taken.resolve({ snapshot });
  await taking;
});
