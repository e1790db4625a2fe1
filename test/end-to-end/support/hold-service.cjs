// Preloaded into the app's process by a test: the service's thread waits, as on a slow disk, while the named file is there.
'use strict';
const { existsSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = process.env['SLIPWAY_HOLD_SERVICE'];
if (!isMainThread && file !== undefined) {
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(file)) Atomics.wait(never, 0, 0, 20);
}
