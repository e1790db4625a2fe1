// `slipway data check`: every flipped byte of every stored file is noticed, in a sentence that names what is damaged.
import { cp, mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { checkDataFolder } from '../../../../embedded-server/service/data/check.ts';
import { tables } from '../../../../embedded-server/service/data/tables.ts';
import { makeFullFolder, seeded } from '../../../support/full-folder.ts';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { startTestService } from '../../../support/service.ts';
import { rounds } from '../../../support/soak.ts';
import { startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const MiB = 1_048_576;
const FLIPS = rounds(1, 40);

const made = startOnce(makeFullFolder);

/** A copy of what is made once. */
async function copyFullFolder(): Promise<string> {
  const folder = await makeTempFolder();
  await cp(await made(), folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

/** What has to be kept: not the lock, nor room that holds nothing, nor what is made again: unpacked builds and folders of servers. */
async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return names
    .map((name) => path.relative(folder, name))
    .filter((name) => !['lock.db', 'spare'].includes(name) && !/^(?:unpacked|servers)/.test(name));
}

async function flip(file: string, position: number, mask: number): Promise<void> {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, position);
  byte[0] = (byte[0] ?? 0) ^ mask;
  await handle.write(byte, 0, 1, position);
  await handle.close();
}

it('notices one flipped byte, wherever it is', { timeout: rounds(60_000, 600_000) }, async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  console.log(`flips with SEED=${seed}`);
  const random = seeded(seed);
  const folder = await copyFullFolder();
  const before = await checkDataFolder(folder);
  expect(before).toMatchObject({
    sealed: true,
    damaged: [],
    notes: [],
    checked: { blobs: 2, parts: 1, builds: 2, logs: 1 },
  });
  const names = await files(folder);
  expect(names).toHaveLength(13); // records, two tokens, key, checksums, backup, two blobs, half an upload; a log, its index, figures, seal
  for (const name of names) {
    const file = path.join(folder, name);
    const { size } = await stat(file);
    // Of an unfinished upload, only what was received is kept; the second part begins at 16 MiB.
    const from = name.startsWith('uploads') ? 16 * MiB : 0;
    for (let n = 0; n < (name.startsWith('uploads') ? rounds(1, 3) : FLIPS); n += 1) {
      const position = from + Math.floor(random() * (size - from));
      const mask = 1 << Math.floor(random() * 8);
      await flip(file, position, mask);
      const { damaged } = await checkDataFolder(folder);
      expect(damaged.length, `${name} at ${position}, mask ${mask}, SEED=${seed}`).toBeGreaterThan(0);
      await flip(file, position, mask);
    }
  }
  expect((await checkDataFolder(folder)).damaged).toEqual([]);
});

it('names the build, the picture and the part', async () => {
  const folder = await copyFullFolder();
  const damage = async () => (await checkDataFolder(folder)).damaged.map(({ sentence }) => sentence).join('\n');
  for (const name of await files(folder)) {
    const file = path.join(folder, name);
    if (name.startsWith('blobs')) await truncate(file, 10);
    if (name.startsWith('uploads')) await truncate(file, 16 * MiB + 5);
  }
  const sentences = await damage();
  expect(sentences).toMatch(/^The bytes of build "v1" \([0-9a-f-]{36}\) of game "Tidebreak" are damaged: blobs\//m);
  expect(sentences).toMatch(/^The bytes of the logo of game "Tidebreak" are damaged: \S+ is 10 bytes long/m);
  expect(sentences).toMatch(/^Part 2 of unfinished upload \S+ \(server\.tar\) is damaged/m);
  for (const name of await files(folder)) if (name.startsWith('blobs')) await rm(path.join(folder, name));
  expect(await damage()).toMatch(/is not there/);
});

it.each([
  [
    'a version that runs an unfinished build',
    "UPDATE versions SET config = json_object('build', (SELECT build_id FROM builds WHERE name = 'half')) WHERE display_name = 'v1'",
    /Version "v1"/,
  ],
  ['a build without its version', 'UPDATE builds SET version_id = NULL', /Build "v1" .* without a version/],
  ['text that is no JSON', "UPDATE builds SET tags = '{'", /of builds is not as it should be: tags/],
  ['a lost part', 'DELETE FROM upload_parts', /do not cover/],
  ['a gap in the history', 'UPDATE version_history SET number = 2', /has gaps/],
  ['a lost row', 'PRAGMA foreign_keys = OFF; DELETE FROM groups', /names a row of groups that is not there/],
])('notices %s', async (_what, sql, sentence) => {
  const folder = await copyFullFolder();
  const database = new DatabaseSync(path.join(folder, 'slipway.db'));
  database.exec(sql);
  database.close();
  await rm(path.join(folder, 'sealed'));
  const { damaged, sealed } = await checkDataFolder(folder);
  expect(sealed).toBe(false);
  expect(damaged.map((each) => each.sentence).join('\n')).toMatch(sentence);
});

it('names the server whose log is damaged, and says of logs without checksums that it cannot tell', async () => {
  const folder = await copyFullFolder();
  const log = (await files(folder)).find((name) => name.endsWith('.log')) ?? '';
  const at = path.join(folder, path.dirname(log));
  const check = async () => await checkDataFolder(folder);
  await writeFile(path.join(at, '000000000000099.log'), 'put there later');
  expect((await check()).damaged).toMatchObject([
    {
      about: 'log',
      id: path.basename(at),
      sentence: expect.stringMatching(/^The log of server \S+ of game "Tidebreak" is/),
    },
  ]);
  await rm(path.join(at, '000000000000099.log'));
  const before = await readFile(path.join(folder, log));
  await rm(path.join(folder, log));
  expect((await check()).damaged[0]?.sentence).toContain('000000000000001.log is not there');
  await writeFile(path.join(folder, log), before);
  expect(await check()).toMatchObject({ damaged: [], notes: [] });
  await rm(path.join(at, 'sealed'));
  await mkdir(path.join(folder, 'logs', 'stray'));
  const { damaged, notes } = await check();
  expect(damaged).toEqual([]);
  expect(notes.join('\n')).toMatch(
    /1 of the logs of servers have no checksums[^]*No record knows the log logs\/stray\./,
  );
});

it('says nothing of logs that are not there, as in a folder that was restored', async () => {
  const folder = await copyFullFolder();
  await rm(path.join(folder, 'logs'), { recursive: true });
  expect(await checkDataFolder(folder)).toMatchObject({ damaged: [], notes: [] });
});

it('changes nothing in the folder, also after a crash', async () => {
  const folder = await copyFullFolder();
  await rm(path.join(folder, 'sealed'));
  await writeFile(path.join(folder, 'running.json'), '{"pid":1,"started_at":1}\n');
  const look = async () =>
    await Promise.all(
      (await files(folder)).map(async (name) => [name, await readFile(path.join(folder, name), 'hex')]),
    );
  const before = await look();
  const { damaged, notes } = await checkDataFolder(folder);
  expect(damaged).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('did not end cleanly')]);
  expect(await look()).toEqual(before);
});

