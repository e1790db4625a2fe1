// Bundles programs with the scripts of their threads and every package that they use. The tests and the installed command line
// share it and differ in what they bundle.
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { leanHttp } from './lean-http.ts';
import { projectRoot } from './setup/project.mjs';

export type BundledFile = { readonly name: string; readonly text: string };

type BundleOptions = {
  /** Name in the bundle -> file. */
  readonly programs: Readonly<Record<string, string>>;
  readonly threads: Readonly<Record<string, string>>;
  readonly format: 'es' | 'cjs';
  readonly isMinified?: boolean;
  readonly plugins?: readonly Plugin[];
};

export async function bundle({
  programs,
  threads,
  format,
  isMinified,
  plugins,
}: BundleOptions): Promise<BundledFile[]> {
  const result = await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    plugins: [threadsBeside(threads), leanHttp(), ...(plugins ?? [])],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write: false,
      minify: isMinified === true,
      rollupOptions: {
        input: { ...programs, ...threads },
        output: { format, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  if (!('output' in result)) throw new Error('One build gives one output');
  return result.output.map((file) => ({
    name: file.fileName,
    text: file.type === 'chunk' ? file.code : String(file.source),
  }));
}

export function isOwnSource(id: string): boolean {
  return id.startsWith(projectRoot) && !id.includes('/node_modules/');
}

/** In the bundle a thread lies beside whoever starts it. */
function threadsBeside(threads: Readonly<Record<string, string>>): Plugin {
  const names = Object.values(threads).map((file) => path.basename(file, '.ts'));
  const threadFile = new RegExp(`'[./\\w-]*/(${names.join('|')})\\.ts'`, 'g');
  return {
    name: 'threads-beside',
    enforce: 'pre',
    transform: (code, id) => (isOwnSource(id) ? code.replaceAll(threadFile, "'./$1.js'") : undefined),
  };
}
