// Starts and stops a thousand servers, as bare processes and through the service, behind walls and with public ports, and prints
// what there is before and after: nothing may stay behind.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../setup/project.mjs';
import { type HostingBench, startHostingBench } from './hosting-client.ts';
import type { Measure } from './measure.ts';
import { packFolder } from './sample-build.ts';

const ROUNDS = 1_000;
const AT_ONCE = 4;
/** The records of those that ended are kept, up to so many; what they hold open comes and goes before. */
const WARM_ROUNDS = 20;
const PROGRAM = `require('node:net').createServer().listen(+process.env.PORT, process.env.SLIPWAY_HOST);
process.on('SIGTERM', () => process.exit(0));
`;

export const startStop: Measure = {
  name: 'start-stop',
  goal: `${ROUNDS} starts and stops, as processes and through the service, leave no process, port, mount, namespace, control group, handle or folder`,
  run: async () => `processes ${await asProcesses()}; through the service ${await throughService()}`,
};

async function asProcesses(): Promise<string> {
  const script = path.join(projectRoot, 'test/embedded-server/runtime/processes/support/start-stop.ts');
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(ROUNDS)]);
  return `${stdout.trim()} in ${secondsSince(startedAt)} s`;
}

async function throughService(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-start-stop-'));
  const bench = await startHostingBench(folder);
  try {
    const source = path.join(folder, 'source');
    await mkdir(source);
    const manifest = { program: 'server.js', ports: { game: { protocol: 'tcp' } } };
    await writeFile(path.join(source, 'slipway.json'), JSON.stringify(manifest));
    await writeFile(path.join(source, 'server.js'), PROGRAM);
    const { build } = await bench.deploy(await packFolder(source, folder), 'start-stop');
    await rounds(bench, build, WARM_ROUNDS);
    const before = await countAll(folder);
    const startedAt = performance.now();
    await rounds(bench, build, ROUNDS);
    const seconds = secondsSince(startedAt);
    return `${JSON.stringify({ before, after: await countAll(folder) })} in ${seconds} s`;
  } finally {
    await bench.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}

async function rounds(bench: HostingBench, build: string, count: number): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await startAndStop(bench, build);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function startAndStop({ client, place, untilServers }: HostingBench, build: string): Promise<void> {
  const { server } = await client.createServer({
    params: place,
    body: { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} } },
  });
  const { id } = server;
  await untilServers((all) => all.some((one) => one.id === id && one.state === 'running'));
  await client.destroyServer({ params: { ...place, server_id: id }, query: {} });
  await untilServers((all) => all.every((one) => one.id !== id));
}

/** All of it has the name of the folder in it: the folders of servers, and what is mounted from them. */
async function countAll(folder: string) {
  const own = (await readdir('/proc/self/fd')).length;
  const walled = new Set<string>();
  let mounts = 0;
  let processes = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const variables = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    if (variables.includes(folder)) processes += 1;
    const mounted = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '');
    const ours = mounted.split('\n').filter((line) => line.includes(folder)).length;
    if (ours === 0) continue;
    mounts += ours;
    walled.add(await readlink(`/proc/${pid}/ns/mnt`).catch(() => ''));
  }
  const folders = (await readdir(path.join(folder, 'servers'))).length;
  return { processes, mounts, namespaces: walled.size, groups: await countGroups(), folders, handles: own };
}

/** Those of this process; the ports of the relay are among its handles. */
async function countGroups(): Promise<number> {
  const { stdout } = await promisify(execFile)('find', ['/sys/fs/cgroup', '-type', 'd', '-name', `${process.pid}-*`]);
  return stdout.split('\n').filter((line) => line !== '').length;
}
