// A data folder that is backed up while its service runs, and what is made of that when the machine is gone.
import { getEventListeners } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLog, type LogEntry } from '../../../../embedded-server/platform/logging/log.ts';
import { openDataFolder } from '../../../../embedded-server/platform/storage/data-folder.ts';
import { startBackup } from '../../../../embedded-server/service/backup/continuous-backup.ts';
import type { RecordsCopy } from '../../../../embedded-server/service/backup/copies.ts';
import { followFiles } from '../../../../embedded-server/service/backup/copy-files.ts';
import { openPlace } from '../../../../embedded-server/service/backup/places/open-place.ts';
import { listBackup, restoreBackup } from '../../../../embedded-server/service/backup/restore.ts';
import { checkDataFolder } from '../../../../embedded-server/service/data/check.ts';
import type { AppError } from '../../../../src-shared/errors/app-error.ts';
import { clientOf, createGame, startTestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { blobs, prepareBuild, put, randomProgram, sha256, slice, startUploads } from '../../../support/upload.ts';

const SOON_MS = 50;

async function newPlace() {
  return path.join(await makeTempFolder('backup'), 'place');
}

const backedUp = (place: string, takenOver: AppError[] = []) => ({
  target: { folder: place },
  everyMs: SOON_MS,
  onTakenOver: (why: AppError) => void takenOver.push(why),
});

const fileOf = (place: string, copy: RecordsCopy | undefined) => path.join(place, 'records', copy?.name ?? '');

/** Until all that was changed so far is in a copy. */
async function untilCopied(place: string, holds: (records: DatabaseSync) => boolean): Promise<void> {
  await until(async () => {
    const [newest] = await listBackup({ folder: place });
    if (newest === undefined) return false;
    const records = new DatabaseSync(fileOf(place, newest), { readOnly: true });
    try {
      return holds(records);
    } finally {
      records.close();
    }
  }, 'a copy with the change');
}

/** Sends a build, and waits until it is a version. */
async function sendBuild({ call, place, versions }: Awaited<ReturnType<typeof startUploads>>) {
  const content = randomProgram(200_000);
  const prepared = await prepareBuild(call, place, { bytes: content.length });
  for (const part of prepared.parts) expect((await put(part.url, slice(content, part))).status).toBe(200);
  await until(async () => (await versions()).length === 2, 'its version');
  return { sha: sha256(content).toString('hex') };
}

const countOf = (records: DatabaseSync, table: string) =>
  Number(records.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);

it('brings games, builds and tokens to another machine as they were seconds before the first one was lost', async () => {
  const place = await newPlace();
  const service = await startUploads({ backup: backedUp(place) });
  const { server, game_id } = service;
  const { sha } = await sendBuild(service);
  await untilCopied(place, (records) => countOf(records, 'uploads') === 1 && countOf(records, 'versions') === 2);
  await server.close();
  await rm(server.dataFolder, { recursive: true });

  const dataFolder = path.join(await makeTempFolder('other'), 'data');
  const restored = await restoreBackup({ folder: place }, dataFolder);
  expect(restored).toMatchObject({ data_folder: dataFolder, missing: [] });
  expect((await checkDataFolder(dataFolder)).damaged).toEqual([]);
  const again = await startTestService({ dataFolder, backup: backedUp(place) });
  expect(again.server).toMatchObject({ token: server.token, dataId: server.dataId });
  expect(await blobs(dataFolder)).toEqual([sha]);
  const { game } = await clientOf(again.call).getGame({ params: { game_id } });
  expect(game.versions).toHaveLength(2);
});

it('makes copies that are whole while many change the records, and one last when it stops', async () => {
  const place = await newPlace();
  const { server, call } = await startTestService({ backup: backedUp(place) });
  for (let n = 0; n < 60; n += 1) await createGame(call, `Game ${n}`);
  await server.close();
  expect((await readdir(server.dataFolder)).filter((name) => name.startsWith('backup-draft'))).toEqual([]);
  const copies = await listBackup({ folder: place });
  expect(copies.length).toBeGreaterThanOrEqual(1);
  for (const copy of copies) {
    const records = new DatabaseSync(fileOf(place, copy), { readOnly: true });
    expect(records.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    records.close();
  }
  const [newest] = copies;
  const records = new DatabaseSync(fileOf(place, newest), { readOnly: true });
  expect(countOf(records, 'games')).toBe(60);
  records.close();
  expect((await readdir(path.join(place, 'records'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('is written by one service: who was replaced stops, and an older folder is refused', async () => {
  const place = await newPlace();
  const takenOver: AppError[] = [];
  const first = await startTestService({ backup: backedUp(place, takenOver) });
  await untilCopied(place, () => true);
  const dataFolder = path.join(await makeTempFolder('other'), 'data');
  await restoreBackup({ folder: place }, dataFolder);
  await startTestService({ dataFolder, backup: backedUp(place) });
  await createGame(first.call, 'Too late');
  await until(() => takenOver.length > 0, 'the first one to see it');
  expect(takenOver[0]?.message).toContain('Another service took over the backup');
  await first.server.close();
  const refused = startTestService({ dataFolder: first.server.dataFolder, backup: backedUp(place) });
  await expect(refused).rejects.toThrow(
    /was written by a later service \(number 2, since .*; this data folder stands at 1\)/,
  );
  const without = await startTestService({ dataFolder: first.server.dataFolder });
  expect(without.server.token, 'nothing of it was changed').toBe(first.server.token);
});

it('is apart from the data, and no other service writes it', async () => {
  const dataFolder = await makeTempFolder('data');
  const within = startTestService({ dataFolder, backup: backedUp(path.join(dataFolder, 'backup')) });
  await expect(within).rejects.toThrow('must be apart from the data');
  const place = await newPlace();
  const { server } = await startTestService({ backup: backedUp(place) });
  await server.close();
  await expect(startTestService({ backup: backedUp(place) })).rejects.toThrow('holds the backup of another service');
  await writeFile(path.join(place, 'generation.json'), '{"generation":');
  const unread = startTestService({ dataFolder: server.dataFolder, backup: backedUp(place) });
  await expect(unread).rejects.toThrow('cannot be read, so it is not known which service may write this backup');
});

it('stands still while its place is away, says so once, and catches up when it is back', async () => {
  const place = await newPlace();
  const { server, call, log } = await startTestService({ backup: backedUp(place) });
  await untilCopied(place, () => true);
  await rename(place, `${place}-away`);
  await writeFile(place, ''); // nothing can be made there
  await createGame(call);
  const said = (text: string) => log.filter(({ message }) => message.includes(text));
  await until(() => said('stands still').length > 0);
  await createGame(call, 'Another');
  await rm(place);
  await rename(`${place}-away`, place);
  await untilCopied(place, (records) => countOf(records, 'games') === 2);
  await until(() => said('goes on').length > 0);
  expect(said('stands still')).toHaveLength(1);
  await server.close();
});

it('stands still while its disk is unmounted: it was not taken over, and no backup begins where the disk should be', async () => {
  const place = await newPlace();
  const takenOver: AppError[] = [];
  const { server, call, log } = await startTestService({ backup: backedUp(place, takenOver) });
  await untilCopied(place, () => true);
  await rename(place, `${place}-away`);
  await mkdir(place);
  await createGame(call);
  await until(() => log.some(({ message }) => message.includes('stands still')));
  await server.close();
  expect(log.map(({ message }) => message).join('\n')).toContain(`Check that the disk or share of ${place} is mounted`);
  const own = await readFile(path.join(server.dataFolder, 'backup-generation.json'), 'utf8');
  const start = async () => await startTestService({ dataFolder: server.dataFolder, backup: backedUp(place) });
  await expect(start()).rejects.toThrow(/is not in .*place any more, so the service did not start/);
  expect([takenOver, await readdir(place)]).toEqual([[], []]);
  expect(await readFile(path.join(server.dataFolder, 'backup-generation.json'), 'utf8')).toBe(own);
  await rm(place, { recursive: true });
  await rename(`${place}-away`, place);
  await start();
  await untilCopied(place, (records) => countOf(records, 'games') === 1);
  expect((await listBackup({ folder: place })).map(({ generation }) => generation)).toContain(2);
});

it('goes on from what an older Slipway noted, and at another place and back again', async () => {
  const [place, other] = [await newPlace(), await newPlace()];
  const { server } = await startTestService({ backup: backedUp(place) });
  await server.close();
  const own = path.join(server.dataFolder, 'backup-generation.json');
  const { places, ...older } = JSON.parse(await readFile(own, 'utf8'));
  expect(places).toEqual({ [place]: 1 });
  await writeFile(own, JSON.stringify({ ...older, generation: 7 }));
  await writeFile(path.join(place, 'generation.json'), JSON.stringify({ ...older, generation: 7 }));
  for (const [at, generation] of [
    [place, 8],
    [other, 9],
    [place, 10],
  ] as const) {
    const one = await startTestService({ dataFolder: server.dataFolder, backup: backedUp(at) });
    await one.server.close();
    expect((await listBackup({ folder: at }))[0]?.generation).toBe(generation);
  }
  const later = { ...older, generation: 9 };
  await writeFile(path.join(other, 'generation.json'), JSON.stringify(later));
  const again = await startTestService({ dataFolder: server.dataFolder, backup: backedUp(other) });
  await again.server.close();
  // Somebody else took the first place over meanwhile, though the number of the folder is higher by the other one.
  await writeFile(path.join(place, 'generation.json'), JSON.stringify({ ...older, generation: 11 }));
  const back = startTestService({ dataFolder: server.dataFolder, backup: backedUp(place) });
  await expect(back).rejects.toThrow('was written by a later service (number 11');
});

it('does not take a place that never became one for a disk that is away', async () => {
  const place = await newPlace();
  await writeFile(path.dirname(place).concat('/file'), '');
  const [wrong, dataFolder] = [path.join(path.dirname(place), 'file/place'), await makeTempFolder('data')];
  await expect(startTestService({ dataFolder, backup: backedUp(wrong) })).rejects.toThrow('file');
  await rm(path.dirname(wrong));
  const { server } = await startTestService({ dataFolder, backup: backedUp(wrong) });
  await server.close();
  expect(await listBackup({ folder: wrong })).not.toEqual([]);
});

it('brings once more what it cannot know to be in the backup, as the disk was away', async () => {
  const { folder, said, start, place } = await backUpAlone();
  const file = path.join(folder.paths.kept, 'a/1/files/map');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'reef');
  const { close } = await start();
  const copy = path.join(place, 'kept/a/1/files/map');
  await until(async () => (await readFile(copy, 'utf8').catch(() => '')) === 'reef');
  await until(async () => (await readdir(place)).includes('files.json'));
  await rename(place, `${place}-away`);
  await until(() => said('stands still').length > 0);
  await rm(path.join(`${place}-away`, 'kept/a/1/files/map')); // as if it had gone to what the disk leaves
  await rename(`${place}-away`, place);
  await until(() => said('goes on').length > 0);
  await close();
  expect(await readFile(copy, 'utf8')).toBe('reef');
});

it('keeps what a game calls as a draft was called, and removes the drafts of an older Slipway', async () => {
  const { folder, start, place } = await backUpAlone();
  const names = ['kept/a/1/files/region', 'kept/a/1/files/region.part', 'kept/a/1/files/download.part'];
  for (const name of names) {
    await mkdir(path.dirname(folder.paths.inside(name)), { recursive: true });
    await writeFile(folder.paths.inside(name), `all of ${name}`);
  }
  const drafts = ['drafts/x', 'blobs/ab/abcd.part', 'records/1.db.part', 'owner-token.part', 'kept/a/1/files/old.part'];
  const leaveDrafts = async () => {
    for (const name of drafts) {
      await mkdir(path.dirname(path.join(place, name)), { recursive: true });
      await writeFile(path.join(place, name), 'half');
    }
  };
  await leaveDrafts();
  for (let turn = 0; turn < 2; turn += 1) await (await start()).close();
  expect((await readdir(place, { recursive: true })).filter((name) => drafts.includes(name))).toEqual([]);
  await leaveDrafts(); // its machine was lost while it sent them
  const back = path.join(await makeTempFolder('other'), 'data');
  await restoreBackup({ folder: place }, back);
  for (const name of names) expect(await readFile(path.join(back, name), 'utf8')).toBe(`all of ${name}`);
  expect((await readdir(back, { recursive: true })).filter((name) => drafts.includes(name))).toEqual([]);
});

it('brings kept folders back as they were last: without what was deleted, and with rights that were changed alone', async () => {
  const { folder, start, place } = await backUpAlone();
  const at = folder.paths.inside('kept/a/1/files');
  await mkdir(at, { recursive: true });
  for (const name of ['old', 'script', 'days']) await writeFile(path.join(at, name), name);
  await (await start()).close();
  const { close } = await start();
  await rm(path.join(at, 'old'));
  await rm(path.join(at, 'days'));
  await mkdir(path.join(at, 'days'));
  await chmod(path.join(at, 'script'), 0o755);
  await close();
  expect(await readdir(path.join(place, 'kept/a/1/files'))).toEqual(['script']);
  const back = path.join(await makeTempFolder('other'), 'data');
  await restoreBackup({ folder: place }, back);
  const files = path.join(back, 'kept/a/1/files');
  expect((await readdir(files)).toSorted()).toEqual(['days', 'script']);
  expect((await stat(path.join(files, 'script'))).mode & 0o777).toBe(0o755);
});

it('removes nothing from the backup where the kept folders are away with their disk', async () => {
  const { folder, start, place } = await backUpAlone();
  await mkdir(folder.paths.inside('kept/a'), { recursive: true });
  await writeFile(folder.paths.inside('kept/a/map'), 'reef');
  await (await start()).close();
  for (const isThere of [true, false]) {
    await rm(folder.paths.kept, { recursive: true });
    if (isThere) await mkdir(folder.paths.kept);
    await (await start()).close();
    expect(await readdir(path.join(place, 'kept/a'))).toEqual(['map']);
  }
});

/** Without a service around it, every turn of which can be made to fail. */
async function backUpAlone(everyMs = SOON_MS) {
  const place = await newPlace();
  const folder = await openDataFolder(await makeTempFolder('data'));
  onTestFinished(folder.close);
  const entries: LogEntry[] = [];
  const said = (text: string) => entries.filter(({ message }) => message.includes(text));
  const turns = vi.spyOn(folder.database, 'changes');
  const start = async () =>
    await startBackup({
      ...backedUp(place),
      everyMs,
      folder,
      log: createLog((entry) => void entries.push(entry)),
    });
  return { folder, said, turns, start, place };
}

it('says once that builds and kept folders stand still, however often the records are brought meanwhile', async () => {
  const { folder, said, turns, start } = await backUpAlone();
  await rm(folder.paths.kept, { recursive: true, force: true });
  await writeFile(folder.paths.kept, ''); // no folder can be read there
  const { close } = await start();
  await until(() => said('The backup of builds and kept folders').length > 0);
  const before = turns.mock.calls.length;
  await until(() => turns.mock.calls.length > before + 2, 'the records to be brought');
  expect([said('stands still').length, said('goes on').length]).toEqual([1, 0]);
  await rm(folder.paths.kept);
  await close();
});

it('says what of the last backup failed, also where it is no error of the system', async () => {
  const { said, turns, start } = await backUpAlone();
  const { close } = await start();
  await until(() => turns.mock.calls.length > 0);
  turns.mockImplementation(() => {
    throw new Error('The records were cut short');
  });
  await close();
  expect(said('The backup of the records')).toContainEqual(
    expect.objectContaining({ level: 'error', message: expect.stringMatching(/is not complete\. .*cut short/) }),
  );
});

it('keeps nothing of the turns that are over', async () => {
  const listening = vi.spyOn(EventTarget.prototype, 'addEventListener');
  onTestFinished(() => listening.mockRestore());
  const { turns, start } = await backUpAlone(1);
  const { close } = await start();
  await until(() => turns.mock.calls.length > 20);
  const signals = new Set(listening.mock.contexts.filter((target) => target instanceof AbortSignal));
  const counts = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
  expect(Math.max(...counts)).toBeLessThan(5);
  await close();
});

it('refuses to restore what is damaged, not there, or over other data, and leaves nothing behind', async () => {
  const place = await newPlace();
  const { server, call } = await startTestService({ backup: backedUp(place) });
  await createGame(call);
  await server.close();
  const parent = await makeTempFolder('other');
  const target = path.join(parent, 'data');
  await expect(restoreBackup({ folder: path.join(parent, 'nothing') }, target)).rejects.toThrow(
    'There is no backup in',
  );
  await expect(restoreBackup({ folder: place }, target, 'x.db')).rejects.toThrow('There is no copy x.db');
  await expect(restoreBackup({ folder: place }, server.dataFolder)).rejects.toThrow(
    'is not empty, and nothing in it is replaced',
  );
  const [newest] = await listBackup({ folder: place });
  const whole = await readFile(fileOf(place, newest));
  await truncate(fileOf(place, newest), Math.floor(whole.length / 2));
  await expect(restoreBackup({ folder: place }, target)).rejects.toThrow('is damaged. Choose an earlier one');
  expect(await readdir(parent)).toEqual([]);
  await writeFile(fileOf(place, newest), whole);
  await mkdir(target);
  await restoreBackup({ folder: place }, target);
  expect(await readdir(parent), 'an empty folder is taken').toEqual(['data']);
});

it('says which files a restored folder lacks', async () => {
  const place = await newPlace();
  const service = await startUploads({ backup: backedUp(place) });
  const { sha } = await sendBuild(service);
  await service.server.close();
  await rm(path.join(place, 'blobs', sha.slice(0, 2), sha));
  const target = path.join(await makeTempFolder('other'), 'data');
  expect((await restoreBackup({ folder: place }, target)).missing).toEqual([sha]);
});

it('keeps a build that was deleted as long as a copy of the records names it', async () => {
  const [from, to] = [await makeTempFolder('from'), await makeTempFolder('to')];
  const folders = { blobs: path.join(from, 'blobs'), kept: path.join(from, 'kept') };
  for (const folder of Object.values(folders)) await mkdir(folder);
  const names = ['there', 'deleted', 'named'];
  for (const name of names) await writeFile(path.join(folders.blobs, name), name);
  const files = await followFiles(await openPlace({ folder: to }), folders, () => names);
  await files.bring();
  for (const name of ['deleted', 'named']) await rm(path.join(folders.blobs, name));
  await files.removeLeft((name) => name === 'named');
  expect((await readdir(path.join(to, 'blobs'))).toSorted()).toEqual(['named', 'there']);
  await rm(folders.blobs, { recursive: true });
  await expect(files.removeLeft(() => false)).rejects.toThrow('ENOENT');
  expect((await readdir(path.join(to, 'blobs'))).toSorted(), 'of a disk that is gone').toEqual(['named', 'there']);
});
