// Where a program of the run's bundle is, for tests that start it in a process of its own.
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** `source`, from the project's root, is what runs where there is no bundle. */
export function bundledProgram(name: string, source: string): string {
  const bundle = process.env['SLIPWAY_TEST_BUNDLE'];
  return bundle === undefined ? path.join(root, source) : path.join(bundle, `${name}.js`);
}

/** The command line. */
export const slipwayProgram = bundledProgram('slipway', 'scripts/slipway.mjs');
