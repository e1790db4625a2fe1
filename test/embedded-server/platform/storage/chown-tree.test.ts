// Only root can give files away.
import { lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chownTree } from '../../../../embedded-server/platform/storage/chown-tree.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)('all in a folder is given away, and nothing that a link in it leads to', async () => {
  const [folder, elsewhere] = [await makeTempFolder(), await makeTempFolder()];
  await mkdir(path.join(folder, 'deep/deeper'), { recursive: true });
  await writeFile(path.join(folder, 'deep/deeper/file'), '');
  await writeFile(path.join(elsewhere, 'file'), '');
  await symlink(elsewhere, path.join(folder, 'deep/folder-link'));
  await symlink(path.join(elsewhere, 'file'), path.join(folder, 'file-link'));
  await chownTree(folder, 10_001);
  const owner = async (place: string) => (await lstat(place)).uid;
  for (const name of ['', 'deep', 'deep/deeper', 'deep/deeper/file', 'deep/folder-link', 'file-link'])
    expect(await owner(path.join(folder, name)), name).toBe(10_001);
  for (const name of ['', 'file']) expect(await owner(path.join(elsewhere, name)), name).toBe(0);
});
