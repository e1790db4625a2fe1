// Stepping from one format of the records to the next: with a backup, and wholly or not at all.
import { readdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { openDatabase } from '../../../../embedded-server/platform/storage/database.ts';
import { migrations } from '../../../../embedded-server/platform/storage/migrations.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const first = 'CREATE TABLE things (name TEXT) STRICT';
const second = 'ALTER TABLE things ADD COLUMN size INTEGER NOT NULL DEFAULT 1';

async function folderAtFirst() {
  const paths = dataPaths(await makeTempFolder());
  const database = await openDatabase(paths, { endedCleanly: true, steps: [first] });
  database.sql.exec("INSERT INTO things VALUES ('kept')");
  database.close();
  return paths;
}

it('makes no backup of a new folder', async () => {
  const paths = await folderAtFirst();
  expect(await readdir(paths.root)).not.toContain('backups');
});

it('steps up with everything kept, after a backup that is whole', async () => {
  const paths = await folderAtFirst();
  const database = await openDatabase(paths, { endedCleanly: true, steps: [first, second] });
  expect({ ...database.sql.prepare('SELECT * FROM things').get() }).toEqual({ name: 'kept', size: 1 });
  database.close();
  const [backup = ''] = await readdir(paths.backups);
  expect(backup).toMatch(/^slipway-format-1-/);
  const copy = new DatabaseSync(paths.inside('backups', backup));
  expect({ ...copy.prepare('SELECT * FROM things').get() }).toEqual({ name: 'kept' });
  copy.close();
});

it('leaves the old format whole when a step fails half way', async () => {
  const paths = await folderAtFirst();
  const failing = openDatabase(paths, { endedCleanly: true, steps: [first, second, 'CREATE TABLE things (x TEXT)'] });
  await expect(failing).rejects.toThrow('already exists');
  const database = await openDatabase(paths, { endedCleanly: true, steps: [first] });
  expect({ ...database.sql.prepare('SELECT * FROM things').get() }).toEqual({ name: 'kept' });
  database.close();
});

it('steps a folder of the very first format up to the present one, with what is in it', async () => {
  const paths = dataPaths(await makeTempFolder());
  const old = await openDatabase(paths, { endedCleanly: true, steps: migrations.slice(0, 1) });
  old.sql.exec(`
    INSERT INTO groups VALUES ('g', 'Group', 1);
    INSERT INTO games VALUES ('a', 'a', 'Game', 'g', 1, 2);
    INSERT INTO versions VALUES ('v', 'a', '0.0.1', 1);
    INSERT INTO namespaces VALUES ('n', 'a', 'prod', 'Production', 1, 'v');
  `);
  old.close();
  const database = await openDatabase(paths, { endedCleanly: true });
  expect({ ...database.sql.prepare('SELECT * FROM namespaces').get() }).toMatchObject({
    namespace_id: 'n',
    lobby_count_max: 128,
    max_players: 8,
    server_count: 0,
    held_back: 0,
  });
  expect({ ...database.sql.prepare('SELECT * FROM versions').get() }).toMatchObject({ version_id: 'v', config: '{}' });
  expect(database.sql.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  database.close();
});
