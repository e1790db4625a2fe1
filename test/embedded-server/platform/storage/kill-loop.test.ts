// Twenty kills at random moments: what was acknowledged is there and whole after each. `npm run bench -- kill` does more.
import { expect, it } from 'vitest';
import { runKillLoop } from '../../../../scripts/bench/kill-loop.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it('loses nothing that was acknowledged, and shows nothing half-made', { timeout: 120_000 }, async () => {
  const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
  const { acknowledged } = await runKillLoop(await makeTempFolder(), seed, 20);
  expect(acknowledged).toBeGreaterThan(40);
});
