// `slipway data export` and `import`: there and back is the same byte for byte; what is damaged is refused and leaves nothing.
import { cp, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { checkDataFolder } from '../../../../embedded-server/service/data/check.ts';
import { exportDataFolder } from '../../../../embedded-server/service/data/export.ts';
import { importDataFolder } from '../../../../embedded-server/service/data/import.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import { makeFullFolder } from '../../../support/full-folder.ts';
import { clientOf, startTestService, type TestService } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { sha256 } from '../../../support/upload.ts';

// A whole data folder, again and again.
vi.setConfig({ testTimeout: 60_000 });

async function contents(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const found = new Map<string, string>();
  for (const name of names.toSorted()) {
    found.set(path.relative(folder, name), sha256(await readFile(name)).toString('hex'));
  }
  return found;
}

/** Both are made once. A test that changes the data works on a copy. */
const exported = startOnce(async () => {
  const data = await makeFullFolder();
  const folder = path.join(await makeTempFolder(), 'out');
  await exportDataFolder(data, folder);
  return { data, folder };
});

async function copyOf(data: string): Promise<string> {
  const copy = path.join(await makeTempFolder(), 'data');
  await cp(data, copy, { recursive: true });
  return copy;
}

it('exports, imports and exports the same again, byte for byte', async () => {
  const { data, folder } = await exported();
  const place = await makeTempFolder();
  const data2 = path.join(place, 'data');
  await importDataFolder(folder, data2);
  expect(await checkDataFolder(data2)).toMatchObject({ sealed: true, damaged: [], notes: [] });
  await exportDataFolder(data2, path.join(place, 'again'));
  expect(await contents(path.join(place, 'again'))).toEqual(await contents(folder));
  // The imported folder serves the same answers, what ended servers wrote as well, and half an upload goes on.
  const answers: unknown[] = [];
  for (const dataFolder of [await copyOf(data), data2]) {
    const { call, server } = await startTestService({ dataFolder });
    const { body } = await call('GET', '/cloud/games');
    const game = (body as { games: { game_id: string }[] }).games[0]?.game_id;
    const { body: whole } = await call('GET', `/cloud/games/${game}`);
    const { lines } = await endedLog(call, whole);
    expect(lines).toMatchObject([{ stream: 'slipway' }]);
    answers.push(JSON.parse(JSON.stringify([whole, lines]).replaceAll(server.url, 'URL')));
    await server.close();
  }
  expect(answers[1]).toEqual(answers[0]);
});

async function endedLog(call: TestService['call'], whole: unknown) {
  const { game } = whole as { game: GameFull };
  const client = clientOf(call);
  for (const { namespace_id: environment_id } of game.namespaces) {
    const params = { game_id: game.game_id, environment_id };
    const { servers } = await client.listServers({ params, query: { include_destroyed: true } });
    const [found] = servers;
    if (found !== undefined)
      return await client.readServerLog({ params: { ...params, server_id: found.id }, query: {} });
  }
  throw new Error('No server has ended');
}

it('lists every file with its hash, and holds no secret', async () => {
  const { data, folder } = await exported();
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as { files: object };
  const found = await contents(folder);
  found.delete('manifest.json');
  expect(new Map(Object.entries(manifest.files))).toEqual(found);
  const names = [...found.keys()];
  expect(names.filter((name) => /token|device|key/.test(name))).toEqual([]);
  const token = (await readFile(path.join(data, 'owner-token'), 'utf8')).trim();
  for (const name of names) expect((await readFile(path.join(folder, name))).includes(token)).toBe(false);
});

it('goes into new and empty folders only', async () => {
  const { data, folder } = await exported();
  const full = await makeTempFolder();
  await writeFile(path.join(full, 'mine'), '');
  await expect(exportDataFolder(data, full)).rejects.toMatchObject({ code: 'DATA_FOLDER_NOT_EMPTY' });
  await expect(importDataFolder(folder, full)).rejects.toMatchObject({ code: 'DATA_FOLDER_NOT_EMPTY' });
  expect(await readdir(full)).toEqual(['mine']);
  const empty = path.join(await makeTempFolder(), 'empty');
  await mkdir(empty);
  await importDataFolder(folder, empty);
  expect(await readdir(empty)).toEqual(['blobs', 'logs', 'sealed', 'slipway.db', 'uploads']);
});

it('refuses an export with any file changed or gone, and leaves nothing', async () => {
  const { folder } = await exported();
  const place = await makeTempFolder();
  for (const name of (await contents(folder)).keys()) {
    const file = path.join(folder, name);
    const before = await readFile(file);
    const changed = Buffer.from(before);
    const at = Math.floor(changed.length / 2);
    changed[at] = (changed[at] ?? 0) ^ 1;
    for (const damage of [() => writeFile(file, changed), () => rm(file)]) {
      await damage();
      await expect(importDataFolder(folder, path.join(place, 'a', 'data')), name).rejects.toMatchObject({
        code: 'DATA_EXPORT_DAMAGED',
      });
      await writeFile(file, before);
    }
  }
  expect(await readdir(place)).toEqual([]);
});

it('does not export what is damaged, and leaves nothing', async () => {
  const data = await copyOf((await exported()).data);
  const [folder = ''] = await readdir(path.join(data, 'blobs'));
  const [blob = ''] = await readdir(path.join(data, 'blobs', folder));
  await writeFile(path.join(data, 'blobs', folder, blob), 'other');
  const place = await makeTempFolder();
  const wanted = { code: 'DATA_FOLDER_DAMAGED', message: expect.stringContaining('Nothing was exported.') };
  await expect(exportDataFolder(data, path.join(place, 'out'))).rejects.toMatchObject(wanted);
  expect(await readdir(place)).toEqual([]);
});

it('takes kept folders along, with their modes and links, and none that leads out', async () => {
  const { data } = await exported();
  const copy = await copyOf(data);
  const set = 'kept/00000000-0000-4000-8000-000000000001/1';
  await mkdir(path.join(copy, set, 'files/world/empty'), { recursive: true });
  await mkdir(path.join(copy, set, 'snapshots'));
  await writeFile(path.join(copy, set, 'files/world/level.dat'), 'level', { mode: 0o640 });
  await writeFile(path.join(copy, set, 'files/world/start.sh'), 'level', { mode: 0o755 });
  await symlink('../../elsewhere', path.join(copy, set, 'files/world/link'));
  const place = await makeTempFolder();
  const out = path.join(place, 'out');
  await exportDataFolder(copy, out);
  await importDataFolder(out, path.join(place, 'data'));
  const world = path.join(place, 'data', set, 'files/world');
  expect((await readdir(world)).toSorted()).toEqual(['empty', 'level.dat', 'link', 'start.sh']);
  expect(await readFile(path.join(world, 'level.dat'), 'utf8')).toBe('level');
  expect(await readlink(path.join(world, 'link'))).toBe('../../elsewhere');
  expect((await stat(path.join(world, 'start.sh'))).mode & 0o777).toBe(0o755);
  expect(await checkDataFolder(path.join(place, 'data'))).toMatchObject({ damaged: [], notes: [] });
  await rewriteKept(out, (text) => text.replaceAll('files/world', 'files/../../../world'));
  await expect(importDataFolder(out, path.join(place, 'led-out'))).rejects.toThrow();
  expect(await readdir(place)).toEqual(expect.not.arrayContaining(['world']));
});

/** As somebody would who writes an export of their own, hashes and all. */
async function rewriteKept(out: string, change: (text: string) => string): Promise<void> {
  const file = path.join(out, 'kept.json');
  const before = await readFile(file);
  const after = Buffer.from(change(before.toString()));
  await writeFile(file, after);
  const manifest = path.join(out, 'manifest.json');
  const hash = (bytes: Buffer) => sha256(bytes).toString('hex');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(hash(before), hash(after)));
}

