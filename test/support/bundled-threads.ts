// Lets the node tests start threads and processes from the bundle of the run instead of from source, which costs a service two
// thirds of its start. The code under test stays as it is: the path of a thread's script is exchanged as its starter is loaded.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { threadFiles } from '../../scripts/thread-files.ts';
import { buildBundle } from '../bundle/build.ts';

const root = path.join(import.meta.dirname, '../..');
/** The tests of scripts have such paths as data. */
const starters = /^(?:embedded-server|src-main|test(?![/\\]scripts))[/\\]/;
/** In quotes, and not what an import names. */
const threadFile = new RegExp(`(?<!from |import\\()'(?:[./\\w-]*/)?(${Object.keys(threadFiles).join('|')})\\.ts'`, 'g');

/** A test file that deletes the variables before its imports has everything from source. */
export const bundledThreads: Plugin = {
  name: 'bundled-threads',
  enforce: 'pre',
  transform(code, id) {
    if (!starters.test(path.relative(root, id))) return undefined;
    const url = "process.env['SLIPWAY_TEST_BUNDLE_URL']";
    return code.replaceAll(threadFile, (source, name) => `(${url} === undefined ? ${source} : ${url} + '/${name}.js')`);
  },
};

/** As vitest calls it before the first test. */
export async function setup(): Promise<void> {
  const folder = await buildBundle();
  process.env['SLIPWAY_TEST_BUNDLE'] = folder;
  process.env['SLIPWAY_TEST_BUNDLE_URL'] = pathToFileURL(folder).href;
}
