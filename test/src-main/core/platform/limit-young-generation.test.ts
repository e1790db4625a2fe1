// The room for short-lived objects, in a process of its own, as the flags are for a whole process.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = path.join(import.meta.dirname, '../../../../src-main/core/platform/limit-young-generation.ts');
const MIB = 1024 ** 2;

/** The room after so many objects, of which some live for a while, that V8 would like to have much more of it. */
async function roomAfterMany(before: string): Promise<number> {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { limitYoungGeneration } from ${JSON.stringify(script)};
    ${before}
    let some = [];
    for (let turn = 0; turn < 200; turn += 1) {
      for (let n = 0; n < 50_000; n += 1) some.push({ n });
      if (turn % 4 === 0) some = [];
      await new Promise((go) => setImmediate(go));
    }
    console.log(getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return Number(stdout);
}

it('stays small, where V8 alone would make it several times as large', async () => {
  const bounded = await roomAfterMany('limitYoungGeneration();');
  expect(bounded).toBeGreaterThan(0);
  expect(bounded).toBeLessThanOrEqual(32 * MIB);
  expect(await roomAfterMany('')).toBeGreaterThan(bounded);
});

it('leaves threads the room that they are given', async () => {
  const inThread = `
    import { getHeapSpaceStatistics } from 'node:v8';
    console.log(getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size);
  `;
  const program = `
    import { Worker } from 'node:worker_threads';
    import { limitYoungGeneration } from ${JSON.stringify(script)};
    limitYoungGeneration();
    const code = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(inThread)}));
    new Worker(code, { resourceLimits: { maxYoungGenerationSizeMb: 6 } });
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(Number(stdout)).toBe(4 * MIB);
});
