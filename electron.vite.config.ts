// Builds the three bundles of the desktop app: main (ESM), preload (one CommonJS file, as a sandboxed window needs) and the window.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { devStyles } from './scripts/dev-styles.ts';
import { leanHttp } from './scripts/lean-http.ts';
import { smallZod } from './scripts/small-zod.ts';
import { shortCatalogue } from './scripts/texts/short-catalogue.ts';
import { threadFiles } from './scripts/thread-files.ts';
import { withoutUnreadSchemas } from './scripts/without-unread-schemas.ts';

// biome-ignore lint: a config file's default export is its interface
export default defineConfig({
  main: {
    plugins: [leanHttp(), shortCatalogue()],
    build: {
      outDir: 'out/main',
      rollupOptions: {
        input: {
          main: 'src-main/electron/main.ts',
          ...threadFiles,
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: { input: 'src-main/electron/preload.ts', output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react(), devStyles(), shortCatalogue(), withoutUnreadSchemas()],
    // Messages from elsewhere bring their English along.
    resolve: {
      alias: [{ find: /^(.*)\/reasons\/english\.ts$/, replacement: '$1/reasons/window.ts' }, smallZod],
    },
    css: { modules: { generateScopedName: shortClassName } },
    build: {
      outDir: 'out/renderer',
      minify: 'terser',
      terserOptions: { ecma: 2020, compress: { passes: 2 } },
      rollupOptions: {
        input: 'src-renderer/index.html',
        treeshake: { manualPureFunctions: ['z'] },
      },
    },
  },
});

const classNumbers = new Map<string, number>();

/** Numbers in place of file names and hashes: 2 of the 400 kB that the window may have. */
function shortClassName(name: string, file: string): string {
  const key = `${file} ${name}`;
  const number = classNumbers.get(key) ?? classNumbers.size;
  classNumbers.set(key, number);
  return `_${number.toString(36)}`;
}
