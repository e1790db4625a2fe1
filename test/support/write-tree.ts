// Writes a small tree of files into a temporary folder, from a table of path and text.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder } from './temp-folder.ts';

export async function writeTree(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await makeTempFolder('tree');
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return root;
}
