import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMasker } from '../../../../src-main/core/activity/mask.ts';
import { createAppLog } from '../../../../src-main/core/desktop/app-log.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

async function open(options: { folder?: string; largest?: number; now?: () => Date } = {}) {
  const folder = options.folder ?? path.join(await makeTempFolder('log'), 'logs');
  const masker = createMasker();
  const unwritable: unknown[] = [];
  const log = createAppLog({ ...options, folder, mask: masker.text, onUnwritable: (why) => unwritable.push(why) });
  const lines = async (name = 'slipway.log') => {
    await log.flush();
    return (await readFile(path.join(folder, name), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  return { folder, masker, log, lines, unwritable };
}

test('writes an error with its causes under the ray id that it answers', async () => {
  const { log, lines } = await open();
  const ray_id = log.error(
    new AppError('ERROR', { text: 'It broke.' }, { cause: new Error('the disk', { cause: new Error('the cable') }) }),
  );
  const [line] = await lines();
  expect(line).toMatchObject({ level: 'error', message: 'It broke.', ray_id });
  expect(line.details).toMatch(/caused by Error: the disk[^]*caused by Error: the cable/);
});

test('keeps the ray id that an error has, and takes what is no error', async () => {
  const { log, lines } = await open();
  expect(log.error(new AppError('ERROR', { text: 'x' }, { ray_id: 'ray-1' }))).toBe('ray-1');
  log.error('just a word');
  log.error(undefined);
  expect((await lines()).map(({ message }) => message)).toEqual(['x', 'just a word', 'undefined']);
});

test('holds no secret: neither known tokens nor what looks like one', async () => {
  const { folder, log, masker } = await open();
  masker.know('hush-"hush"');
  log.error(new Error('refused: hush-"hush"'));
  log.error(new Error('Authorization: Bearer abcdefghijklmnop, slipway_owner_abcdefg'));
  await log.flush();
  const text = await readFile(path.join(folder, 'slipway.log'), 'utf8');
  expect(text).not.toMatch(/hush|abcdefg/);
});

test('begins another file when one is full, and keeps four', async () => {
  const { folder, log } = await open({ largest: 2_000 });
  for (let at = 0; at < 60; at += 1) {
    log.info(`${at} ${'x'.repeat(400)}`);
    await log.flush();
  }
  const names = (await readdir(folder)).toSorted();
  expect(names).toEqual(['slipway.1.log', 'slipway.2.log', 'slipway.3.log', 'slipway.log']);
  expect(await readFile(path.join(folder, 'slipway.log'), 'utf8')).toContain('"59 x');
  for (const name of names) expect((await readFile(path.join(folder, name))).length).toBeLessThan(3_000);
});

test('keeps the order of lines, also when the clock is set back', async () => {
  const times = ['2026-11-21T10:00:00Z', '2020-01-01T00:00:00Z', '2026-11-21T10:00:01Z'];
  const { log, lines } = await open({ now: () => new Date(times.shift() ?? 0) });
  for (const word of ['first', 'second', 'third']) log.info(word);
  expect((await lines()).map(({ message }) => message)).toEqual(['first', 'second', 'third']);
});

test('says once that it cannot be written, and goes on', async () => {
  const folder = path.join(await makeTempFolder('log'), 'logs');
  await writeFile(folder, 'a file where the folder should be');
  const { log, unwritable } = await open({ folder });
  log.info('one');
  await log.flush();
  log.info('two');
  await log.flush();
  expect(unwritable).toHaveLength(1);
});

test('cuts a long text, and leaves its line whole', async () => {
  const { log, lines, masker } = await open();
  masker.know('hush-hush');
  log.error(new Error(`${'x'.repeat(16_380)}hush-hush and more`));
  const [line] = await lines();
  expect(line.message.slice(16_380)).toMatch(/^\*{3} \.{3}$/);
});

test('lets a flood of lines take neither the memory nor the disk, and says what it left out', async () => {
  const { folder, log, lines } = await open();
  await mkdir(folder, { recursive: true });
  for (let at = 0; at < 5_000; at += 1) log.info(`line ${at}`);
  const found = await lines();
  expect(found.length).toBeLessThan(1_100);
  expect(found.at(-1)?.message).toMatch(/lines were left out/);
});
