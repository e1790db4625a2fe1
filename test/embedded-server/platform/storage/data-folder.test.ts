// The data folder under every condition it may be found in: each is said in a sentence, and nothing is changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startServer } from '../../../../embedded-server/index.ts';
import { openDataFolder } from '../../../../embedded-server/platform/storage/data-folder.ts';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { currentFormat } from '../../../../embedded-server/platform/storage/migrations.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { slipwayProgram } from '../../../support/bundled.ts';
import { translate } from '../../../support/in-german.ts';
import { createGame, startTestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

async function refusal(dataFolder: string): Promise<AppError> {
  const server = await startServer({ dataFolder, port: 0, onLog: () => {} }).catch((thrown: unknown) => thrown);
  if (server instanceof AppError) return server;
  throw new Error('The service started');
}

/** A folder one level down, so that what appears beside it is removed with it. */
async function newFolder(): Promise<string> {
  return path.join(await makeTempFolder(), 'data');
}

async function usedFolder(): Promise<string> {
  const { call, server } = await startTestService({ dataFolder: await newFolder() });
  await createGame(call);
  await server.close();
  return server.dataFolder;
}

it('makes a new folder that only its user may read', async () => {
  const folder = path.join(await makeTempFolder(), 'a', 'b');
  await startTestService({ dataFolder: folder });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, 'owner-token'))).mode & 0o777).toBe(0o600);
});

it('keeps games and token over a restart', async () => {
  const first = await startTestService();
  await createGame(first.call, 'Kept');
  await first.server.close();
  const second = await startTestService({ dataFolder: first.server.dataFolder });
  expect(second.server.token).toBe(first.server.token);
  expect((await second.call('GET', '/cloud/games')).body).toMatchObject({ games: [{ display_name: 'Kept' }] });
});

it('knows until when a killed owner lived, by the file that it touched, and nothing of one that ended well', async () => {
  const folder = await newFolder();
  const first = await openDataFolder(folder);
  expect(first.lastAlive).toBeUndefined();
  await first.close();
  const { running } = dataPaths(folder);
  const killedAt = Date.now() - 60_000;
  const leave = async (left: object) => {
    await writeFile(running, JSON.stringify({ pid: 1, started_at: killedAt - 60_000, ...left }));
    await utimes(running, killedAt / 1000, killedAt / 1000);
  };
  const lastAlive = async () => {
    const opened = await openDataFolder(folder);
    await opened.close();
    return opened.lastAlive;
  };
  await leave({ touched_every: 10_000 });
  expect(await lastAlive()).toBe(killedAt);
  expect(await lastAlive(), 'after an end in good order').toBeUndefined();
  await leave({});
  expect(await lastAlive(), 'of an older Slipway, which did not touch it').toBeUndefined();
});

it('touches the file while it has the folder', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = await newFolder();
  const opened = await openDataFolder(folder);
  onTestFinished(opened.close);
  const { running } = dataPaths(folder);
  await utimes(running, 1, 1);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(async () => (await stat(running)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
});

it('refuses a folder that is in use, says by whom, and leaves the owner alone', async () => {
  const { server, call } = await startTestService();
  const error = await refusal(server.dataFolder);
  expect(error.code).toBe('DATA_FOLDER_IN_USE');
  expect(error.message).toContain(`process ${process.pid}`);
  expect(error.message).toContain(server.url);
  expect((await call('GET', '/healthz')).status).toBe(200);
});

it('opens a folder whose owner was killed', async () => {
  const folder = await makeTempFolder();
  const child = spawn(process.execPath, [slipwayProgram, 'serve', '--data', folder, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(await readdir(folder)).toContain('running.json');
  const { call } = await startTestService({ dataFolder: folder });
  expect((await call('GET', '/healthz')).status).toBe(200);
});

it('refuses a folder of a newer Slipway and changes nothing', async () => {
  const folder = await usedFolder();
  const database = new DatabaseSync(path.join(folder, 'slipway.db'));
  database.exec(`PRAGMA user_version = ${currentFormat + 1}`);
  database.close();
  const before = await readFile(path.join(folder, 'slipway.db'));
  const error = await refusal(folder);
  expect(error.code).toBe('DATA_FOLDER_NEWER');
  expect(error.metadata).toMatchObject({ fresh_folder: `${folder}-fresh` });
  expect(await readFile(path.join(folder, 'slipway.db'))).toEqual(before);
});

it.each([
  ['text in place of the records', (bytes: Buffer) => Buffer.from(`not a database ${bytes.length}`.repeat(20))],
  ['a file that was cut off', (bytes: Buffer) => bytes.subarray(0, 60)],
  [
    'a page full of noise',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(8_092, 0xa5), bytes.subarray(8_192)]),
  ],
])('refuses %s and changes nothing', async (_what, damage) => {
  const folder = await usedFolder();
  const file = path.join(folder, 'slipway.db');
  await writeFile(file, damage(await readFile(file)));
  // A damaged file is found when the last end was no clean one.
  await writeFile(path.join(folder, 'running.json'), JSON.stringify({ pid: 1, started_at: 1 }));
  const before = await readFile(file);
  const error = await refusal(folder);
  expect(error.code).toBe('DATA_FOLDER_DAMAGED');
  expect(error.metadata).toMatchObject({ fresh_folder: `${folder}-fresh` });
  expect(await readFile(file)).toEqual(before);
  expect(await readdir(path.dirname(folder))).not.toContain(`${path.basename(folder)}-fresh`);
});

it('offers the next fresh folder when there is one already', async () => {
  const folder = await usedFolder();
  await writeFile(path.join(folder, 'slipway.db'), 'x'.repeat(200));
  await mkdir(`${folder}-fresh`);
  expect((await refusal(folder)).metadata).toMatchObject({ fresh_folder: `${folder}-fresh-2` });
});

it('says when a file stands where the folder should be', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  for (const place of [file, path.join(file, 'data'), path.join(file, 'data', 'deep')]) {
    const error = await refusal(place);
    expect(error.code).toBe('DATA_FOLDER_UNWRITABLE');
    expect(error.message).toContain(`There can be no data folder at ${place}: it is a file, or a folder above it is`);
  }
});

it.each(['owner-token', 'metrics-token'])('tightens %s, which others could read, and says so', async (name) => {
  const { server } = await startTestService();
  await server.close();
  const file = path.join(server.dataFolder, name);
  await chmod(file, 0o644);
  const again = await startTestService({ dataFolder: server.dataFolder });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [notice] = again.server.notices;
  expect(notice?.text).toContain('could read');
  expect(notice && translate(notice)).toContain(`konnten ${file} lesen`);
  expect(again.server.token).toBe(server.token);
});

it.each(['../x', '/etc/passwd', '..', 'a/../../x', ''])('builds no path that leaves the folder: %j', async (part) => {
  const paths = dataPaths(await makeTempFolder());
  expect(() => paths.inside(part)).toThrow('leads out');
});
