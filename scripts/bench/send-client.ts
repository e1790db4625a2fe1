// The other process of the send measure: PUTs a file once, with our part sender or with a stream of got, and tells over IPC what
// that took.
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';

/** What one sending took. Memory is the highest of the whole process, and how much of that is since its code was loaded. */
export type Sent = { seconds: number; cpuSeconds: number; peakMiB: number; grownMiB: number };

const [, , mode = 'ours', file = '', url = ''] = process.argv;

type Send = (length: number) => Promise<void>;

/** Loaded before the clock starts. */
async function ourSender(): Promise<Send> {
  const { createBandwidth } = await import('../../src-main/core/transfers/wire/bandwidth.ts');
  const { systemClock } = await import('../../src-main/core/platform/clock.ts');
  const { createPartBuffers } = await import('../../src-main/core/transfers/wire/part-buffers.ts');
  const { createPartSender } = await import('../../src-main/core/transfers/wire/send-part.ts');
  const agents = { http: new http.Agent(), https: new https.Agent() };
  const part = createPartSender(createBandwidth(systemClock), createPartBuffers());
  return async (length) => {
    const handle = await open(file, 'r');
    const { signal } = new AbortController();
    const order = { url, agents, file: handle, offset: 0, length, signal, stallMs: 30_000, headers: {} };
    const { status } = await part({ ...order, onBytes: () => {} });
    await handle.close();
    if (status !== 200) throw new Error(`The receiver answered ${status}`);
  };
}

async function gotSender(): Promise<Send> {
  const { default: got } = await import('got');
  return async (length) => {
    const body = createReadStream(file, { highWaterMark: 1_048_576 });
    await got.put(url, { body, headers: { 'content-length': String(length) }, retry: { limit: 0 } });
  };
}

const { size } = await stat(file);
const send = await (mode === 'got' ? gotSender() : ourSender());
const loadedMiB = await peakNow();
const before = process.cpuUsage();
const startedAt = performance.now();
await send(size);
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(before);
const peakMiB = await peakNow();
process.send?.({
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakMiB,
  grownMiB: peakMiB - loadedMiB,
} satisfies Sent);
process.disconnect?.();

async function peakNow(): Promise<number> {
  return Number(/^VmHWM:\s+(\d+)/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
}
