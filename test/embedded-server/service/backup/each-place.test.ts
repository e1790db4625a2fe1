// What holds for backups wherever they are kept: a folder, object stores, and another machine that ssh reaches. Stores of more makes
// than one are met in `npm run soak`.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { followFiles } from '../../../../embedded-server/service/backup/copy-files.ts';
import { type BackupTarget, openPlace } from '../../../../embedded-server/service/backup/places/open-place.ts';
import { listBackup, restoreBackup } from '../../../../embedded-server/service/backup/restore.ts';
import type { AppError } from '../../../../src-shared/errors/app-error.ts';
import { storeMakes } from '../../../support/object-stores/stores.ts';
import { clientOf, createGame, startTestService } from '../../../support/service.ts';
import { isSoak, rounds } from '../../../support/soak.ts';
import { missingSsh, startSshServer } from '../../../support/ssh-server.ts';
import { startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { blobs, prepareBuild, put, randomProgram, sha256, slice, startUploads } from '../../../support/upload.ts';

// Each file is a connection of its own by ssh.
vi.setConfig({ testTimeout: 90_000 });
// Other files run in this process after it.
afterEach(() => void vi.unstubAllEnvs());

const MiB = 1_048_576;
const SOON_MS = 300;

type Kind = {
  name: string;
  missing: string | undefined;
  open: () => Promise<BackupTarget>;
  /** Of a store it is sent in parts. */
  largeBytes: number;
};

const folder: Kind = {
  name: 'a folder',
  missing: undefined,
  largeBytes: MiB + 7,
  open: async () => ({ folder: path.join(await makeTempFolder('backup'), 'place') }),
};
const [anyMake] = storeMakes;
const makes = isSoak ? storeMakes : [storeMakes.find(({ missing }) => missing === undefined) ?? anyMake];
const stores = makes.map((make): Kind => {
  const started = startOnce(make.start);
  return {
    name: make.name,
    missing: make.missing,
    largeBytes: rounds(17, 35) * MiB + 7,
    open: async () => ({ store: { ...(await started()), prefix: `backup of/${randomBytes(4).toString('hex')}` } }),
  };
});
const startSsh = startOnce(startSshServer);
const ssh: Kind = {
  name: 'a machine that ssh reaches',
  missing: missingSsh,
  largeBytes: MiB + 7,
  open: async () => {
    const { host, port, path: programs } = await startSsh();
    vi.stubEnv('PATH', programs);
    return { ssh: { host, port, folder: path.join(await makeTempFolder("it's far"), 'place') } };
  },
};

/** Names a test with why it is skipped, where the place cannot be had here. */
const testOf =
  ({ missing }: Kind) =>
  (what: string, run: () => Promise<void>) =>
    it.skipIf(missing !== undefined)(`${what}${missing === undefined ? '' : ` (${missing})`}`, run);

describe.each([folder, ...stores, ssh])('a place in $name', (kind) => {
  const test = testOf(kind);
  const openHere = async () => ({ place: await openPlace(await kind.open()), work: await makeTempFolder('files') });

  test('takes files of any name and length, with their times and modes, and what changed of them', async () => {
    const { place, work } = await openHere();
    const names = [
      'world/level.dat',
      'it\'s a "save" {x}/$HOME `id`',
      'größe/雪.bin',
      'new\nline',
      '-n',
      'empty',
      'map',
      'map.part',
    ];
    const folders = { blobs: path.join(work, 'blobs'), kept: path.join(work, 'kept') };
    await mkdir(folders.blobs);
    for (const [nth, name] of names.entries()) {
      const file = path.join(folders.kept, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, name === 'empty' ? '' : randomBytes(1_000 + nth));
    }
    const large = path.join(folders.kept, 'large.world');
    await writeFile(large, randomBytes(kind.largeBytes));
    await chmod(large, 0o750);
    await utimes(large, 1_700_000_000, 1_700_000_000);
    const files = await followFiles(place, folders, () => []);
    await files.bring();
    const stored = await place.list('kept');
    expect(stored.map(({ name }) => name).toSorted()).toEqual(
      [...names, 'large.world'].map((name) => `kept/${name}`).toSorted(),
    );
    const fetched = path.join(work, 'fetched');
    for (const { name, bytes } of stored) {
      await place.get(name, fetched);
      expect(bytes).toBe((await stat(fetched)).size);
      expect((await readFile(fetched)).equals(await readFile(path.join(work, name))), name).toBe(true);
    }

    await writeFile(path.join(folders.kept, 'world/level.dat'), 'changed');
    await rm(path.join(folders.kept, 'empty'));
    // A folder becomes a file, and a file a folder.
    await rm(path.join(folders.kept, 'größe'), { recursive: true });
    await writeFile(path.join(folders.kept, 'größe'), 'a file');
    await rm(path.join(folders.kept, 'map'));
    await mkdir(path.join(folders.kept, 'map'));
    await writeFile(path.join(folders.kept, 'map/new'), 'in a folder');
    const later = await followFiles(place, folders, () => []); // of a service that was started again
    await later.bring();
    await place.get('kept/world/level.dat', fetched);
    expect(await readFile(fetched, 'utf8')).toBe('changed');
    const now = ['-n', 'größe', 'it\'s a "save" {x}/$HOME `id`', 'large.world', 'map.part', 'map/new', 'new\nline'];
    const listed = async () => (await place.list('kept')).map(({ name }) => name).toSorted();
    expect(await listed()).toEqual([...now, 'empty', 'world/level.dat'].map((name) => `kept/${name}`).toSorted());
    await later.removeLeft(() => false);
    expect(await listed()).not.toContain('kept/empty');
    expect(await place.list('nothing')).toEqual([]);
    expect(await place.read('nothing.json')).toBeUndefined();
    await place.remove('nothing.json');
    expect(await place.list('drafts')).toEqual([]);
    await later.bring();
    await place.tidy(); // of the service after it
    expect((await place.list('kept')).map(({ name }) => name)).toContain('kept/map.part');
    place.close();
  });
});

// A second make of store takes and gives the same files; what a service does with them needs no second try.
describe.each([folder, ...stores.slice(0, 1), ssh])('a backup in $name', (kind) => {
  const test = testOf(kind);
  /** What a service does the same way wherever it is, and by ssh with fifty connections, is met there in a soak. */
  const testOfService: typeof test = (what, run) => {
    if (isSoak || kind !== ssh) test(what, run);
  };
  const { open } = kind;

  test('brings a service to another machine, with its builds and tokens', async () => {
    const target = await open();
    const backup = { target, onTakenOver: () => undefined };
    const service = await startUploads({ backup });
    const { server, call, place, versions, game_id } = service;
    const content = randomProgram(200_000);
    const prepared = await prepareBuild(call, place, { bytes: content.length });
    for (const part of prepared.parts) expect((await put(part.url, slice(content, part))).status).toBe(200);
    await until(async () => (await versions()).length === 2, 'its version');
    await server.close();
    await rm(server.dataFolder, { recursive: true });

    const dataFolder = path.join(await makeTempFolder('other'), 'data');
    expect(await restoreBackup(target, dataFolder)).toMatchObject({ data_folder: dataFolder, missing: [] });
    const again = await startTestService({ dataFolder, backup });
    expect(again.server).toMatchObject({ token: server.token, dataId: server.dataId });
    expect(await blobs(dataFolder)).toEqual([sha256(content).toString('hex')]);
    expect((await clientOf(again.call).getGame({ params: { game_id } })).game.versions).toHaveLength(2);
  });

  testOfService(
    'is written by one service: the one that was replaced hears of it, though nothing changed in it',
    async () => {
      const target = await open();
      const takenOver: AppError[] = [];
      const backup = { target, everyMs: SOON_MS, onTakenOver: (why: AppError) => void takenOver.push(why) };
      const first = await startTestService({ backup });
      await until(async () => (await listBackup(target)).length > 0, 'a copy');
      const dataFolder = path.join(await makeTempFolder('other'), 'data');
      await restoreBackup(target, dataFolder);
      await startTestService({ dataFolder, backup });
      await until(() => takenOver.length > 0, 'the first one to see it');
      await first.server.close();
      await expect(startTestService({ dataFolder: first.server.dataFolder, backup })).rejects.toThrow(
        'was written by a later service (number 2',
      );
      await until(async () => (await listBackup(target))[0]?.generation === 2, 'a copy of the second one');
      const [newest] = await listBackup(target);
      expect(newest).toMatchObject({ generation: 2, bytes: expect.any(Number) });
      expect(newest?.bytes).toBeGreaterThan(4_096);
    },
  );

  testOfService('restores what is there, and says what is not', async () => {
    const target = await open();
    const elsewhere = path.join(await makeTempFolder('other'), 'data');
    await expect(restoreBackup(target, elsewhere)).rejects.toThrow('There is no backup in');
    const { server, call } = await startTestService({ backup: { target, onTakenOver: () => undefined } });
    await createGame(call);
    await server.close();
    const place = await openPlace(target);
    await place.write('records/000009-2031-01-01T00-00-00.000Z.db', 'no records');
    place.close();
    await expect(restoreBackup(target, elsewhere)).rejects.toThrow('is damaged. Choose an earlier one');
    expect(await readdir(path.dirname(elsewhere))).toEqual([]);
    const copies = await listBackup(target);
    expect(await restoreBackup(target, elsewhere, copies[1]?.name)).toMatchObject({ copy: copies[1]?.name });
  });
});

it.skipIf(missingSsh !== undefined)(
  `a machine that ssh does not reach is named with what ssh says${missingSsh === undefined ? '' : ` (${missingSsh})`}`,
  async () => {
    const { host, port, path: programs, stop } = await startSshServer();
    vi.stubEnv('PATH', programs);
    const target = { ssh: { host, port, folder: '/dev/null/place' } };
    await expect(listBackup(target)).resolves.toEqual([]);
    const backup = { target, onTakenOver: () => undefined };
    await expect(startTestService({ backup })).rejects.toThrow(/cannot be reached by ssh: .*Not a directory/s);
    await stop();
    await expect(listBackup(target)).rejects.toThrow(/ssh:\/\/root@127\.0\.0\.1:\d+\/dev\/null\/place .*refused/);
    vi.stubEnv('PATH', '/nothing');
    await expect(listBackup(target)).rejects.toThrow('ssh is not installed');
  },
);

it.skipIf(stores[0]?.missing !== undefined)(
  `a backup among the builds of the same store is refused${stores[0]?.missing === undefined ? '' : ` (${stores[0].missing})`}`,
  async () => {
    const target = await stores[0]?.open();
    if (target === undefined || !('store' in target)) throw new Error('It is a store');
    const backup = { target, onTakenOver: () => undefined };
    const objectStore = { ...target.store, prefix: `${target.store.prefix}/builds` };
    await expect(startTestService({ backup, objectStore })).rejects.toThrow('Name another prefix or bucket');
  },
);
