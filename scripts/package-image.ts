// npm run package:image [-- --output FOLDER]: the service as a container image of this machine's architecture, in dist/image/. No engine
// is needed. There is no shell in it: the pinned Node, the libraries that it loads, and the bundled command line.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { IMAGE_USER } from '../src-shared/image-user.ts';
import { slipwayVersion } from '../src-shared/version.ts';
import { licenceText } from './licences.ts';
import { nodeFlags } from './node-flags.ts';
import { commandFiles } from './package-cli/command-files.ts';
import { findNode, isOfThisMachine, systems } from './package-cli/find-node.ts';
import { startScript } from './package-cli/npm-package.ts';
import { compiledCode, compiledEnv } from './package-image/compiled-code.ts';
import { ociArchive } from './package-image/oci-archive.ts';
import { projectRoot, SetupError, say } from './setup/project.mjs';
import { stampTime, type TreeEntry } from './tree-tar.ts';

const ROOT = 'usr/lib/slipway';
const NODE = `/${ROOT}/node`;
const SECOND = 1e9;

const config = {
  User: `${IMAGE_USER}:${IMAGE_USER}`,
  Env: [`PATH=/${ROOT}`, 'SLIPWAY_HOME=/data', ...compiledEnv(ROOT)],
  Entrypoint: [NODE, ...nodeFlags, `/${ROOT}/bin/slipway.js`],
  Cmd: ['serve', '--data', '/data/service', '--listen', '0.0.0.0', '--trust-proxy'],
  Volumes: { '/data': {} },
  WorkingDir: '/data',
  ExposedPorts: { '7420/tcp': {} },
  StopSignal: 'SIGTERM',
  Healthcheck: {
    Test: ['CMD', NODE, `/${ROOT}/bin/health.js`],
    Interval: 30 * SECOND,
    Timeout: 10 * SECOND,
    StartPeriod: 10 * SECOND,
    Retries: 3,
  },
  Labels: { 'org.opencontainers.image.title': 'Slipway', 'org.opencontainers.image.version': slipwayVersion },
};

export async function main(args: string[]): Promise<void> {
  const options = { output: { type: 'string' }, quick: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ args, options });
  const system = systems.find((each) => each.startsWith('linux') && isOfThisMachine(each));
  if (system === undefined) throw new SetupError('An image is made on Linux (x64 or arm64), whose libraries it takes.');
  const node = await findNode(system);
  const architecture = system === 'linux-x64' ? 'amd64' : 'arm64';
  const name = `localhost/slipway:${slipwayVersion}`;
  const layers = [await libraries(node), [await nodeEntry(node)], await application(node)];
  const image = await ociArchive(
    { name, architecture, config, layers },
    { time: stampTime(), level: values.quick ? 0 : 9 },
  );
  const output = path.resolve(values.output ?? path.join(projectRoot, 'dist/image'));
  await mkdir(output, { recursive: true });
  const file = path.join(output, `slipway-${slipwayVersion}-${architecture}.tar`);
  await writeFile(file, image);
  say(`${(image.length / 1e6).toFixed(1)} MB  ${file}`);
  say(`Load it with "podman load --input ${file}" or "docker load --input ${file}": it is ${name}.`);
}

async function nodeEntry(node: string): Promise<TreeEntry> {
  return { place: NODE.slice(1), content: await readFile(node), isProgram: true };
}

/** What the loader of this machine finds for Node, with the users and the folders that a root has. */
async function libraries(node: string): Promise<TreeEntry[]> {
  const { stdout } = await promisify(execFile)('ldd', [node]);
  const files = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, file = '']) => file);
  const entries = files.map(async (file) => ({ place: file.slice(1), content: await readFile(file), isProgram: true }));
  return [
    { place: 'etc/passwd', content: `root:x:0:0::/:/none\nslipway:x:${IMAGE_USER}:${IMAGE_USER}::/data:/none\n` },
    { place: 'etc/group', content: `root:x:0:\nslipway:x:${IMAGE_USER}:\n` },
    { place: 'data', isFolder: true, owner: IMAGE_USER },
    { place: 'tmp', isFolder: true, mode: 0o1777 },
    ...(await Promise.all(entries)),
  ];
}

async function application(node: string): Promise<TreeEntry[]> {
  const health = path.join(import.meta.dirname, 'package-image/health.js');
  const files = await commandFiles();
  return [
    { place: `${ROOT}/bin/slipway.js`, content: startScript },
    { place: `${ROOT}/bin/health.js`, content: await readFile(health) },
    { place: `${ROOT}/licences.txt`, content: await licenceText() },
    ...files.map(({ name, text }) => ({ place: `${ROOT}/lib/${name}`, content: text })),
    ...(await compiledCode(files, { node, flags: nodeFlags, users: [IMAGE_USER, 0], root: ROOT })),
  ];
}
