// What ten thousand servers on a thousand nodes cost the service, simulated with the real protocol: each host has its own connection and
// reports every five seconds. With 100, 1,000 and 10,000 of them, calls are timed in turn with those to a second service without hosts.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { nodeFlags } from '../node-flags.ts';
import type { FromCrowd } from './fleet-hosts-crowd.ts';
import type { FromFleetService } from './fleet-hosts-service.ts';
import { type HostingBench, startHostingBench } from './hosting-client.ts';
import { type Call, createSender, type Sender } from './load.ts';
import type { Measure } from './measure.ts';
import { figuresOfOne } from './process-figures.ts';
import { packSampleThatKeepsNothing } from './sample-build.ts';

const STEPS = (process.env['FLEET_HOSTS'] ?? '100,1000,10000').split(',').map(Number);
const NAMESPACES = 100;
const CREATE_AT_ONCE = 16;
/** Each call once in a round, so that all of them meet the same moments. */
const ROUNDS = 500;
const STEADY_MS = 20_000;

export const fleetHosts: Measure = {
  name: 'fleet-hosts',
  goal: '10,000 hosts that report every 5 s: p99 of each of the eleven calls <= 2 x without hosts; from 100 to 10,000 no worse than linear',
  run: async () => {
    const most = Math.max(...STEPS);
    // Its connection. Of the logs, few are open at the same time.
    const files = most + 3_000;
    if ((await openFilesLimit()) < files)
      return `not measured: ${most} hosts take more open files, set "ulimit -n ${files}"`;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-hosts-'));
    try {
      return await measureIn(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function openFilesLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
}

type Simulation = { bench: HostingBench; pid: number; crowd: FromCrowd; token: string; url: string };

async function measureIn(folder: string): Promise<string> {
  const archive = await packSampleThatKeepsNothing(folder);
  const sender = createSender(1);
  const idle = await startSimulation(path.join(folder, 'idle'));
  try {
    const loaded = await startSimulation(path.join(folder, 'loaded'));
    try {
      return await measure(await prepare(idle, archive), await prepare(loaded, archive), sender);
    } finally {
      await loaded.bench.stop();
    }
  } finally {
    sender.end();
    await idle.bench.stop();
  }
}

/** A service, and the process of its hosts. */
async function startSimulation(data: string): Promise<Simulation> {
  const script = path.join(import.meta.dirname, 'fleet-hosts-service.ts');
  const service = fork(script, [data], { execArgv: nodeFlags });
  const crowd: FromCrowd = { t: 'crowd', connected: 0, sent: 0 };
  const { url, token } = await untilReady(service);
  const hosts = fork(path.join(import.meta.dirname, 'fleet-hosts-crowd.ts'), [url]);
  hosts.on('message', (message: FromCrowd) => Object.assign(crowd, message));
  service.on('message', (message: FromFleetService) => {
    if (message.t === 'start') hosts.send(message);
  });
  const stop = async () => {
    hosts.kill('SIGKILL');
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  };
  const bench = await startHostingBench(`${data}-none`, async () => ({ url, token, stop }));
  return { bench, pid: service.pid ?? 0, crowd, token, url };
}

async function untilReady(service: ChildProcess): Promise<{ url: string; token: string }> {
  const [message]: unknown[] = await once(service, 'message');
  return z.object({ t: z.literal('ready'), url: z.string(), token: z.string() }).parse(message);
}

type Prepared = Simulation & { build: string; namespaces: string[]; calls: Calls };

/** A game with its namespaces, and one server, which a call asks about. */
async function prepare(simulation: Simulation, archive: string): Promise<Prepared> {
  const { bench } = simulation;
  const { build, version } = await bench.deploy(archive, 'sample');
  const namespaces = [bench.place.environment_id];
  for (let at = 1; at < NAMESPACES; at += 1) namespaces.push(await addNamespace(bench, version, at));
  const first = await createServers(bench, build, namespaces, 1);
  return { ...simulation, build, namespaces, calls: await elevenCalls(simulation, version, first[0] ?? '') };
}

async function measure(idle: Prepared, loaded: Prepared, sender: Sender): Promise<string> {
  const { bench, build, namespaces, pid, crowd } = loaded;
  await timesInTurn(sender, idle.calls, loaded.calls); // warms both up
  const said = [`no hosts: ${memoryOf(await figuresOfOne(idle.pid))}`];
  for (const hosts of STEPS) {
    const startedAt = performance.now();
    await createServers(bench, build, namespaces, hosts - crowd.connected);
    while (crowd.connected < hosts) await sleep(100);
    const upAfter = (performance.now() - startedAt) / 1_000;
    const before = await figuresOfOne(pid);
    const sentBefore = crowd.sent;
    await sleep(STEADY_MS);
    const after = await figuresOfOne(pid);
    const perSecond = (crowd.sent - sentBefore) / (STEADY_MS / 1_000);
    const cores = (after.cpuSeconds - before.cpuSeconds) / (STEADY_MS / 1_000);
    const times = await timesInTurn(sender, idle.calls, loaded.calls);
    console.log(`${hosts}: ${Object.entries(times).map(formatTimes).join(', ')}`);
    said.push(
      `${hosts}: up after ${upAfter.toFixed(0)} s, ${(cores * 100).toFixed(1)} % of a core for ${perSecond.toFixed(0)} messages/s, ${memoryOf(after)}, worst ${worstOf(times)}`,
    );
  }
  return said.join('; ');
}

async function addNamespace({ client, place }: HostingBench, version_id: string, at: number): Promise<string> {
  const body = { display_name: `Place ${at}`, name_id: `place-${at}`, version_id };
  const { namespace_id } = await client.createNamespace({ params: { game_id: place.game_id }, body });
  return namespace_id;
}

/** One after the other in each of a few lanes, spread over all namespaces. */
async function createServers(
  { client, place }: HostingBench,
  build: string,
  namespaces: readonly string[],
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const environment_id = namespaces[next % namespaces.length] ?? '';
      next += 1;
      const body = {
        datacenter: 'local',
        tags: {},
        runtime: { build },
        network: { ports: {} },
        resources: { cpu: 100, memory: 64 },
      };
      const { server } = await client.createServer({ params: { ...place, environment_id }, body });
      ids.push(server.id);
    }
  };
  await Promise.all(Array.from({ length: CREATE_AT_ONCE }, lane));
  return ids;
}

type Calls = Readonly<Record<string, (round: number) => Call | Promise<Call>>>;

async function elevenCalls({ bench, token, url }: Simulation, version: string, server: string): Promise<Calls> {
  const { client, place } = bench;
  const { groups } = await client.listGroups({});
  const group = groups[0]?.group_id ?? '';
  const at = (method: string, target: string, body?: unknown): Call => ({
    url: url + target,
    method,
    token,
    ...(body === undefined ? {} : { body }),
  });
  const game = `/cloud/games/${place.game_id}`;
  const namespace = `${game}/namespaces/${place.environment_id}`;
  const environment = `/games/${place.game_id}/environments/${place.environment_id}`;
  const file = { path: 'a.tar', content_length: 1_000 };
  let count = 0;
  const fresh = () => `${(count += 1)}`;
  return {
    getGame: () => at('GET', game),
    getServer: () => at('GET', `${environment}/servers/${server}`),
    listVersionHistory: () => at('GET', `${namespace}/version-history`),
    validateNamespace: (round) =>
      at('POST', `${game}/namespaces/validate`, { display_name: `P ${round}`, name_id: `p-${round}` }),
    updateMatchmakerConfig: (round) =>
      at('POST', `${namespace}/mm-config`, { lobby_count_max: 10 + round, max_players: 8 }),
    updateNamespaceVersion: () => at('PUT', `${namespace}/version`, { version_id: version }),
    getGroupBilling: () => at('GET', `/cloud/groups/${group}/billing`),
    completeDeviceLink: async () => {
      const { device_link_token } = await client.createDeviceLink({});
      return at('POST', '/cloud/devices/links/complete', { device_link_token, game_id: place.game_id });
    },
    createGame: () => at('POST', '/cloud/games', { developer_group_id: group, display_name: `Game ${fresh()}` }),
    prepareBuild: () =>
      at('POST', `${environment}/builds/prepare`, { name: `b${fresh()}`, image_tag: `b:${fresh()}`, image_file: file }),
    prepareLogo: () =>
      at('POST', `${game}/logo-upload/prepare`, { path: 'logo.png', content_length: 1_000, mime: 'image/png' }),
  };
}

type P99s = { idle: number; loaded: number };
type Times = Readonly<Record<string, P99s>>;

/**
 * The p99 of each call, of both services in turn: what the machine does beside them, and the process that plays ten thousand hosts on
 * it, hold up one as the other.
 */
async function timesInTurn(sender: Sender, idle: Calls, loaded: Calls): Promise<Times> {
  const times = Object.keys(loaded).map((name) => ({ name, idle: [] as number[], loaded: [] as number[] }));
  const timed = async (callOf: Calls[string] | undefined, round: number, into: number[]) => {
    if (callOf === undefined) return;
    const call = await callOf(round);
    const startedAt = performance.now();
    await sender.send(call);
    into.push(performance.now() - startedAt);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const of of times) {
      await timed(idle[of.name], round, of.idle);
      await timed(loaded[of.name], round, of.loaded);
    }
  }
  return Object.fromEntries(times.map((of) => [of.name, { idle: p99(of.idle), loaded: p99(of.loaded) }]));
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

function formatTimes([name, { idle, loaded }]: [string, P99s]): string {
  return `${name} ${loaded.toFixed(1)} ms (${(loaded / idle).toFixed(2)} x)`;
}

function worstOf(times: Times): string {
  const ratios = Object.entries(times).map(([name, { idle, loaded }]) => [name, loaded / idle] as const);
  const [name, ratio] = ratios.toSorted((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return `${ratio.toFixed(2)} x (${name})`;
}

function memoryOf({ rssMiB }: { rssMiB: number }): string {
  return `${rssMiB.toFixed(0)} MiB`;
}
