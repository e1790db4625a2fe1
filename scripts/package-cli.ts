// npm run package:cli [-- --output FOLDER] [--only npm,linux-x64,...]: the command line as people install it, in dist/cli: the npm
// package, an executable for each system, and SHA256SUMS, which is signed with the Ed25519 key that SLIPWAY_SIGNING_KEY names.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { slipwayVersion } from '../src-shared/version.ts';
import { licenceText } from './licences.ts';
import { commandFiles, insideScript } from './package-cli/command-files.ts';
import { makeExecutable } from './package-cli/executable.ts';
import { isOfThisMachine, systems } from './package-cli/find-node.ts';
import { makeNpmPackage } from './package-cli/npm-package.ts';
import { projectRoot, SetupError, say } from './setup/project.mjs';
import { main as signFiles } from './sign-updates.ts';

const options = { output: { type: 'string' }, only: { type: 'string' } } as const;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const wanted = parseOnly(values.only);
  const output = path.resolve(values.output ?? path.join(projectRoot, 'dist/cli'));
  await mkdir(output, { recursive: true });
  const work = await mkdtemp(path.join(output, '.work-'));
  try {
    const made = await makeAll(wanted, output, work);
    await writeSums(output, made);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const all = ['npm', ...systems] as const;

function parseOnly(text: string | undefined): readonly string[] {
  if (text === undefined) return all;
  const names = text === 'here' ? ['npm', ...systems.filter(isOfThisMachine)] : text.split(',');
  const unknown = names.find((name) => !all.some((each) => each === name));
  if (unknown !== undefined) throw new SetupError(`There is no package ${unknown}. There are ${all.join(', ')}.`);
  return names;
}

async function makeAll(wanted: readonly string[], output: string, work: string): Promise<string[]> {
  const files = await commandFiles();
  const inside = await insideScript();
  const made: string[] = [];
  if (wanted.includes('npm')) {
    const licences = await licenceText();
    made.push(await makeNpmPackage(files, { folder: path.join(work, 'npm'), output, licences }));
  }
  for (const system of systems.filter((each) => wanted.includes(each))) {
    const name = `slipway-${slipwayVersion}-${system}${system.startsWith('win') ? '.exe' : ''}`;
    const file = path.join(output, name);
    await makeExecutable(system, files, { inside, folder: path.join(work, system), output: file });
    made.push(file);
  }
  return made;
}

async function writeSums(output: string, made: readonly string[]): Promise<void> {
  const lines: string[] = [];
  for (const file of made) {
    const bytes = await readFile(file);
    lines.push(`${createHash('sha256').update(bytes).digest('hex')}  ${path.basename(file)}\n`);
    say(`${(bytes.length / 1e6).toFixed(1)} MB  ${file}`);
  }
  const sums = path.join(output, 'SHA256SUMS');
  await writeFile(sums, lines.join(''));
  const key = process.env['SLIPWAY_SIGNING_KEY'];
  if (key !== undefined) await signFiles([key, sums]);
}
