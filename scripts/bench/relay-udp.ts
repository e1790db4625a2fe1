// How fast the relay passes UDP on, in turn with nginx.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { lackingTool } from './can-receive.ts';
import type { Measure } from './measure.ts';
import { howToInstall } from './nginx.ts';
import { compareRelays, type RoundTrip } from './relay-compare.ts';
import { buildLoad, howToInstallCc, type RelayLoad } from './relay-load.ts';
import { lackingStreamModule, startNginxStream, startOurs } from './relay-sides.ts';

const PLAYERS = 16;
/** Datagrams of each player that are on their way at once. */
const WINDOW = 8;
const SECONDS = 1;
const BYTES = 200;
const PINGS = 3_000;
const PAUSE_US = 100;

export const relayUdp: Measure = {
  name: 'relay-udp',
  goal: '200 bytes and back, 16 players: >= 0.5 x nginx stream, aim 0.6; p99 of 64 bytes and back <= 1.5 x',
  run: async () => {
    const lacking = (await lackingTool('nginx', howToInstall)) ?? (await lackingStreamModule());
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
    const { port } = keep(await load.serve('udp-echo'));
    const ours = keep(await startOurs('udp', [port]));
    const peer = keep(await startNginxStream(folder, [port]));
    const placed = ([only = 0]: readonly number[]) => ({ port: only, pingPort: only });
    return await compareRelays(
      { name: 'ours', pid: ours.pid, ...placed(ours.ports) },
      { name: 'nginx', pid: peer.pid, ...placed(peer.ports) },
      placed([port]),
      loadsOf(load),
    );
  } finally {
    for (const each of running) await each.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function loadsOf(load: RelayLoad) {
  return {
    unit: 'round trips/s',
    flood: async (port: number) => {
      const found = await load.run<{ seconds: number; back: number }>(
        ...(['udp-flood', port, PLAYERS, WINDOW, SECONDS, BYTES] as const),
      );
      return found.back / found.seconds;
    },
    ping: (port: number) => load.run<RoundTrip>('udp-ping', port, PINGS, PAUSE_US),
  };
}
