// Bundles what the tests start in threads and processes, before the first of them.
import { readdir, rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { buildBundle } from '../bundle/build.ts';
import { prepareImage } from './slipway-image.ts';

/** Some ten runs. */
const MAX_COMPILED_FILES = 20_000;

/** As vitest calls it before the first test. What it answers is called after the last. */
export async function setup(): Promise<() => Promise<void>> {
  await trimCompiled(process.env['NODE_COMPILE_CACHE']);
  const folder = await buildBundle();
  process.env['SLIPWAY_TEST_BUNDLE'] = folder;
  process.env['SLIPWAY_TEST_BUNDLE_URL'] = pathToFileURL(folder).href;
  return await prepareImage();
}

/** Vitest imports each test file under a name with the time in it, so what Node keeps of those is of no use to the next run. */
async function trimCompiled(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const names = await readdir(folder, { recursive: true }).catch(() => []); // the first run of all
  if (names.length > MAX_COMPILED_FILES) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
