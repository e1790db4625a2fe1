// Lets the node tests start threads and processes from the bundle of the run instead of from source, which costs
// a service two thirds of its start. The code under test stays as it is: the path of a thread's script is exchanged as its
// starter is loaded.
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { threadFiles } from '../../scripts/thread-files.ts';

const root = pathToFileURL(path.join(import.meta.dirname, '../..')).href;
/** The tests of scripts have such paths as data. */
const starters = /^\/(?:embedded-server|src-main|test(?!\/scripts))\//;
/** In quotes, and not what an import names. */
const threadFile = new RegExp(`(?<!from |import\\()'(?:[./\\w-]*/)?(${Object.keys(threadFiles).join('|')})\\.ts'`, 'g');

let isUsed = false;

/** For all that this process imports from here on. */
export function useBundledThreads(): void {
  if (isUsed) return;
  isUsed = true;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const { source } = loaded;
      if (!url.startsWith(root) || !starters.test(url.slice(root.length)) || source === undefined) return loaded;
      const code = typeof source === 'string' ? source : new TextDecoder().decode(source);
      return { ...loaded, source: withBundledThreads(code) };
    },
  });
}

/** A test file that deletes the variable before its imports has everything from source. */
function withBundledThreads(code: string): string {
  const url = "process.env['SLIPWAY_TEST_BUNDLE_URL']";
  return code.replaceAll(threadFile, (source, name) => `(${url} === undefined ? ${source} : ${url} + '/${name}.js')`);
}
