// Builds the three bundles of the desktop app: main (ESM), preload (one CommonJS file, as a sandboxed window needs) and the window.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { shortCatalogue } from './scripts/texts/short-catalogue.ts';
import { withoutJsonSchema } from './scripts/without-json-schema.ts';

// biome-ignore lint: a config file's default export is its interface
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      rollupOptions: {
        input: {
          main: 'src-main/electron/main.ts',
          'service-worker': 'src-main/core/local-service/service-worker.ts',
          'pack-thread': 'src-main/core/pack/pack-thread.ts',
          'sink-thread': 'src-main/core/pack/sink-thread.ts',
          'digest-thread': 'src-main/core/transfers/engine/digest-thread.ts',
          'hash-thread': 'embedded-server/platform/hashing/hash-thread.ts',
          'import-thread': 'embedded-server/service/uploads/import-thread.ts',
          'chunk-thread': 'embedded-server/service/builds/chunk-thread.ts',
          'doctor-thread': 'embedded-server/files/doctor/doctor-thread.ts',
          'unpack-thread': 'embedded-server/files/archives/unpack-thread.ts',
          'process-thread': 'embedded-server/runtime/processes/process-thread.ts',
          'relay-thread': 'embedded-server/runtime/relay/relay-thread.ts',
          'hosting-thread': 'embedded-server/runtime/hosting-thread/hosting-thread.ts',
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
    plugins: [react(), shortCatalogue(), withoutJsonSchema()],
    build: { outDir: 'out/renderer', minify: true, rollupOptions: { input: 'src-renderer/index.html' } },
  },
});
