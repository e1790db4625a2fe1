// When the app counts as built, and when it is rebuilt.
import { createHash } from 'node:crypto';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ensureBuilt } from '../../../scripts/setup/build.mjs';
import { SetupError } from '../../../scripts/setup/project.mjs';
import { writeTree } from '../../support/write-tree.ts';

const source = 'src-shared/a.ts';

/** A project that cannot really be built, with an out folder that looks as if it had been. */
function builtProject(): Promise<string> {
  const text = 'export {};\n';
  const fingerprint = createHash('sha256').update(`\0${source}\0`).update(text).digest('hex');
  return writeTree({
    [source]: text,
    'out/main/main.js': '',
    'out/preload/preload.cjs': '',
    'out/renderer/index.html': '',
    'out/.slipway-build.json': JSON.stringify({ fingerprint }),
  });
}

test('a build of the same sources is kept, whatever their time stamps say', async () => {
  const root = await builtProject();
  await utimes(path.join(root, source), new Date(), new Date());
  await expect(ensureBuilt(root)).resolves.toBeUndefined();
});

test.each([
  ['a source has changed', (root: string) => writeFile(path.join(root, source), 'export const a = 1;\n')],
  ['a source was added', (root: string) => writeFile(path.join(root, 'src-shared/b.ts'), '')],
  ['a bundle is missing', (root: string) => rm(path.join(root, 'out/preload/preload.cjs'))],
  ['an earlier build did not finish', (root: string) => rm(path.join(root, 'out/.slipway-build.json'))],
])('is rebuilt when %s, and says what is wrong when that fails', async (_, change) => {
  const root = await builtProject();
  await change(root);
  await expect(ensureBuilt(root)).rejects.toThrow(SetupError);
  await expect(readFile(path.join(root, 'out/.slipway-build.json'))).rejects.toThrow('ENOENT');
});
