// The kept folders of a namespace in the window: looked into, downloaded, brought back, and deleted only after a second word.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { KeptSet } from '../../../../src-shared/service/kept.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { openWindow } from '../../support/open-window.tsx';
import { serversHash, someServer, tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;

const snapshot = {
  snapshot_id: '00000000-0000-4000-8000-000000000001',
  create_ts: Date.UTC(2026, 10, 20, 9, 30),
  reason: 'before_restore' as const,
  while_running: false,
  files: 2,
  bytes: 5_400_000,
};
const oneSet: KeptSet = {
  slot: 1,
  folders: [{ path: 'world', files: 3, bytes: 8_200_000 }],
  snapshots: [snapshot],
};

async function open(sets: KeptSet[], prepare: (core: Core) => void = () => undefined) {
  const core = openWindow((fake) => {
    fake.game(tidebreak.game_id).set({ game: tidebreak });
    fake.servers.list.set(someServer());
    fake.handlers['kept.list'] = async () => ({ sets });
    prepare(fake);
  }, serversHash);
  await userEvent.click(page.getByRole('button', { name: 'Kept folders', exact: true }));
  const dialog = page.getByRole('dialog', { name: /^Kept folders of / });
  await expect.element(dialog).toBeVisible();
  return { core, dialog };
}

const inputs = (core: Core, wanted: string) =>
  core.called.flatMap(({ name, input }) => (name === wanted ? [input] : []));

test('shows what is in a folder, level by level, and saves a file of it', async () => {
  const { core, dialog } = await open([oneSet], (fake) => {
    fake.handlers['kept.files'] = async ({ path }) => ({
      entries:
        path === 'world'
          ? [
              { name: 'region', type: 'folder' as const, bytes: 0, change_ts: 1 },
              { name: 'level.dat', type: 'file' as const, bytes: 2_048, change_ts: 1 },
            ]
          : [{ name: 'r.0.0.mca', type: 'file' as const, bytes: 8_000_000, change_ts: 1 }],
      more: false,
    });
    fake.handlers['kept.save'] = async () => ({ outcome: 'saved' as const, file: '/home/ada/r.0.0.mca' });
  });
  await expect.element(dialog.getByText('3 files, 8 MB')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'world', exact: true }));
  await expect.element(dialog.getByText('level.dat')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'region/' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Download r.0.0.mca' }));
  expect(inputs(core, 'kept.save')).toMatchObject([{ slot: 1, path: 'world/region/r.0.0.mca' }]);
  await expect.element(page.getByText('/home/ada/r.0.0.mca')).toBeInTheDocument();
});

test('a snapshot is restored with a press, and deleted only after a second one', async () => {
  const { core, dialog } = await open([oneSet], (fake) => {
    fake.handlers['kept.restore'] = async () => {
      throw new AppError('STORAGE_FULL', { text: 'The disk is full.' });
    };
    fake.handlers['kept.delete'] = async () => undefined;
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }));
  await expect.element(dialog.getByText('The disk is full.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete', exact: true }));
  expect(inputs(core, 'kept.delete')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete permanently' }));
  expect(inputs(core, 'kept.delete')).toMatchObject([{ slot: 1, snapshot_id: snapshot.snapshot_id }]);
});

test('while a server has them nothing is emptied or restored, and it says which', async () => {
  const server_id = someServer().id;
  const { core, dialog } = await open([{ ...oneSet, server_id }]);
  const empty = dialog.getByRole('button', { name: 'Empty', exact: true });
  await expect.element(empty).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(empty, { force: true });
  expect(inputs(core, 'kept.empty')).toEqual([]);
  await expect.element(dialog.getByText(`Used by server ${server_id.slice(0, 8)}`, { exact: true })).toBeVisible();
});

test('they can be restored as soon as the server that had them has ended', async () => {
  const server = someServer();
  let sets: KeptSet[] = [{ ...oneSet, server_id: server.id }];
  const { core, dialog } = await open([], (fake) => {
    fake.handlers['kept.list'] = async () => ({ sets });
  });
  const restore = dialog.getByRole('button', { name: 'Restore' });
  await expect.element(restore).toHaveAttribute('aria-disabled', 'true');
  sets = [oneSet];
  core.servers.list.set({ ...server, state: 'stopped', destroyed_at: Date.now() });
  await expect.element(restore).not.toHaveAttribute('aria-disabled', 'true');
});

test('a read that fails after a newer one came back is no problem, and what a read had is gone with the next good one', async () => {
  let fail: (error: Error) => void = () => undefined;
  const answers: Promise<{ sets: KeptSet[] }>[] = [
    new Promise((_, reject) => (fail = reject)),
    Promise.resolve({ sets: [oneSet] }),
    Promise.reject(new AppError('STORAGE_FULL', { text: 'The disk is full.' })),
  ];
  for (const each of answers) each.catch(() => undefined);
  let reads = 0;
  const { core, dialog } = await open([], (fake) => {
    fake.handlers['kept.list'] = async () => {
      reads += 1;
      return (await answers[reads - 1]) ?? { sets: [oneSet] };
    };
  });
  const news = (players: number) => {
    const server = someServer({
      state: 'stopped',
      destroyed_at: Date.now(),
      id: `${players}c1e04b2-0000-4000-8000-000000000009`,
    });
    core.servers.list.set(server);
  };
  await expect.poll(() => reads).toBe(1);
  news(1);
  await expect.element(dialog.getByText('3 files, 8 MB')).toBeVisible();
  fail(new AppError('STORAGE_FULL', { text: 'Too late.' }));
  news(2);
  await expect.element(dialog.getByText('The disk is full.')).toBeVisible();
  await expect.element(dialog.getByText('Too late.')).not.toBeInTheDocument();
  news(3);
  await expect.element(dialog.getByText('The disk is full.')).not.toBeInTheDocument();
});

test('where nothing is kept it says so', async () => {
  const { dialog } = await open([]);
  await expect.element(dialog.getByText('Nothing is kept yet.')).toBeVisible();
});
