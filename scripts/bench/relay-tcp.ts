// How fast the relay passes TCP on, in turn with haproxy.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { lackingTool } from './can-receive.ts';
import type { Measure } from './measure.ts';
import { compareRelays, type RoundTrip } from './relay-compare.ts';
import { buildLoad, howToInstallCc, type RelayLoad } from './relay-load.ts';
import { startHaproxy, startOurs } from './relay-sides.ts';

const BYTES = 1_000_000_000;
const LANES = 4;
const PINGS = 3_000;
const PAUSE_US = 100;

export const relayTcp: Measure = {
  name: 'relay-tcp',
  goal: '1 GB over four connections: >= 0.66 x haproxy, aim 0.8; p99 of 64 bytes and back <= 1.5 x',
  run: async () => {
    const lacking = await lackingTool('haproxy', 'install it with "apt-get install haproxy"');
    return lacking ?? (await lackingTool('cc', howToInstallCc)) ?? (await compare());
  },
};

async function compare(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-relay-'));
  const running: { stop(): Promise<void> }[] = [];
  const keep = <T extends { stop(): Promise<void> }>(side: T): T => {
    running.push(side);
    return side;
  };
  try {
    const load = await buildLoad(folder);
    const targets = [keep(await load.serve('tcp-sink')).port, keep(await load.serve('tcp-echo')).port];
    const ours = keep(await startOurs('tcp', targets));
    const peer = keep(await startHaproxy(folder, targets));
    const placed = ([port = 0, pingPort = 0]: readonly number[]) => ({ port, pingPort });
    return await compareRelays(
      { name: 'ours', pid: ours.pid, ...placed(ours.ports) },
      { name: 'haproxy', pid: peer.pid, ...placed(peer.ports) },
      placed(targets),
      loadsOf(load),
    );
  } finally {
    for (const each of running) await each.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function loadsOf(load: RelayLoad) {
  return {
    unit: 'MB/s',
    flood: async (port: number) => {
      const { seconds } = await load.run<{ seconds: number }>('tcp-source', port, LANES, BYTES);
      return BYTES / 1e6 / seconds;
    },
    ping: (port: number) => load.run<RoundTrip>('tcp-ping', port, PINGS, PAUSE_US),
  };
}
