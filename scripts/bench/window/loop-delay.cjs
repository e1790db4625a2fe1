// Required by the app's process while it is measured: writes each second by how much its first thread was late at most, and how
// long it worked at most without a pause, by its own processor time. The first tells what a person would see, also of what others
// did to this machine; the second what the app itself did.
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
  const spentMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = spentMs();
  let own = 0;
  setInterval(() => {
    const now = spentMs();
    own = Math.max(own, now - last);
    last = now;
  }, RESOLUTION_MS).unref();
  setInterval(() => {
    const late = Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), late, own })}\n`);
    delay.reset();
    own = 0;
  }, 1_000).unref();
}
