// Finds the pinned Node of each system. npm installs only the one of this machine; the others it brings when they are packaged, as the
// lock file has them.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { modulesFolder, projectRoot, readJson, SetupError, say } from '../setup/project.mjs';
import { runNpm } from './run-npm.ts';

export const systems = ['linux-x64', 'linux-arm64', 'win-x64'] as const;
export type System = (typeof systems)[number];

const run = promisify(execFile);
const brought = path.join(modulesFolder, '.cache/nodes');

export async function findNode(system: System): Promise<string> {
  const inPackage = path.join('bin', system.startsWith('win') ? 'node.exe' : 'node');
  const installed = path.join(modulesFolder, `node-${system}`, inPackage);
  if (existsSync(installed)) return installed;
  const { version, integrity } = readJson(path.join(projectRoot, 'package-lock.json')).packages[
    `node_modules/node-${system}`
  ];
  const folder = path.join(brought, `${system}-${version}`);
  if (!existsSync(folder)) await bring(`node-${system}`, version, integrity, folder);
  return path.join(folder, 'package', inPackage);
}

async function bring(name: string, version: string, integrity: string, folder: string): Promise<void> {
  const half = `${folder}.${process.pid}`;
  await mkdir(half, { recursive: true });
  try {
    say(`Bringing ${name} ${version}, which npm installs on its own system alone.`);
    const packed = (await runNpm(['pack', '--silent', `${name}@${version}`], half)).trim();
    const file = path.join(half, packed);
    const hash = createHash('sha512')
      .update(await readFile(file))
      .digest('base64');
    if (`sha512-${hash}` !== integrity) throw new SetupError(`${name} ${version} is not the one of the lock file.`);
    // Without a drive in front, which some tars take for another machine.
    await run('tar', ['-xzf', packed], { cwd: half });
    await rm(file);
    await rename(half, folder);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

export function isOfThisMachine(system: System): boolean {
  return system === `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}
