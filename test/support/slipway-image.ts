// The container image of this project for tests that load it: made once for a run, as to bundle and to pack it takes five seconds of
// computing. On the disk, as it is large and what is temporary may lie in memory.
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from './until.ts';

const images = path.join(import.meta.dirname, '../../node_modules/.cache/test-images');
const OLD_MS = 24 * 60 * 60_000;
/** Tells all processes of a run where its image is. */
const FOLDER = 'SLIPWAY_TEST_IMAGE';

/** Its file. */
export async function slipwayImage(): Promise<string> {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error('The run has not begun with prepareImage');
  await mkdir(images, { recursive: true });
  const lock = `${folder}.making`;
  const isMaker = await mkdir(lock).then(
    () => true,
    () => false, // another file of the run makes it, or has made it
  );
  if (isMaker) await make(folder);
  else await until(async () => (await imageIn(folder)) !== undefined, 'the image to be made');
  const file = await imageIn(folder);
  if (file === undefined) throw new Error(`There is no image in ${folder}`);
  return file;
}

async function make(folder: string): Promise<void> {
  const draft = await mkdtemp(path.join(images, 'draft-'));
  // Most runs need none of it.
  const { main: packageImage } = await import('../../scripts/package-image.ts');
  await packageImage(['--output', draft, '--quick']);
  await rename(draft, folder);
}

/** Answers what removes it at the end of a run. What runs that were killed have left goes now. */
export async function prepareImage(): Promise<() => Promise<void>> {
  // Each run has a folder for what is temporary, whose name no other has.
  const folder = path.join(images, path.basename(tmpdir()));
  process.env[FOLDER] = folder;
  for (const name of await readdir(images).catch(() => [])) {
    const old = path.join(images, name);
    const found = await stat(old).catch(() => undefined); // another run may have removed it
    if (found !== undefined && Date.now() - found.mtimeMs > OLD_MS) await rm(old, { recursive: true, force: true });
  }
  return async () => {
    for (const left of [folder, `${folder}.making`]) await rm(left, { recursive: true, force: true });
  };
}

async function imageIn(folder: string): Promise<string | undefined> {
  const [name] = await readdir(folder).catch(() => []); // nobody made it yet
  return name === undefined ? undefined : path.join(folder, name);
}
