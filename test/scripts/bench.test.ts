// How measures are run: each row as soon as its measure has ended, and a failure is a row as well.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runMeasures } from '../../scripts/bench.ts';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { makeTempFolder } from '../support/temp-folder.ts';

/** Runs `npm run bench` with the temporary folder at a place. */
function bench(names: string[], temporary: string) {
  const env = { ...process.env, TMPDIR: temporary };
  const words = ['scripts/run.mjs', 'bench', ...names];
  return spawnSync(process.execPath, words, { cwd: projectRoot, env, encoding: 'utf8' });
}

it('says what came of each measure before the next begins, and goes on after one that fails', async () => {
  const lines: string[] = [];
  const seen: number[] = [];
  const measure = (name: string, run: () => Promise<string>) => ({
    name,
    goal: 'under 300 ms',
    run: async () => {
      seen.push(lines.length);
      return await run();
    },
  });
  const failed = await runMeasures(
    [
      measure('first', async () => '212 ms'),
      measure('second', async () => {
        throw new RangeError('the peer did not start');
      }),
      measure('third', async () => '9 ms'),
    ],
    (row) => lines.push(row),
  );
  expect(failed).toBe(1);
  expect(seen).toEqual([0, 1, 2]);
  expect(lines).toEqual([
    'first\n  goal    under 300 ms\n  result  212 ms',
    'second\n  goal    under 300 ms\n  result  FAILED: RangeError: the peer did not start',
    'third\n  goal    under 300 ms\n  result  9 ms',
    '1 of 3 failed.',
  ]);
});

it.skipIf(process.platform === 'win32')(
  'ends with 1 when a measure failed, and says why in its row',
  async () => {
    const nowhere = path.join(await makeTempFolder(), 'nowhere');
    const { status, stdout } = bench(['journal-start'], nowhere);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^journal-start\n {2}goal {4}.+\n {2}result {2}FAILED: .*ENOENT.*nowhere/);
    expect(stdout).toContain('1 of 1 failed.');
  },
  60_000,
);

it('names the measures there are when there is none of that name', async () => {
  const { status, stdout, stderr } = bench(['pack', 'patch'], await makeTempFolder());
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/No measure is called patch\. There are: start,.* pack,/);
}, 60_000);
