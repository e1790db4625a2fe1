// The container image of this project for tests that load it: made once for a run, as to bundle and to pack it takes five seconds of
// computing. On the disk, as it is large and what is temporary may lie in memory.
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const images = path.join(import.meta.dirname, '../../node_modules/.cache/test-images');
const OLD_MS = 24 * 60 * 60_000;
/** Each run has a folder for what is temporary, whose name no other has. */
const folderOfRun = () => path.join(images, path.basename(tmpdir()));

/** Its file. */
export async function slipwayImage(): Promise<string> {
  const folder = folderOfRun();
  const made = await imageIn(folder);
  if (made !== undefined) return made;
  await mkdir(images, { recursive: true });
  const draft = await mkdtemp(path.join(images, 'draft-'));
  // Most runs need none of it.
  const { main: packageImage } = await import('../../scripts/package-image.ts');
  await packageImage(['--output', draft, '--quick']);
  // Another file of the run may have been quicker.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  const file = await imageIn(folder);
  if (file === undefined) throw new Error(`There is no image in ${folder}`);
  return file;
}

/** Answers what removes it at the end of a run. What runs that were killed have left goes now. */
export async function prepareImage(): Promise<() => Promise<void>> {
  const folder = folderOfRun();
  for (const name of await readdir(images).catch(() => [])) {
    const old = path.join(images, name);
    const found = await stat(old).catch(() => undefined); // another run may have removed it
    if (found !== undefined && Date.now() - found.mtimeMs > OLD_MS) await rm(old, { recursive: true, force: true });
  }
  return () => rm(folder, { recursive: true, force: true });
}

async function imageIn(folder: string): Promise<string | undefined> {
  const [name] = await readdir(folder).catch(() => []); // nobody made it yet
  return name === undefined ? undefined : path.join(folder, name);
}
