// Local while the drive with its data goes and comes back: it is said, nothing starts from scratch, and it goes on by itself.
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { textOf } from '../../../../src-shared/text/message.ts';
import { startTestCore, type TestCore } from '../../../support/core.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const local = { instance_id: 'local' };

async function startWithGame() {
  const started = await startTestCore();
  await started.whenState('local', 'connected');
  await started.client.call('games.create', { ...local, display_name: 'Lasting' });
  return { ...started, dataFolder: path.join(started.folder, 'local') };
}

function gamesOf({ client }: Pick<TestCore, 'client'>): () => string[] {
  let names: string[] = [];
  client.subscribe('games', local, { next: (games) => (names = games.map((game) => game.display_name)) });
  return () => names;
}

it('says that the data are gone, and runs again by itself when they are back', async () => {
  const { dataFolder, whenState, client, folder } = await startWithGame();
  await rename(dataFolder, path.join(folder, 'moved'));
  const view = await whenState('local', 'stopped');
  expect(view).toMatchObject({ problem: { code: 'DATA_FOLDER_GONE' }, fresh_folder: expect.any(String) });
  expect(view.problem.message).toContain(`is no longer at ${dataFolder}`);
  // A restart by hand before it is back says the same, and makes no folder. Nor does a look at it.
  await client.call('instances.restart', local);
  await expect(client.call('instances.showFolder', local)).rejects.toMatchObject({ code: 'DATA_FOLDER_GONE' });
  await expect(access(dataFolder)).rejects.toThrow('ENOENT');
  expect(await whenState('local', 'stopped')).toMatchObject({ problem: { code: 'DATA_FOLDER_GONE' } });
  const games = gamesOf({ client });
  await rename(path.join(folder, 'moved'), dataFolder);
  await whenState('local', 'connected');
  await until(() => games().includes('Lasting'), 'the game to be back');
});

/** As if the data had been on another disk than the folder above them. */
async function onOtherDisk(folder: string): Promise<void> {
  const file = path.join(folder, 'data-folders.json');
  const known = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>;
  const moved = Object.entries(known).map(([name, entry]) => [name, { ...entry, disk: 'another' }]);
  await writeFile(file, JSON.stringify(Object.fromEntries(moved)));
}

it.each([
  ['nothing', async () => undefined],
  ['the empty folder that a drive would be mounted on', async (place: string) => await mkdir(place)],
  ['a file', async (place: string) => await writeFile(place, '')],
])('finds %s where the data were at its start: waits for them, and writes nothing', async (_what, put) => {
  const { core, folder, dataFolder } = await startWithGame();
  await core.close();
  await onOtherDisk(folder);
  await rename(dataFolder, path.join(folder, 'moved'));
  await put(dataFolder);
  const again = await startTestCore({ folder });
  expect(await again.whenState('local', 'stopped')).toMatchObject({ problem: { code: 'DATA_FOLDER_GONE' } });
  expect(await readdir(dataFolder).catch(() => [])).toEqual([]);
  const games = gamesOf(again);
  await rm(dataFolder, { recursive: true, force: true });
  await rename(path.join(folder, 'moved'), dataFolder);
  await again.whenState('local', 'connected');
  await until(() => games().includes('Lasting'), 'the game to be back');
});

it('starts from scratch where the data were removed, and says so', async () => {
  const { core, folder, dataFolder } = await startWithGame();
  await core.close();
  await rm(dataFolder, { recursive: true });
  const again = await startTestCore({ folder });
  await again.whenState('local', 'connected');
  expect(textOf(again.local()?.notice ?? '')).toContain('holds other data');
});

it('begins with a fresh folder where the person wants that, beside its usual place', async () => {
  const elsewhere = path.join(await makeTempFolder(), 'drive', 'data');
  const started = await startTestCore({ dataFolder: elsewhere });
  await started.whenState('local', 'connected');
  await rename(path.dirname(elsewhere), `${path.dirname(elsewhere)}-out`);
  await started.whenState('local', 'stopped');
  const fresh = path.join(started.folder, 'local-fresh');
  expect(await started.client.call('instances.useFreshFolder', local)).toEqual({ data_folder: fresh });
  await started.whenState('local', 'connected');
  await expect(access(path.dirname(elsewhere))).rejects.toThrow('ENOENT');
});

it('says that there are other data than before', async () => {
  const { core, folder, dataFolder } = await startWithGame();
  await core.close();
  await rm(dataFolder, { recursive: true });
  const other = await startWithGame();
  await other.core.close();
  await rename(other.dataFolder, dataFolder);
  const again = await startTestCore({ folder });
  await again.whenState('local', 'connected');
  expect(textOf(again.local()?.notice ?? '')).toContain('holds other data');
});
