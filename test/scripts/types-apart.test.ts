// Sees that the compiler's options keep globals apart: no document in Node code (the root's options), no Node in the window, neither in
// what both share.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commandFile, projectRoot } from '../../scripts/setup/project.mjs';
import { writeTree } from '../support/write-tree.ts';

const usesWindow = "document.title = 'x';\n";
const usesProcess = 'export const id = process.pid;\n';
const usesNode = "import { sep } from 'node:path';\nexport const separator = sep;\n";

test.each([
  ['src-shared', 'document', usesWindow],
  ['src-shared', 'process', usesProcess],
  ['src-shared', 'node:path', usesNode],
  ['.', 'document', usesWindow],
  ['src-renderer', 'process', usesProcess],
  ['src-renderer', 'node:path', usesNode],
  ['test/src-renderer', 'process', usesProcess],
])('in %s, %s is a compile error', async (folder, name, text) => {
  expect(await compile(folder, text)).toContain(`'${name}'`);
});

test.each([
  ['src-shared', 'export const abort = new AbortController();\n'],
  ['.', usesProcess + usesNode],
  ['src-renderer', usesWindow],
])('%s has the globals of its own', async (folder, text) => {
  expect(await compile(folder, text)).toBe('');
});

test('no package brings the window into the program of Node code', async () => {
  const args = [commandFile('typescript', 'tsc'), '-p', projectRoot, '--listFilesOnly'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 ** 2 });
  const files = stdout.trim().split('\n');
  expect(files).toContain(path.join(projectRoot, 'embedded-server/server.ts'));
  expect(files.filter((file) => /lib\.(dom|webworker)/.test(file))).toEqual([]);
});

/** The compiler's complaints about one file under the real options of a folder, checked in a temporary place. */
async function compile(folder: string, text: string): Promise<string> {
  const config = {
    extends: path.join(projectRoot, folder, 'tsconfig.json'),
    // From a temporary folder the packages with types are not found by walking up.
    compilerOptions: { typeRoots: [path.join(projectRoot, 'node_modules/@types')] },
    include: ['.', path.join(projectRoot, folder, '*.d.ts')],
  };
  const root = await writeTree({ 'tsconfig.json': JSON.stringify(config), 'file.ts': text });
  const args = [commandFile('typescript', 'tsc'), '-p', root, '--pretty', 'false'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (_, output) => resolve(output));
  });
}
