// Changes that many make at once: done at once, and not said to be on disk before they are.
import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { openDatabase } from '../../../../embedded-server/platform/storage/database.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const steps = ['CREATE TABLE notes (text TEXT NOT NULL) STRICT'];

async function open() {
  const paths = dataPaths(await makeTempFolder());
  const database = await openDatabase(paths, { endedCleanly: true, steps });
  onTestFinished(() => database.close());
  const insert = database.sql.prepare('INSERT INTO notes VALUES (?)');
  return { paths, database, add: (text: string) => void insert.run(text) };
}

it('is done at once, and there for another reader when it says so', async () => {
  const { paths, database, add } = await open();
  const waiting = ['a', 'b', 'c'].map((text) => database.changeSoon(() => add(text)));
  expect(database.sql.prepare('SELECT count(*) AS n FROM notes').get()).toEqual({ n: 3 });
  expect(database.changes()).toBe(3);
  await Promise.all(waiting);
  const other = new DatabaseSync(paths.database, { readOnly: true });
  onTestFinished(() => other.close());
  expect(other.prepare('SELECT count(*) AS n FROM notes').get()).toEqual({ n: 3 });
});

it('fails when the log cannot be brought to the disk', async () => {
  const { paths, database, add } = await open();
  await rm(`${paths.database}-wal`);
  await expect(database.changeSoon(() => add('lost'))).rejects.toThrow('ENOENT');
});

it('changes nothing when its work throws', async () => {
  const { database, add } = await open();
  const failing = async () =>
    await database.changeSoon(() => {
      add('half');
      throw new Error('no further');
    });
  await expect(failing()).rejects.toThrow('no further');
  expect(database.sql.prepare('SELECT count(*) AS n FROM notes').get()).toEqual({ n: 0 });
});