it('tells at the next start that the records changed meanwhile', async () => {
  const folder = await copyFullFolder();
  await flip(path.join(folder, 'owner-token'), 20, 1);
  const { server } = await startTestService({ dataFolder: folder });
  const [notice] = server.notices;
  expect(notice?.text).toContain('owner-token in');
  expect(server.notices.flatMap(leftInEnglish)).toEqual([]);
});

it('refuses a folder that is in use, or that is none', async () => {
  const { server } = await startTestService();
  await expect(checkDataFolder(server.dataFolder)).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
  await expect(checkDataFolder(await makeTempFolder())).rejects.toMatchObject({ code: 'DATA_FOLDER_MISSING' });
});

it('knows every column of every table', async () => {
  const database = new DatabaseSync(path.join(await copyFullFolder(), 'slipway.db'));
  const found = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  expect(found.map(({ name }) => name)).toEqual(tables.map(({ name }) => name).toSorted());
  for (const table of tables) {
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${table.name}')`).all();
    expect(columns.map(({ name }) => String(name)).toSorted()).toEqual(Object.keys(table.row.shape).toSorted());
  }
  database.close();
});

it('compares what is unpacked with what it was unpacked from', { timeout: 60_000 }, async () => {
  const { deploy, create, untilState, server } = await startHosting();
  const { build } = await deploy({ ...nodeBuild('process.exit(0);'), 'data/level': 'x'.repeat(100_000) }, 'v1');
  await untilState((await create(build)).id, 'exited', 'crashed', 'failed');
  await server.close();
  const folder = server.dataFolder;
  expect((await checkDataFolder(folder)).damaged).toEqual([]);
  const [unpacked = ''] = (await readdir(path.join(folder, 'unpacked'))).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const place = path.join(folder, 'unpacked', unpacked);
  // As a disk does it: the file looks as it did.
  await flip(path.join(place, 'data/level'), 50_000, 1);
  await rm(path.join(place, 'server.js'));
  await writeFile(path.join(place, 'added.js'), '');
  const { damaged } = await checkDataFolder(folder);
  expect(damaged).toEqual([
    {
      about: 'file',
      id: `unpacked/${unpacked}`,
      sentence: expect.stringMatching(
        /^The unpacked files of build "v1" .* are not as they came: data\/level, server\.js, added\.js\. Remove the folder unpacked\//,
      ),
    },
  ]);
});
