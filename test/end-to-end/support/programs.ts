// What Node runs for the browser shell and for the command line: the bundle of the test run, or the source where there is none.
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');
const bundle = process.env['SLIPWAY_TEST_BUNDLE'];

export const browserShell: readonly string[] =
  bundle === undefined
    ? [path.join(root, 'scripts/start.mjs'), '--browser', '--no-open']
    : [path.join(bundle, 'browser-shell.js'), '--no-open'];

export const slipway = path.join(
  bundle ?? path.join(root, 'scripts'),
  bundle === undefined ? 'slipway.mjs' : 'slipway.js',
);
