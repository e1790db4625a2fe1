// Kills at random moments: what was acknowledged is there and whole after each. `npm run soak` does more of them.
import { expect, it } from 'vitest';
import { runKillLoop } from '../../../../scripts/bench/kill-loop.ts';
import { slipwayProgram } from '../../../support/bundled.ts';
import { rounds } from '../../../support/soak.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it('loses nothing that was acknowledged, and shows nothing half-made', {
  timeout: rounds(60_000, 600_000),
}, async () => {
  const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
  const kills = rounds(4, 100);
  const { acknowledged } = await runKillLoop(await makeTempFolder(), seed, kills, slipwayProgram);
  expect(acknowledged).toBeGreaterThan(kills);
});
