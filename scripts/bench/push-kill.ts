// Ends `slipway push` with kill -9 at random moments, again and again, and looks whether it sends no more than what was missing
// and the build arrives whole. The seed is printed; KILL_SEED and KILL_ROUNDS set it and the number of rounds.
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import type { Measure } from './measure.ts';
import { type PushService, startPushService } from './push-service.ts';
import { createRandom } from './seeded-random.ts';

const ROUNDS = 50;
const BYTES = 96 * 1_048_576;
/** Slow enough that a kill comes in the middle. */
const KIB_A_SECOND = 48 * 1024;
const LONGEST_MS = 2_500;

export const pushKill: Measure = {
  name: 'push-kill',
  goal: `${ROUNDS} pushes end by kill -9: none sends more than was missing, and every build arrives whole`,
  run: async () => {
    const rounds = Number(process.env['KILL_ROUNDS'] ?? ROUNDS);
    const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
    console.log(`push-kill with KILL_SEED=${seed}`);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-push-kill-'));
    const service = await startPushService(folder);
    const proxy = await startCountingProxy(service.url);
    try {
      return await killRounds({ service, proxy, folder }, rounds, seed);
    } finally {
      await proxy.close();
      await service.close();
      await rm(folder, { recursive: true });
    }
  },
};

type Bench = { service: PushService; proxy: CountingProxy; folder: string };

async function killRounds(bench: Bench, rounds: number, seed: number): Promise<string> {
  const random = createRandom(seed);
  let [killed, late, builds, sent] = [0, 0, 0, 0];
  while (killed < rounds) {
    builds += 1;
    const file = path.join(bench.folder, `build-${builds}.tar`);
    const content = randomBytes(BYTES);
    await writeFile(file, content);
    const before = bench.proxy.put();
    let isWhole = false;
    while (!isWhole) {
      const wait = killed < rounds ? random(LONGEST_MS) : undefined;
      const ended = await oneTry(bench, file, `build ${builds}`, wait);
      isWhole = ended.isWhole;
      if (ended.wasKilled) killed += 1;
      if (ended.wasKilled && isWhole) late += 1;
    }
    sent += bench.proxy.put() - before;
    await requireWhole(bench.service, `build ${builds}`, createHash('sha256').update(content).digest('hex'));
    await rm(file);
  }
  const times = (sent / (builds * BYTES)).toFixed(2);
  return `${killed} kills (${late} of them after the last line) with KILL_SEED=${seed}: ${builds} builds whole, ${times} x their bytes sent in all, never more than was missing`;
}

/** It came to its end when it said so: a kill may still come before its process has ended. */
async function oneTry({ service, proxy }: Bench, file: string, name: string, killAfter: number | undefined) {
  const [left, before] = [await missingOf(service, name), proxy.put()];
  const more = killAfter === undefined ? [] : ['--limit', String(KIB_A_SECOND)];
  const child = service.push(file, { url: proxy.url, name, more });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close');
  if (killAfter !== undefined) killOnceSending(child, killAfter);
  const [code]: (number | null)[] = await ended;
  const wasKilled = code === null;
  if (wasKilled) proxy.cutAll();
  const went = proxy.put() - before;
  if (went > left) throw new Error(`${went} bytes were sent of ${name}, and ${left} were missing`);
  if (!wasKilled && code !== 0) throw new Error(`slipway push ended with ${code}`);
  return { wasKilled, isWhole: output.includes('"event":"result"') };
}

/** The moment counts from the first part on, so that a slow start of the process does not make all kills early. */
function killOnceSending(child: ChildProcess, ms: number): void {
  let isSending = false;
  child.stdout?.on('data', (text: string) => {
    if (isSending || !text.includes('"step":"parts"')) return;
    isSending = true;
    setTimeout(() => child.kill('SIGKILL'), ms);
  });
}

/** What the service lacks of the build; all of it before it knows of one. */
async function missingOf({ client, game_id, environment_id }: PushService, name: string): Promise<number> {
  const { builds } = await client.listBuilds({ params: { game_id, environment_id } });
  const own = builds.filter((build) => build.name === name);
  const [build] = own;
  if (own.length > 1) throw new Error(`There are ${own.length} builds called ${name}`);
  if (build === undefined) return BYTES;
  const { upload } = await client.getUpload({ params: { upload_id: build.upload_id } });
  return upload.parts.filter((part) => !part.received).reduce((sum, part) => sum + part.content_length, 0);
}

async function requireWhole({ client, game_id, environment_id }: PushService, name: string, sha256: string) {
  const { builds } = await client.listBuilds({ params: { game_id, environment_id } });
  const found = builds.filter((build) => build.name === name);
  if (found.length !== 1 || found[0]?.state === 'uploading' || found[0]?.sha256 !== sha256) {
    throw new Error(`${name} is not there as it was: ${JSON.stringify(found)}`);
  }
}
