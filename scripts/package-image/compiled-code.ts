// What V8 makes of the bundled command line, made when the image is: a container begins with an empty folder, so each of its starts would
// compile all code again. It is of root and not to be written to, as who could write it could run in every container.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { SetupError } from '../setup/project.mjs';
import type { TreeEntry } from '../tree-tar.ts';

type Options = {
  /** The program of the image, and the flags that it is started with: what is compiled holds for these alone. */
  node: string;
  flags: readonly string[];
  /** Who runs it: Node looks for what is of its user. */
  users: readonly [number, ...number[]];
  /** The folder of the image that all of it lies in. */
  root: string;
};

/** Below the root. */
const COMPILED = 'compiled';

/** What a container is told, so that its Node finds it. */
export function compiledEnv(root: string): string[] {
  return [`NODE_COMPILE_CACHE=/${root}/${COMPILED}`, 'NODE_COMPILE_CACHE_PORTABLE=1'];
}

/** Loads each file, which runs none of the threads and no command but the list of commands. */
const LOAD_ALL = `const { readdirSync } = require('node:fs');
require('node:module').enableCompileCache();
for (const name of readdirSync(process.argv[1])) if (name.endsWith('.js')) require(process.argv[1] + '/' + name);`;

export async function compiledCode(
  files: readonly { name: string; text: string }[],
  { node, flags, users: [user, ...others], root }: Options,
): Promise<TreeEntry[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-compiled-'));
  try {
    const [lib, compiled] = [path.join(folder, 'lib'), path.join(folder, COMPILED)];
    await mkdir(lib);
    for (const { name, text } of files) await writeFile(path.join(lib, name), text);
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled, NODE_COMPILE_CACHE_PORTABLE: '1' };
    await promisify(execFile)(node, [...flags, '-e', LOAD_ALL, lib], { env });
    const [made, ...more] = await readdir(compiled);
    if (made === undefined || more.length > 0) throw new SetupError('Node kept nothing of what it compiled.');
    const names = await readdir(path.join(compiled, made));
    const filesMade = names.toSorted().map(async (name) => ({
      place: `${root}/${COMPILED}/${ofUser(made, user)}/${name}`,
      content: await readFile(path.join(compiled, made, name)),
    }));
    const links = others.map((one) => ({
      place: `${root}/${COMPILED}/${ofUser(made, one)}`,
      target: ofUser(made, user),
    }));
    return [...(await Promise.all(filesMade)), ...links];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The user is the last part of its name. */
function ofUser(folder: string, user: number): string {
  return folder.replace(/-\d+$/, `-${user}`);
}
