// Starts and stops a thousand servers, as bare processes and through the service, behind walls and with public ports, and a part of that
// as containers where there is an engine, and prints what there is before and after: nothing may stay behind.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { SERVER_LABEL } from '../../embedded-server/runtime/containers/create-arguments.ts';
import { createEngineFinder, type Engine } from '../../embedded-server/runtime/containers/engine.ts';
import { projectRoot } from '../setup/project.mjs';
import { type HostingBench, startHostingBench } from './hosting-client.ts';
import type { Measure } from './measure.ts';
import { packFolder } from './sample-build.ts';

const ROUNDS = 1_000;
/** An engine takes seconds for each. */
const CONTAINER_ROUNDS = Number(process.env['START_STOP_CONTAINERS'] ?? 200);
const AT_ONCE = 4;
/** The records of those that ended are kept, up to so many; what they hold open comes and goes before. */
const WARM_ROUNDS = 20;
const PROGRAM = `require('node:net').createServer().listen(+process.env.PORT, process.env.SLIPWAY_HOST);
process.on('SIGTERM', () => process.exit(0));
`;

export const startStop: Measure = {
  name: 'start-stop',
  goal: `${ROUNDS} starts and stops, as processes and through the service, and ${CONTAINER_ROUNDS} as containers, leave no process, port, mount, namespace, control group, handle, folder or container`,
  run: async () =>
    `processes ${await asProcesses()}; through the service ${await throughService()}; containers ${await asContainers()}`,
};

async function asProcesses(): Promise<string> {
  const script = path.join(projectRoot, 'test/embedded-server/runtime/processes/support/start-stop.ts');
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(ROUNDS)]);
  return `${stdout.trim()} in ${secondsSince(startedAt)} s`;
}

async function throughService(): Promise<string> {
  return await countedRounds(ROUNDS, countAll, async (bench, folder) => {
    const source = path.join(folder, 'source');
    await mkdir(source);
    const manifest = { program: 'server.js', ports: { game: { protocol: 'tcp' } } };
    await writeFile(path.join(source, 'slipway.json'), JSON.stringify(manifest));
    await writeFile(path.join(source, 'server.js'), PROGRAM);
    const { build } = await bench.deploy(await packFolder(source, folder), 'start-stop');
    return build;
  });
}

/** An image with busybox alone, whose server ends well when it is asked to. */
async function asContainers(): Promise<string> {
  const engine = await createEngineFinder()
    .find()
    .catch(() => undefined);
  if (engine === undefined || !existsSync('/bin/busybox'))
    return 'not started: a container engine or busybox is missing';
  const count = async (folder: string) => ({
    ...(await countAll(folder)),
    containers: (await engine.run(['ps', '--all', '--quiet', '--filter', `label=${SERVER_LABEL}`])).trim(),
    volumes: (await engine.run(['volume', 'ls', '--quiet'])).trim(),
  });
  return await countedRounds(CONTAINER_ROUNDS, count, async (bench, folder) => {
    const { build } = await bench.deploy(await busyboxImage(engine, folder), 'start-stop', 'docker_image');
    return build;
  });
}

async function busyboxImage(engine: Engine, folder: string): Promise<string> {
  const root = path.join(folder, 'root');
  const tar = path.join(folder, 'root.tar');
  const saved = path.join(folder, 'image.tar');
  const name = `localhost/start-stop-${process.pid}:latest`;
  await mkdir(path.join(root, 'bin'), { recursive: true });
  await copyFile('/bin/busybox', path.join(root, 'bin/busybox'));
  await promisify(execFile)('tar', ['-C', root, '-cf', tar, '.']);
  const script = "trap 'exit 0' TERM; /bin/busybox httpd -f -p $SLIPWAY_HOST:$PORT & wait";
  await engine.run([
    'import',
    '--change',
    'EXPOSE 8080/tcp',
    '--change',
    `CMD ${JSON.stringify(['/bin/busybox', 'sh', '-c', script])}`,
    tar,
    name,
  ]);
  await engine.run(['save', '--format=docker-archive', `--output=${saved}`, name]);
  await engine.run(['image', 'rm', name]);
  return saved;
}

/** What there is before and after so many starts and stops of the build that `deploy` answers. */
async function countedRounds(
  count: number,
  counted: (folder: string) => Promise<object>,
  deploy: (bench: HostingBench, folder: string) => Promise<string>,
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-start-stop-'));
  const bench = await startHostingBench(folder);
  try {
    const build = await deploy(bench, folder);
    await rounds(bench, build, WARM_ROUNDS);
    const before = await counted(folder);
    const startedAt = performance.now();
    await rounds(bench, build, count);
    const seconds = secondsSince(startedAt);
    return `${JSON.stringify({ before, after: await counted(folder) })} in ${seconds} s`;
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
