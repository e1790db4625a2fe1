// Required by the app's process while it is measured: writes each second by how much its first thread was late at most.
'use strict';
const { appendFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const file = process.env['SLIPWAY_LOOP_DELAY'];
const RESOLUTION_MS = 5;

if (isMainThread && file !== undefined) {
  // Servers that it starts are not meant.
  delete process.env['SLIPWAY_LOOP_DELAY'];
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    const late = Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), late })}\n`);
    delay.reset();
  }, 1_000).unref();
}
