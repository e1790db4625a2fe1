// What a push costs on a slow line that breaks: its time beside one curl over the same line, and the bytes that go out twice where
// its process ends by kill -9 and connections are cut. SLOW_MB, SLOW_KILLS and SLOW_SEED set the build, the kills and the moments.
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openElevenRemote } from '../../test/support/open-eleven-remote.ts';
import { type FaultProxy, openFaultProxy } from '../../test/support/open-fault-proxy.ts';
import { sendFiles } from './curl-sender.ts';
import type { Measure } from './measure.ts';
import { createRandom } from './push-kill.ts';
import { type PushService, startPushService } from './push-service.ts';

const MB = 1_000_000;
const ROUND_TRIP_MS = 80;
/** Of each line in MB/s: how many bytes may be sent for one of the build. */
const mostSent = [
  [1, 1.1],
  [2, 1.1],
  [10, 1.05],
] as const;
const MOST_TIME = 1.1;

type Line = { service: PushService; proxy: FaultProxy; folder: string; rate: number; random: (below: number) => number };
type Remote = { name: string; url: string };

export const slowLine: Measure = {
  name: 'slow-line',
  goal: `1, 2 and 10 MB/s with a round trip of ${ROUND_TRIP_MS} ms: bytes sent <= 1.05 x the build at 10 MB/s and <= 1.10 x below that with cuts and kill -9, time <= ${MOST_TIME} x one curl`,
  run: async () => {
    const seed = Number(process.env['SLOW_SEED'] ?? Date.now() % 1_000_000);
    console.log(`slow-line with SLOW_SEED=${seed}`);
    const random = createRandom(seed);
    const rows: string[] = [];
    for (const [rate, most] of mostSent) rows.push(...(await overLine({ rate, most, random })));
    return rows.join('\n          ');
  },
};

async function overLine({ rate, most, random }: { rate: number; most: number; random: Line['random'] }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-slow-line-'));
  const service = await startPushService(folder);
  const proxy = await openFaultProxy(service.url);
  // Its addresses for parts are those of the line, as it asks through that.
  const eleven = await openElevenRemote(proxy.url);
  proxy.shape(rate * MB);
  proxy.fail({ fault: { kind: 'delay', ms: ROUND_TRIP_MS } });
  const line = { service, proxy, folder, rate, random };
  try {
    const curl = await curlSeconds(line);
    const rows: string[] = [];
    for (const remote of [
      { name: 'ours', url: proxy.url },
      { name: 'the eleven alone', url: eleven.url },
    ]) {
      const { seconds } = await pushOver(line, remote, 0);
      const { sent, kills } = await pushOver(line, remote, Number(process.env['SLOW_KILLS'] ?? 3));
      const misses = [...(seconds / curl > MOST_TIME ? ['time'] : []), ...(sent > most ? ['bytes'] : [])];
      const marks = misses.length === 0 ? '' : `, MISSED: ${misses.join(' and ')}`;
      const times = `${seconds.toFixed(1)} s, ${(seconds / curl).toFixed(2)} x curl`;
      rows.push(`${rate} MB/s, ${remote.name}: ${times}; ${sent.toFixed(3)} x its bytes with ${kills} kills and a cut${marks}`);
    }
    return rows;
  } finally {
    await eleven.close();
    await proxy.close();
    await service.close();
    await rm(folder, { recursive: true });
  }
}

function sizeOfBuild(): number {
  return Number(process.env['SLOW_MB'] ?? 25) * MB;
}

let builds = 0;

async function makeBuild({ folder }: Line) {
  builds += 1;
  const content = randomBytes(sizeOfBuild());
  const file = path.join(folder, `build-${builds}.tar`);
  await writeFile(file, content);
  return { file, name: `build ${builds}`, sha256: createHash('sha256').update(content).digest('hex') };
}

/** One whole PUT of a build, with nothing in its way. */
async function curlSeconds(line: Line): Promise<number> {
  const { client, game_id, environment_id, url: own } = line.service;
  const { file, name } = await makeBuild(line);
  const image_file = { path: 'build.tar', content_length: sizeOfBuild() };
  const body = { name, image_tag: 'slow:1', image_file, multipart_upload: false };
  const prepared = await client.prepareBuild({ params: { game_id, environment_id }, body });
  const url = prepared.image_presigned_request?.url;
  if (url === undefined) throw new Error('One part was asked for');
  return await sendFiles([{ file, url: url.replace(own, line.proxy.url) }], 1);
}

/** With kills, connections are cut once as well. Answers how many bytes went out for one of the build. */
async function pushOver(line: Line, remote: Remote, kills: number) {
  const { proxy, random } = line;
  const build = await makeBuild(line);
  const [before, startedAt] = [putBytes(proxy), performance.now()];
  const share = sizeOfBuild() / (kills + 1);
  for (let done = 0; done < kills; done += 1) {
    const child = start(line, remote, build);
    const ended = once(child, 'close');
    await untilSent(line, child, putBytes(proxy) + random(share));
    if (done === 0) proxy.cutAll();
    await untilSent(line, child, putBytes(proxy) + random(share / 2));
    child.kill('SIGKILL');
    await ended;
  }
  const [code]: unknown[] = await once(start(line, remote, build), 'close');
  if (code !== 0) throw new Error(`slipway push ended with ${String(code)}`);
  const seconds = (performance.now() - startedAt) / 1000;
  await requireWhole(line.service, build);
  return { seconds, kills, sent: (putBytes(proxy) - before) / sizeOfBuild() };
}

function start({ service }: Line, { url }: Remote, { file, name }: { file: string; name: string }): ChildProcess {
  const child = service.push(file, { url, name });
  child.stdout?.resume();
  return child;
}

/** Or until it has nothing more to send. */
async function untilSent({ proxy }: Line, child: ChildProcess, bytes: number): Promise<void> {
  while (putBytes(proxy) < bytes && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10));
}

function putBytes({ requests }: FaultProxy): number {
  return requests.reduce((sum, { method, bodyBytes }) => (method === 'PUT' ? sum + bodyBytes : sum), 0);
}

async function requireWhole({ client, game_id, environment_id }: PushService, build: { name: string; sha256: string }) {
  const { builds: all } = await client.listBuilds({ params: { game_id, environment_id } });
  const found = all.filter(({ name, state }) => name === build.name && state !== 'uploading');
  if (!found.some(({ sha256 }) => sha256 === build.sha256)) throw new Error(`${build.name} is not there as it was`);
}
