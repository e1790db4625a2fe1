// The way back after an upgrade, as docs/operate.md has it: the copy that was made of the records of 0.1.0 is what 0.1.0 wrote.
import { copyFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { currentFormat } from '../../../../embedded-server/platform/storage/migrations.ts';
import { runCommand } from '../../../support/command.ts';
import { startService010, unpack010 } from '../../../support/from-0-1-0.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

function contentOf(file: string) {
  const sql = new DatabaseSync(file, { readOnly: true });
  try {
    const format = Number(sql.prepare('PRAGMA user_version').get()?.['user_version']);
    const tables = sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    const rows = tables.map(({ name }) => [name, sql.prepare(`SELECT * FROM "${String(name)}"`).all()] as const);
    return { format, rows };
  } finally {
    sql.close();
  }
}

it('keeps the records of 0.1.0 whole, and goes on from them once they are put back', async () => {
  const before = contentOf(path.join(await unpack010('data-folder'), 'slipway.db'));
  expect(before.format).toBeLessThan(currentFormat);
  const { server } = await startService010();
  const folder = server.dataFolder;
  await server.close();
  const records = path.join(folder, 'slipway.db');
  expect(contentOf(records).format).toBe(currentFormat);

  const [name = ''] = await readdir(path.join(folder, 'backups'));
  expect(name).toMatch(new RegExp(`^slipway-format-${before.format}-`));
  for (const file of ['slipway.db-wal', 'slipway.db-shm', 'sealed']) await rm(path.join(folder, file), { force: true });
  await copyFile(path.join(folder, 'backups', name), records);
  expect(contentOf(records)).toEqual(before);

  const home = await makeTempFolder('home');
  const checked = await runCommand(['data', 'check', '--data', folder, '--json'], { home });
  expect(JSON.parse(checked.stdout)).toMatchObject({ damaged: [] });
});
