// A log file that a build writes is followed through all that engines do to it.
import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, realpath, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tailFile } from '../../../../embedded-server/files/logs/tail-file.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

async function follow(file: string) {
  const folder = await makeTempFolder('server');
  const at = path.join(folder, file);
  const problems: string[] = [];
  const seen = { text: '' };
  const tail = await tailFile({
    root: await realpath(folder),
    file,
    onChunk: (chunk) => void (seen.text += chunk.toString()),
    onProblem: (sentence) => void problems.push(sentence),
  });
  const sees = (text: string) =>
    until(() => seen.text === text, `${JSON.stringify(text)}, not ${JSON.stringify(seen.text)}`);
  return { folder, at, seen, problems, tail, sees };
}

it('waits for a file that is not there yet, in a folder that is not there yet', async () => {
  const { folder, at, sees, tail, problems } = await follow('Saved/Logs/Game.log');
  await mkdir(path.join(folder, 'Saved/Logs'), { recursive: true });
  await writeFile(at, 'one\n');
  await sees('one\n');
  await appendFile(at, 'two\n');
  await sees('one\ntwo\n');
  await tail.stop();
  expect(problems).toEqual([]);
});

it('begins again when the file is cut short', async () => {
  const { at, sees, tail } = await follow('game.log');
  await writeFile(at, 'a long first life\n');
  await sees('a long first life\n');
  await truncate(at, 0);
  await appendFile(at, 'second\n');
  await sees('a long first life\nsecond\n');
  await tail.stop();
});

it('notices a file that was cut short and has grown longer since', async () => {
  const { at, sees, tail } = await follow('game.log');
  await writeFile(at, 'first\n');
  await sees('first\n');
  await writeFile(at, 'another life that is longer\n');
  await sees('first\nanother life that is longer\n');
  await tail.stop();
});

it('reads a renamed file to its end and goes over to the new one', async () => {
  const { at, sees, tail } = await follow('game.log');
  await writeFile(at, 'one\n');
  await sees('one\n');
  await appendFile(at, 'last words\n');
  await rename(at, `${at}.1`);
  await writeFile(at, 'fresh\n');
  await sees('one\nlast words\nfresh\n');
  await rm(at);
  await writeFile(at, 'again\n');
  await sees('one\nlast words\nfresh\nagain\n');
  await tail.stop();
});

it('reads to the end when it is stopped', async () => {
  const { at, seen, tail } = await follow('game.log');
  await writeFile(at, 'x'.repeat(200_000));
  await tail.stop();
  expect(seen.text).toHaveLength(200_000);
});

it('waits with reading while it is asked to', async () => {
  const folder = await makeTempFolder('server');
  const gate = Promise.withResolvers<void>();
  let chunks = 0;
  const tail = await tailFile({
    root: await realpath(folder),
    file: 'game.log',
    onChunk: () => ((chunks += 1), gate.promise),
    onProblem: () => expect.unreachable(),
  });
  await writeFile(path.join(folder, 'game.log'), 'x'.repeat(1_000_000));
  await until(() => chunks === 1);
  const stopping = tail.stop();
  expect(chunks).toBe(1);
  gate.resolve();
  await stopping;
  expect(chunks).toBe(16);
});

it('refuses to read outside the folder, by path or through a link, and says so once', async () => {
  const outside = path.join(await makeTempFolder('outside'), 'secret');
  await writeFile(outside, 'secret\n');
  const { at, seen, tail, problems, folder } = await follow('game.log');
  await symlink(outside, at);
  await until(() => problems.length > 0);
  await appendFile(outside, 'more\n');
  await tail.stop();
  expect(problems).toEqual([expect.stringContaining("outside the server's folder")]);
  const escaped = await tailFile({
    root: await realpath(folder),
    file: path.relative(folder, outside),
    onChunk: () => expect.unreachable(),
    onProblem: (sentence) => void problems.push(sentence),
  });
  await escaped.stop();
  expect(problems).toHaveLength(2);
  expect(seen.text).toBe('');
});

it('reads nothing of where a link leads that took the place of the folder', async () => {
  const outside = await makeTempFolder('outside');
  await writeFile(path.join(outside, 'game.log'), 'secret\n');
  const { folder, seen, tail, problems } = await follow('game.log');
  await rename(folder, `${folder}-aside`);
  await symlink(outside, folder);
  await until(() => problems.length > 0);
  await tail.stop();
  await rm(folder);
  await rename(`${folder}-aside`, folder);
  expect(problems).toEqual([expect.stringContaining("outside the server's folder")]);
  expect(seen.text).toBe('');
});

it.skipIf(process.platform === 'win32')('does not hang on a named pipe or read a folder', async () => {
  const { at, tail, problems } = await follow('game.log');
  expect(spawnSync('mkfifo', [at]).status).toBe(0);
  await until(() => problems.length > 0);
  await rm(at);
  await mkdir(at);
  await tail.stop();
  expect(problems).toEqual([expect.stringContaining('no plain file')]);
});
