// Where a program of the run's bundle is, for tests that start it in a process of its own.
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** `source`, from the project's root, is what runs where there is no bundle. */
export function bundledProgram(name: string, source: string): string {
  const bundle = process.env['SLIPWAY_TEST_BUNDLE'];
  return bundle === undefined ? path.join(root, source) : path.join(bundle, `${name}.js`);
}

/**
 * How Node runs a program of a test: with all cores busy, V8's helpers only wait for each other, which is a tenth of what a process
 * computes. As for the workers of the tests themselves.
 */
export const quietNode = ['--single-threaded-gc'];

/** The command line. */
export const slipwayProgram = bundledProgram('slipway', 'scripts/slipway.mjs');
