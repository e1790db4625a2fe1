// Kills the service at random moments while it works, starts it again, and looks whether all that it acknowledged is there
// and whole. The seed is printed; KILL_SEED and KILL_ROUNDS set it and the number of rounds.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { checkDataFolder } from '../../embedded-server/index.ts';
import { projectRoot } from '../setup/project.mjs';
import { createGame, type Ledger, type Random, type Service, work } from './kill-client.ts';
import { verify } from './kill-verify.ts';
import type { Measure } from './measure.ts';

const ROUNDS = 200;
const LONGEST_MS = 900;
const ready = z.object({ url: z.string(), token: z.string() });

export type KillReport = { seed: number; rounds: number; acknowledged: number };

export const killLoop: Measure = {
  name: 'kill',
  goal: `${ROUNDS} kills: nothing acknowledged is lost, nothing half-made appears, every start succeeds`,
  run: async () => {
    const rounds = Number(process.env['KILL_ROUNDS'] ?? ROUNDS);
    const folder = await mkdtemp(path.join(tmpdir(), 'slipway-kill-'));
    const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
    try {
      const { acknowledged } = await runKillLoop(folder, seed, rounds);
      return `${rounds} kills with KILL_SEED=${seed}, ${acknowledged} acknowledged things, all there and whole`;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** `program` is the command line that is killed: the sources, or a bundle, which starts in a third of their computing. */
export async function runKillLoop(
  folder: string,
  seed: number,
  rounds: number,
  program = 'scripts/slipway.mjs',
): Promise<KillReport> {
  console.log(`kill loop with KILL_SEED=${seed}`);
  const random = createRandom(seed);
  const ledger: Ledger = { games: [], names: new Set(), acknowledged: 0 };
  for (let round = 0; round < rounds; round += 1) {
    try {
      await oneRound({ folder, program }, ledger, random);
    } catch (thrown) {
      throw new Error(`Round ${round} of KILL_SEED=${seed}`, { cause: thrown });
    }
  }
  return { seed, rounds, acknowledged: ledger.acknowledged };
}

type Place = { folder: string; program: string };

async function oneRound(place: Place, ledger: Ledger, random: Random): Promise<void> {
  const { folder } = place;
  if (random(4) === 0) await killWhileStarting(place, random(400));
  const { child, service } = await startService(place);
  const ended = once(child, 'exit');
  try {
    await verify(service, folder, ledger);
    while (ledger.games.length < 2) ledger.games.push(await createGame(service, ledger, `Lane ${ledger.games.length}`));
    const before = ledger.acknowledged;
    const lanes = Promise.all(ledger.games.map((game) => work(service, ledger, game, random)));
    // A slow machine may acknowledge nothing in that time, and a kill then would prove nothing.
    const anyTime = async () => {
      await sleep(random(LONGEST_MS));
      while (ledger.acknowledged === before && !child.killed) await sleep(5);
    };
    await Promise.race([lanes, anyTime()]);
    child.kill('SIGKILL');
    await lanes;
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  const { damaged } = await checkDataFolder(folder);
  if (damaged.length > 0) throw new Error(damaged.map(({ sentence }) => sentence).join('\n'));
}

/** Also what recovers from a kill may be killed. */
async function killWhileStarting(place: Place, afterMs: number): Promise<void> {
  const child = serve(place);
  const ended = once(child, 'exit');
  await sleep(afterMs);
  child.kill('SIGKILL');
  await ended;
}

function serve({ folder, program }: Place) {
  const args = [program, 'serve', '--data', folder, '--port', '0', '--json'];
  return spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function startService(place: Place): Promise<{ child: ChildProcess; service: Service }> {
  const child = serve(place);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-4_000)));
  const line = await Promise.race([once(child.stdout, 'data').then(String), once(child, 'exit').then(() => undefined)]);
  if (line === undefined) throw new Error(`The service did not start: ${log}`);
  return { child, service: ready.parse(JSON.parse(line)) };
}

/** The same numbers for the same seed; when they are asked for still depends on the machine. */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}
