// Bundles the browser shell and the command line for the end-to-end tests, once a run and with the packages that they use: from
// source, a start loads a thousand files and takes twice the computing.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = path.join(import.meta.dirname, '../../..');
const folder = path.join(root, 'node_modules/.cache/end-to-end');

const threads = [
  'src-main/core/local-service/service-worker',
  'src-main/core/pack/pack-thread',
  'src-main/core/pack/sink-thread',
  'src-main/core/transfers/engine/digest-thread',
  'embedded-server/platform/hashing/hash-thread',
  'embedded-server/service/uploads/import-thread',
  'embedded-server/service/builds/chunk-thread',
  'embedded-server/files/doctor/doctor-thread',
  'embedded-server/files/archives/unpack-thread',
  'embedded-server/runtime/processes/process-thread',
  'embedded-server/runtime/relay/relay-thread',
  'embedded-server/runtime/hosting-thread/hosting-thread',
];
const programs = ['test/end-to-end/bundle/browser-shell', 'test/end-to-end/bundle/slipway'];
const entries = Object.fromEntries([...programs, ...threads].map((file) => [path.basename(file), `${file}.ts`]));

const threadFile = new RegExp(`'[./\\w-]*/(${threads.map((file) => path.basename(file)).join('|')})\\.ts'`, 'g');
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
        input: entries,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return folder;
}