it('leaves the values of environment variables out unless it is asked for them, and both come in again', async () => {
  const { data } = await exported();
  const copy = await copyOf(data);
  const changed = new DatabaseSync(path.join(copy, 'slipway.db'));
  const runtime = JSON.stringify({ arguments: [], environment: { API_KEY: 'hunter2-secret', REGION: 'eu' } });
  const { changes } = changed.prepare('UPDATE servers SET runtime = ?').run(runtime);
  changed.close();
  expect(changes).toBeGreaterThan(0);
  const place = await makeTempFolder();
  const [without, withThem] = [path.join(place, 'without'), path.join(place, 'with')];
  const report = await exportDataFolder(copy, without);
  expect(report.left_out).toBeGreaterThanOrEqual(2);
  expect(await exportDataFolder(copy, withThem, { withSecrets: true })).toMatchObject({ left_out: 0 });
  const servers = await readFile(path.join(without, 'servers.json'), 'utf8');
  expect(servers).not.toContain('hunter2-secret');
  expect(servers).toContain('API_KEY');
  expect(await readFile(path.join(withThem, 'servers.json'), 'utf8')).toContain('hunter2-secret');
  expect(await importDataFolder(without, path.join(place, 'one'))).toMatchObject({ left_out: report.left_out });
  expect(await importDataFolder(withThem, path.join(place, 'two'))).toMatchObject({ left_out: 0 });
});
