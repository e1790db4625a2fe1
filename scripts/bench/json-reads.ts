// How much of a bare node:http server's speed the service keeps when it reads a game: rounds take turns, so that whatever
// else the machine does hits both.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createServiceClient } from '../../src-shared/service/client.ts';
import { lackingTool } from './can-receive.ts';
import { createSender, type Sender } from './load.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { type ServiceThread, startServiceThread } from './service-thread.ts';
import { howToInstallWrk, readsPerSecond } from './wrk.ts';

const ROUNDS = 7;
const SECONDS = 2;
const PARALLEL = 16;

export const jsonReads: Measure = {
  name: 'json-reads',
  goal: '>= 0.9 x bare node:http with the same body, both asked by wrk',
  run: async () => {
    const problem = await lackingTool('wrk', howToInstallWrk);
    if (problem !== undefined) return problem;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
    const service = await startServiceThread(folder);
    try {
      return await compare(service);
    } finally {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Figure = { rate: number; cpu: number };

async function compare({ url, token }: ServiceThread): Promise<string> {
  const sender = createSender(1);
  const game = `${url}/cloud/games/${await makeGame(sender, url, token)}`;
  const bare = new Worker(new URL('bare-server.ts', import.meta.url), {
    workerData: await sender.send({ url: game, token }),
  });
  sender.end();
  try {
    const [port]: unknown[] = await once(bare, 'message');
    const ours: Figure[] = [];
    const theirs: Figure[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const first = await ask(game, token);
      const second = await ask(`http://127.0.0.1:${String(port)}/`, token);
      if (round < 0) continue; // the first round warms both up
      ours.push(first);
      theirs.push(second);
    }
    return tell(ours, theirs);
  } finally {
    bare.postMessage('stop');
    await once(bare, 'exit');
  }
}

/** Both servers are threads of this process, which does nothing else meanwhile: its CPU time is theirs. */
async function ask(url: string, token: string): Promise<Figure> {
  const before = process.cpuUsage();
  const rate = await readsPerSecond(url, token, PARALLEL, SECONDS);
  const { user, system } = process.cpuUsage(before);
  return { rate, cpu: (user + system) / (rate * SECONDS) };
}

function tell(ours: readonly Figure[], theirs: readonly Figure[]): string {
  const ratios = ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? rate));
  const side = (figures: readonly Figure[]) => {
    const cpu = median(figures.map((figure) => figure.cpu)).toFixed(1);
    return `${median(figures.map(({ rate }) => rate)).toFixed(0)}/s, ${cpu} us of CPU each`;
  };
  return `${median(ratios).toFixed(2)} x (${side(ours)}; bare ${side(theirs)})`;
}

/** A game as a new folder makes it: two namespaces and one version. */
async function makeGame(sender: Sender, url: string, token: string): Promise<string> {
  const client = createServiceClient(async ({ method, path: target, body }) => {
    return { status: 200, body: JSON.parse(await sender.send({ url: url + target, method, token, body })) };
  });
  const [group] = (await client.listGroups({})).groups;
  const request = { developer_group_id: group?.group_id ?? '', display_name: 'Measured' };
  return (await client.createGame({ body: request })).game_id;
}
