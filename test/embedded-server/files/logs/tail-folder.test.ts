import { appendFile, mkdir, realpath, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tailFolder } from '../../../../embedded-server/files/logs/tail-folder.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

async function follow() {
  const root = await realpath(await makeTempFolder('logs'));
  const seen = { text: '' };
  const problems: string[] = [];
  const tail = tailFolder({
    root,
    onChunk: (chunk) => void (seen.text += chunk.toString()),
    onProblem: (sentence) => void problems.push(sentence),
    onFailed: (thrown) => void problems.push(String(thrown)),
    lookEachMs: 20,
  });
  const sees = (text: string) => until(() => seen.text.includes(text), text);
  return { root, seen, problems, tail, sees };
}

it('goes over to the files that were written last, and reads on where it was in one that is written again', async () => {
  const { root, seen, problems, tail, sees } = await follow();
  for (let day = 1; day <= 6; day += 1) {
    const at = path.join(root, `day-${day}.log`);
    await writeFile(at, `day ${day}\n`);
    await utimes(at, day, day);
    await sees(`day ${day}\n`);
  }
  await appendFile(path.join(root, 'day-1.log'), 'late\n');
  await sees('late\n');
  await tail.stop();
  expect(seen.text).toBe('day 1\nday 2\nday 3\nday 4\nday 5\nday 6\nlate\n');
  expect(problems).toEqual([]);
});

it('says once of a file that it cannot be read, also when others had its place meanwhile', async () => {
  const outside = path.join(await makeTempFolder('outside'), 'secret');
  await writeFile(outside, 'secret\n');
  const { root, seen, problems, tail, sees } = await follow();
  await symlink(outside, path.join(root, 'bad.log'));
  await until(() => problems.length > 0);
  await utimes(outside, 1, 1);
  for (const name of ['a', 'b', 'c', 'd']) await writeFile(path.join(root, `${name}.txt`), name);
  for (const name of ['a', 'b', 'c', 'd']) await sees(name);
  await appendFile(outside, 'more\n');
  await tail.stop();
  expect(problems).toEqual([expect.stringContaining('bad.log')]);
  expect(seen.text).not.toContain('secret');
});

it('leaves alone other files, and folders whatever their names are', async () => {
  const { root, seen, problems, tail } = await follow();
  await mkdir(path.join(root, 'old.log'));
  await writeFile(path.join(root, 'old.log', 'game.log'), 'old');
  await writeFile(path.join(root, 'world.dat'), 'world');
  await tail.stop();
  expect([seen.text, problems]).toEqual(['', []]);
});
