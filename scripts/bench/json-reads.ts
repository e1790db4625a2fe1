// How much of a bare node:http server's speed the service keeps when it reads a game: rounds take turns, so that whatever
// else the machine does hits both.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createServiceClient } from '../../src-shared/service/client.ts';
import { createSender, type Sender, timeMany } from './load.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { type ServiceThread, startServiceThread } from './service-thread.ts';

const ROUNDS = 9;
const REQUESTS = 1_500;
const PARALLEL = 16;

export const jsonReads: Measure = {
  name: 'json-reads',
  goal: '>= 0.9 x bare node:http with the same body (at most 1.11 x its time)',
  run: async () => {
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

async function compare({ url, token }: ServiceThread): Promise<string> {
  const sender = createSender(PARALLEL);
  const game = { url: `${url}/cloud/games/${await makeGame(sender, url, token)}`, token };
  const bare = new Worker(new URL('bare-server.ts', import.meta.url), { workerData: await sender.send(game) });
  try {
    const [port]: unknown[] = await once(bare, 'message');
    const same = { url: `http://127.0.0.1:${String(port)}/`, token };
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const first = await timeMany(sender, game, REQUESTS, PARALLEL);
      const second = await timeMany(sender, same, REQUESTS, PARALLEL);
      if (round < 0) continue; // the first round warms both up
      ours.push(first);
      theirs.push(second);
    }
    const ratios = ours.map((ms, round) => ms / (theirs[round] ?? ms));
    const perSecond = (times: number[]) => Math.round(REQUESTS / (median(times) / 1000));
    return `${median(ratios).toFixed(2)} x the time (${perSecond(ours)} reads/s, bare ${perSecond(theirs)}/s)`;
  } finally {
    sender.end();
    bare.postMessage('stop');
    await once(bare, 'exit');
  }
}

/** A game as a new folder makes it: two namespaces and one version. */
async function makeGame(sender: Sender, url: string, token: string): Promise<string> {
  const client = createServiceClient(async ({ method, path: target, body }) => {
    return { status: 200, body: JSON.parse(await sender.send({ url: url + target, method, token, body })) };
  });
  const [group] = (await client.listGroups({})).groups;
  const wish = { developer_group_id: group?.group_id ?? '', display_name: 'Measured' };
  return (await client.createGame({ body: wish })).game_id;
}
