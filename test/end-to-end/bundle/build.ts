// Bundles the browser shell and the command line for the end-to-end tests, once a run and with the packages that they use: from
// source, a start loads a thousand files and takes twice the computing.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { threadFiles } from '../../../scripts/thread-files.ts';

const root = path.join(import.meta.dirname, '../../..');
const folder = path.join(root, 'node_modules/.cache/end-to-end');

const programs = {
  'browser-shell': 'test/end-to-end/bundle/browser-shell.ts',
  slipway: 'test/end-to-end/bundle/slipway.ts',
};
const threadFile = new RegExp(`'[./\\w-]*/(${Object.keys(threadFiles).join('|')})\\.ts'`, 'g');
const ownFile = /(new URL\('[^']*\/(?:samples|slipway\.mjs)', )import\.meta\.url/g;

/** In the bundle a thread lies beside whoever starts it, and all else that is looked for beside a source is still there. */
const places: Plugin = {
  name: 'places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('/node_modules/')) return undefined;
    return code
      .replaceAll(threadFile, "'./$1.js'")
      .replaceAll(ownFile, `$1${JSON.stringify(pathToFileURL(id).href)}`)
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)));
  },
};

/** Answers the folder with `browser-shell.js` and `slipway.js`. */
export async function buildBundle(): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [places],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: {
        input: { ...programs, ...threadFiles },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return folder;
}
