// What remains of network conditions when they are cleared: round trips through the relay before they were set, and after.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { lackingTool } from './can-receive.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import type { RoundTrip } from './relay-compare.ts';
import { buildLoad, howToInstallCc, type RelayLoad } from './relay-load.ts';
import { startOurs } from './relay-sides.ts';

const ROUNDS = 11;
const PINGS = 2_000;
const SLOW_PINGS = 20;
const PAUSE_US = 100;

export const relayCleared: Measure = {
  name: 'relay-cleared',
  goal: 'relay after conditions were cleared: p99 as before they were set (<= 1.2 x), for TCP and UDP',
  run: async () => (await lackingTool('cc', howToInstallCc)) ?? (await measure()),
};

async function measure(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-cleared-'));
  try {
    const load = await buildLoad(folder);
    return `${await measureOne(load, 'tcp')}; ${await measureOne(load, 'udp')}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One relay for all rounds, so that what an earlier round left would be seen too. Each round is about a new connection. */
async function measureOne(load: RelayLoad, protocol: 'tcp' | 'udp'): Promise<string> {
  const target = await load.serve(`${protocol}-echo`);
  const relay = await startOurs(protocol, [target.port]);
  const [port = 0] = relay.ports;
  const ping = (count: number) => load.run<RoundTrip>(`${protocol}-ping`, port, count, PAUSE_US);
  try {
    await ping(PINGS); // warms it up
    const before: RoundTrip[] = [];
    const after: RoundTrip[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      before.push(await ping(PINGS));
      await relay.setConditions({ latency_ms: 10, jitter_ms: 5 });
      await ping(SLOW_PINGS);
      await relay.setConditions(undefined);
      after.push(await ping(PINGS));
    }
    const middle = (trips: RoundTrip[], what: keyof RoundTrip) => median(trips.map((trip) => trip[what]));
    const ratio = median(after.map(({ p99 }, round) => p99 / (before[round]?.p99 ?? p99)));
    const times = (trips: RoundTrip[]) =>
      `p50 ${middle(trips, 'p50').toFixed(0)} us, p99 ${middle(trips, 'p99').toFixed(0)} us`;
    return `${protocol} p99 ${ratio.toFixed(2)} x (before ${times(before)}; after ${times(after)})`;
  } finally {
    await relay.stop();
    await target.stop();
  }
}
