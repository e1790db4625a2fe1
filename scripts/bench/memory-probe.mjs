// Goes with --import into each thread of a process that is measured. Asked over IPC, the process collects the garbage of all its
// threads, and answers with what is left in them. Plain JavaScript, as a preload runs before anything that could read another language.
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** How long threads are waited for. Those that are busy collect by themselves. */
const ANSWERS_MS = 1_000;

setFlagsFromString('--expose-gc');
/** @type {(how: object) => void} */
const collect = runInNewContext('gc');
/** As V8 does where memory runs out: pages that are nearly empty are given back as well, which it does else when it is idle. */
const HOW = { type: 'major', execution: 'sync', flavor: 'last-resort' };
const others = new BroadcastChannel('slipway-memory-probe');
// Nothing is kept running by being measured.
others.unref();

if (isMainThread) {
  /** @type {unknown[]} */
  const answers = [];
  others.addEventListener('message', (event) => void answers.push(messageOf(event)));
  process.on('message', () => void answer(answers));
  process.channel?.unref();
} else {
  others.addEventListener('message', (event) => {
    if (messageOf(event) === 'collect') others.postMessage(left());
  });
}

/** @param {unknown[]} answers of the other threads, as they come */
async function answer(answers) {
  answers.length = 0;
  others.postMessage('collect');
  await sleep(ANSWERS_MS);
  process.send?.({ threads: [left(), ...answers], rss: process.memoryUsage.rss() });
}

/** @param {object} event */
function messageOf(event) {
  return 'data' in event ? event.data : undefined;
}

function left() {
  collect(HOW);
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  return { heapUsed, heapTotal, external, arrayBuffers };
}
