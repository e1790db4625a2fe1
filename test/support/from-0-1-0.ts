// Unpacks what Slipway 0.1.0 wrote into a temporary folder, and makes it name that folder and a service that runs now.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { startTestService } from './service.ts';
import { makeTempFolder } from './temp-folder.ts';

export const files010 = path.join(import.meta.dirname, '../data/0.1.0');

/** Where the folders lay when they were written, and where the service answered. */
const WRITTEN_IN = '/tmp/slipway-0.1.0';
const WRITTEN_URL = 'http://127.0.0.1:7497';
const WRITTEN_AT = Date.parse('2026-11-23T03:10:00Z');

/** What each archive holds at its top. */
const archives = { 'app-folder': 'home', 'data-folder': 'data', export: 'export', 'game-folders': '' } as const;

export async function unpack010(name: keyof typeof archives, into?: string): Promise<string> {
  const folder = into ?? (await makeTempFolder('from-0-1-0'));
  await promisify(execFile)('tar', ['-xzf', path.join(files010, `${name}.tar.gz`), '-C', folder]);
  return path.join(folder, archives[name]);
}

/** A service of today on the data folder of then. Its clock is that of then, as uploads that rest for a week are removed. */
export async function startService010() {
  const since = Date.now() - WRITTEN_AT;
  return await startTestService({ dataFolder: await unpack010('data-folder'), now: () => Date.now() - since });
}

/** The app's folder of then beside the folders that it pushes, as if it had always been here and its remote at `url`. */
export async function unpackApp010(url: string) {
  const root = await makeTempFolder('from-0-1-0');
  const home = await unpack010('app-folder', root);
  await unpack010('game-folders', root);
  const moved = (text: string) =>
    text.replaceAll(WRITTEN_IN, JSON.stringify(root).slice(1, -1)).replaceAll(WRITTEN_URL, url);
  for (const name of ['settings.json', 'data-folders.json']) {
    const file = path.join(home, name);
    await writeFile(file, moved(await readFile(file, 'utf8')));
  }
  for (const name of ['transfers.db', 'transfers.killed.db', 'pushes.db']) moveJournal(path.join(home, name), moved);
  return { root, home };
}

function moveJournal(file: string, moved: (text: string) => string): void {
  const sql = new DatabaseSync(file);
  sql.function('moved', (text) => moved(String(text)));
  sql.exec('UPDATE transfers SET record = moved(record); UPDATE parts SET url = moved(url)');
  sql.close();
}
