// What a push costs on a slow line that breaks: its time beside one curl over the same line, and the bytes that go over it twice where
// pushes end by kill -9, the remote does, and connections are cut. SLOW_FULL=1 is the whole of it (25 minutes); SLOW_RATES, SLOW_REMOTES,
// SLOW_SECONDS, SLOW_KILLS and SLOW_REMOTE_KILLS choose, SLOW_SEED repeats the moments, and SLOW_BREAKS=1 leaves out what nobody disturbs.
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { lackingTool } from './can-receive.ts';
import { sendFiles } from './curl-sender.ts';
import type { Measure } from './measure.ts';
import { createRandom, type Random } from './seeded-random.ts';
import { openLine, type ShapedLine } from './shaped-line.ts';
import { type SlowRemote, slowRemotes } from './slow-line-remotes.ts';

const MB = 1_000_000;
const LINE = { roundTripMs: 80, percentCut: 1 };
/** In MB/s, with how many bytes may go over the line for one of the build. */
const mostSent = new Map([
  [1, 1.1],
  [2, 1.1],
  [10, 1.05],
]);
const MOST_TIME = 1.1;

type Plan = { rates: number[]; remotes: string[]; seconds: number; kills: number; remoteKills: number };

export const slowLine: Measure = {
  name: 'slow-line',
  goal: `1, 2 and 10 MB/s, ${LINE.roundTripMs} ms, ${LINE.percentCut} % of cuts: time <= ${MOST_TIME} x one curl, and with kill -9 of both sides bytes sent <= 1.05 x the build at 10 MB/s, <= 1.10 x at 1 MB/s`,
  run: async () => (await lackingTool('curl', 'install curl')) ?? (await overAll(planOf(process.env))),
};

const short: Plan = { rates: [2], remotes: namesOfAll(), seconds: 20, kills: 3, remoteKills: 2 };
const full: Plan = { ...short, rates: [...mostSent.keys()], seconds: 45, kills: 10, remoteKills: 5 };

function planOf(env: NodeJS.ProcessEnv): Plan {
  const usual = env['SLOW_FULL'] === '1' ? full : short;
  const numberOf = (name: string, number: number) => Number(env[name] ?? number);
  return {
    rates: env['SLOW_RATES']?.split(',').map(Number) ?? usual.rates,
    remotes: env['SLOW_REMOTES']?.split(',') ?? usual.remotes,
    seconds: numberOf('SLOW_SECONDS', usual.seconds),
    kills: numberOf('SLOW_KILLS', usual.kills),
    remoteKills: numberOf('SLOW_REMOTE_KILLS', usual.remoteKills),
  };
}

function namesOfAll(): string[] {
  return slowRemotes.map(([name]) => name);
}

async function overAll(plan: Plan): Promise<string> {
  const seed = Number(process.env['SLOW_SEED'] ?? Date.now() % 1_000_000);
  console.log(`slow-line with SLOW_SEED=${seed}`);
  const rows: string[] = [];
  for (const rate of plan.rates) {
    for (const [name, open] of slowRemotes) {
      if (!plan.remotes.includes(name)) continue;
      const row = await overLine({ ...plan, rate, name, open, random: createRandom(seed) });
      console.log(row);
      rows.push(row);
    }
  }
  return rows.join('\n          ');
}

type Case = Plan & { rate: number; name: string; open: (typeof slowRemotes)[number][1]; random: Random };

