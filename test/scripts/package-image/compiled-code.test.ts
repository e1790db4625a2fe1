// Code that is compiled when an image is made: it is found where the image has it, by the user that runs it there.
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nodeFlags } from '../../../scripts/node-flags.ts';
import { compiledCode, compiledEnv } from '../../../scripts/package-image/compiled-code.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const files = [
  { name: 'main.js', text: "module.exports = require('./other.js').double(21);\n" },
  { name: 'other.js', text: 'exports.double = (number) => 2 * number;\n' },
];
const ours = process.getuid?.() ?? 0;
const root = 'usr/lib/sample';

/** What Node says of the code that it loads there. */
async function load(
  flags: readonly string[],
  change: (content: string) => string = (content) => content,
  users: readonly [number, ...number[]] = [ours],
) {
  const folder = await makeTempFolder('image');
  const made = await compiledCode(files, { node: process.execPath, flags: nodeFlags, users, root });
  const code = files.map(({ name, text }) => ({ place: `${root}/lib/${name}`, content: change(text) }));
  for (const entry of [...made, ...code]) {
    const file = path.join(folder, entry.place);
    await mkdir(path.dirname(file), { recursive: true });
    if ('target' in entry) await symlink(entry.target, file);
    else if ('content' in entry) await writeFile(file, entry.content);
  }
  const own = compiledEnv(path.join(folder, root).slice(1)).map((pair) => pair.split('=') as [string, string]);
  const env = { ...process.env, ...Object.fromEntries(own), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const script = `require('node:module').enableCompileCache(); console.log(require('${folder}/${root}/lib/main.js'));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, '-e', script], { env });
  const said = stdout + stderr;
  return { said, taken: said.split('\n').filter((line) => line.includes(`${root}/lib/`) && /was accepted/.test(line)) };
}

test('is taken as it is from another folder than the one in which it was made', async () => {
  const { said, taken } = await load(nodeFlags);
  expect(said).toMatch(/^42$/m);
  expect(taken).toHaveLength(2);
});

test('is taken by each of its users, though it is there once', async () => {
  expect((await load(nodeFlags, undefined, [ours + 1, ours])).taken).toHaveLength(2);
});

test('is not taken for other code, which runs all the same', async () => {
  const { said, taken } = await load(nodeFlags, (text) => text.replace('21', '4'));
  expect(said).toMatch(/^8$/m);
  expect(taken).toHaveLength(1);
});
