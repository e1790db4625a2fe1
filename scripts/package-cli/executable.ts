// Makes an executable: a Node with the bundled command line inside, as a single executable application of Node.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BundledFile } from '../bundle.ts';
import { nodeFlags } from '../node-flags.ts';
import { injectIntoElf } from './elf.ts';
import { findNode, isOfThisMachine, type System } from './find-node.ts';
import { injectIntoPe } from './pe.ts';

const RESOURCE = 'NODE_SEA_BLOB';
/** Node looks inside itself only where this ends with 1. */
const SWITCH = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:';
const HEAD_BYTES = 4096;
const WRAP = ['(function (exports, require, module, __filename, __dirname) {', '\n})'] as const;

const cacheScript = `
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
for (const file of process.argv.slice(1)) {
  writeFileSync(file + '.cache', new Script(readFileSync(file, 'utf8'), { filename: file }).createCachedData());
}`;

/** `inside` is the script that begins; `folder` is for what is made on the way. */
export async function makeExecutable(
  system: System,
  files: readonly BundledFile[],
  { inside, folder, output }: { inside: string; folder: string; output: string },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const program = await findNode(system);
  const node = await readFile(program);
  const at = node.indexOf(`${SWITCH}0`) + SWITCH.length;
  if (at < SWITCH.length) throw new Error(`${program} is no Node that takes an application inside`);
  const assets: Record<string, string> = {};
  const keep = async (name: string, text: string) => {
    assets[name] = path.join(folder, name);
    await writeFile(path.join(folder, name), text);
  };
  for (const { name, text } of files) await keep(name, `${WRAP[0]}${text}${WRAP[1]}`);
  if (isOfThisMachine(system)) Object.assign(assets, await cacheOf(program, assets));
  await keep('inside.js', inside);
  await keep('node.json', JSON.stringify(wayBack(node, at)));
  const blob = await makeBlob(folder, assets);
  const switched = Buffer.from(node);
  switched[at] = '1'.charCodeAt(0);
  const inject = system.startsWith('win') ? injectIntoPe : injectIntoElf;
  await writeFile(output, inject(switched, RESOURCE, blob), { mode: 0o755 });
}

/** What makes the plain Node of the executable again, which runs hosted servers that are JavaScript. */
function wayBack(node: Buffer, switchAt: number) {
  const piece = (from: number, to: number) => ({ at: from, base64: node.toString('base64', from, to) });
  return {
    sha256: createHash('sha256').update(node).digest('hex'),
    bytes: node.length,
    pieces: [piece(0, HEAD_BYTES), piece(switchAt, switchAt + 1)],
  };
}

/** What V8 makes of each file, which it takes back on the same Node and processor alone. */
async function cacheOf(node: string, assets: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  await promisify(execFile)(node, [...nodeFlags, '-e', cacheScript, ...Object.values(assets)]);
  return Object.fromEntries(Object.entries(assets).map(([name, file]) => [`${name}.cache`, `${file}.cache`]));
}

async function makeBlob(folder: string, assets: Readonly<Record<string, string>>): Promise<Buffer> {
  const output = path.join(folder, 'blob');
  const config = path.join(folder, 'sea.json');
  const settings = { disableExperimentalSEAWarning: true, useCodeCache: false, execArgv: nodeFlags };
  const main = path.join(folder, 'inside.js');
  await writeFile(config, JSON.stringify({ main, output, assets, ...settings }));
  await promisify(execFile)(process.execPath, ['--experimental-sea-config', config]);
  return await readFile(output);
}