async function overLine({ rate, name, open, random, seconds, kills, remoteKills }: Case): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-slow-line-'));
  const bytesPerSecond = rate * MB;
  const calm = openLine({ bytesPerSecond, roundTripMs: LINE.roundTripMs });
  const remote = await open(folder, calm);
  try {
    const bench: Bench = { folder, line: calm, remote, size: seconds * bytesPerSecond, most: 60_000 + 6_000 * seconds };
    const calmly = onlyBreaks() ? undefined : { curl: await curlSeconds(bench), whole: await pushOver(bench, []) };
    calm.cutNowAndThen({ percent: LINE.percentCut, requestBytes: remote.requestBytes, random });
    const moments = momentsOf(random, bench.size, kills, remoteKills);
    const broken = await pushOver(bench, moments);
    return tell({ rate, name, calmly, broken });
  } finally {
    await remote.close();
    await calm.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Moment = { at: number; what: 'push' | 'remote' };

/** In bytes of the build, as random as can be, but early enough that something is left to be sent. */
function momentsOf(random: Random, size: number, kills: number, remoteKills: number): Moment[] {
  const some = (count: number, what: Moment['what']) =>
    Array.from({ length: count }, (): Moment => ({ at: random(Math.round(0.97 * size)), what }));
  return [...some(kills, 'push'), ...some(remoteKills, 'remote')].toSorted((a, b) => a.at - b.at);
}

type Pushed = { seconds: number; sent: number; bytes: number; kills: number; remoteKills: number; cuts: number };

function onlyBreaks(): boolean {
  return process.env['SLOW_BREAKS'] === '1';
}

type Calmly = { curl: number; whole: Pushed };

function tell({
  rate,
  name,
  calmly,
  broken,
}: {
  rate: number;
  name: string;
  calmly: Calmly | undefined;
  broken: Pushed;
}) {
  const sent = broken.sent / broken.bytes;
  const isSlow = calmly !== undefined && calmly.whole.seconds / calmly.curl > MOST_TIME;
  const misses = [...(isSlow ? ['time'] : []), ...(sent > (mostSent.get(rate) ?? 1.1) ? ['bytes'] : [])];
  const { kills, remoteKills, cuts } = broken;
  const each = (broken.sent - broken.bytes) / MB / Math.max(1, kills + remoteKills + cuts);
  const breaks = `${(broken.bytes / MB).toFixed(0)} MB with ${kills} kills, ${remoteKills} of the remote and ${cuts} cuts ${sent.toFixed(3)} x its bytes (${each.toFixed(1)} MB for each break) in ${broken.seconds.toFixed(0)} s`;
  return `${rate} MB/s, ${name}: ${calmText(calmly)}${breaks}${misses.length === 0 ? '' : `; MISSED: ${misses.join(' and ')}`}`;
}

function calmText(calmly: Calmly | undefined): string {
  if (calmly === undefined) return '';
  const { whole, curl } = calmly;
  return `${(whole.bytes / MB).toFixed(0)} MB in ${whole.seconds.toFixed(1)} s, ${(whole.seconds / curl).toFixed(2)} x curl, ${(whole.sent / whole.bytes).toFixed(3)} x its bytes; `;
}

type Bench = { folder: string; line: ShapedLine; remote: SlowRemote; size: number; most: number };

/** One whole PUT of as many bytes, with nothing in its way. */
async function curlSeconds({ folder, remote, size }: Bench): Promise<number> {
  const { client, game_id, environment_id } = remote.service;
  const file = path.join(folder, 'curl.tar');
  await writeRandom(file, size);
  const image_file = { path: 'curl.tar', content_length: size };
  const body = { name: 'by curl', image_tag: 'slow:1', image_file, multipart_upload: false };
  const prepared = await client.prepareBuild({ params: { game_id, environment_id }, body });
  const given = prepared.image_presigned_request?.url;
  if (given === undefined) throw new Error('One part was asked for');
  const seconds = await sendFiles([{ file, url: given }], 1);
  await rm(file);
  return seconds;
}

const PIECE = 64 * MB;

/** Behind what is in it: more bytes than one buffer may have. */
async function writeRandom(file: string, size: number): Promise<void> {
  for (let left = size; left > 0; left -= PIECE) await appendFile(file, randomBytes(Math.min(left, PIECE)));
}

let builds = 0;

type Build = { file: string; name: string; home: string };

/** A folder with a program in it, of bytes that cannot be compressed. */
async function makeBuild({ folder, size }: Bench): Promise<Build> {
  builds += 1;
  const build = path.join(folder, `build-${builds}`, 'server');
  await mkdir(build, { recursive: true });
  const program = path.join(build, 'server.bin');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  await writeRandom(program, size);
  return { file: build, name: `build ${builds}`, home: path.join(folder, `home-${builds}`) };
}

const result = z.object({ event: z.literal('result'), state: z.string(), sha256: z.string(), bytes_total: z.number() });

/** Each push begins with nothing known of the line. */
async function pushOver(bench: Bench, moments: readonly Moment[]): Promise<Pushed> {
  const { line, remote } = bench;
  const build = await makeBuild(bench);
  const [before, cuts, startedAt] = [line.sent(), line.cuts(), performance.now()];
  const deadline = startedAt + bench.most;
  const pushing = createPushing(bench, build);
  const done = { push: 0, remote: 0 };
  for (const { at, what } of moments) {
    await pushing.until(() => line.sent() - before >= at, deadline);
    if (pushing.isDone()) break;
    done[what] += 1;
    await (what === 'remote' ? remote.kill() : pushing.killAndRestart());
  }
  await pushing.until(() => false, deadline);
  const seconds = (performance.now() - startedAt) / 1000;
  const { sha256, bytes_total: bytes } = result.parse(JSON.parse(await pushing.lastLine()));
  if (!(await remote.holds(build.name, sha256))) throw new Error(`${build.name} is not there as it was`);
  await rm(path.dirname(build.file), { recursive: true });
  return {
    seconds,
    sent: line.sent() - before,
    bytes,
    kills: done.push,
    remoteKills: done.remote,
    cuts: line.cuts() - cuts,
  };
}

/** One that found nobody at its start is begun again, as its sentence says. */
function createPushing(bench: Bench, build: Build) {
  let running = startPush(bench, build);
  const isDone = () => running.code() !== null && running.code() !== NOBODY_ANSWERED;
  return {
    isDone,
    /** Or until all is sent. */
    until: async (isSo: () => boolean, deadline: number): Promise<void> => {
      while (!isSo() && !isDone()) {
        if (running.code() === NOBODY_ANSWERED) running = startPush(bench, build);
        await sleep(5);
        if (performance.now() < deadline) continue;
        await running.kill();
        throw new Error(`${build.name} took too long: ${await running.lastLine()}`);
      }
    },
    killAndRestart: async (): Promise<void> => {
      await running.kill();
      running = startPush(bench, build);
    },
    lastLine: () => running.lastLine(),
  };
}

const NOBODY_ANSWERED = 3;

function startPush({ remote }: Bench, { file, name, home }: Build) {
  const child: ChildProcess = remote.service.push(file, { url: remote.url, name, home });
  const output = child.stdout === null ? Promise.resolve('') : text(child.stdout);
  const ended = once(child, 'close');
  return {
    code: () => child.exitCode,
    lastLine: async () => (await output).trimEnd().split('\n').at(-1) ?? '',
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
