// What many senders cost that hardly send: a thousand parts at once, each at a few KiB a second, with reads beside them; then three
// hundred that go silent, and what is left of them once they are gone.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from './measure.ts';
import { figuresOf } from './process-figures.ts';
import { type ServiceReceiver, startServiceReceiver } from './receivers.ts';

const SENDERS = 1_000;
const SILENT = 300;
const PART = 1_048_576;
const PIECE = 2_048;
const EVERY_MS = 500;
const ROUNDS = 40;
const READ_EVERY_MS = 10;
/** What is no longer needed is let go of after ten seconds. */
const CALM_MS = 15_000;

export const slowUploads: Measure = {
  name: 'slow-uploads',
  goal: '1,000 slow parts at once: RSS < 250 MiB, other calls p99 < 50 ms; after 300 silent ones RSS is back within 20 %',
  run: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'bench-slow-'));
    const service = await startServiceReceiver(folder);
    try {
      return `${await sendSlowly(service)}; ${await goSilent(service)}`;
    } finally {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function sendSlowly(service: ServiceReceiver): Promise<string> {
  const idle = await readFor(service.url, sleep(2_000));
  const sockets: Socket[] = [];
  for (let number = 0; number < SENDERS; number += 1) sockets.push(await beginPart(service));
  let peak = 0;
  const sending = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const socket of sockets) socket.write(Buffer.alloc(PIECE, round));
      await sleep(EVERY_MS);
      peak = Math.max(peak, (await figuresOf(service.pid)).rssMiB);
    }
  };
  const during = await readFor(service.url, sending());
  const cut = sockets.filter(({ closed }) => closed).length;
  for (const socket of sockets) socket.destroy();
  return `1,000 slow: ${peak.toFixed(0)} MiB, p99 ${during.toFixed(0)} ms (${idle.toFixed(0)} ms without them), ${cut} cut off`;
}

async function goSilent(service: ServiceReceiver): Promise<string> {
  await sleep(CALM_MS);
  const before = (await figuresOf(service.pid)).rssMiB;
  const { parts } = await service.prepare(PART, false);
  const sockets = await Promise.all(
    Array.from({ length: SILENT }, () => begin(service.url, [...parts][0]?.url ?? '', PART - 1)),
  );
  await sleep(2_000);
  const during = (await figuresOf(service.pid)).rssMiB;
  for (const socket of sockets) socket.destroy();
  await sleep(CALM_MS);
  const after = (await figuresOf(service.pid)).rssMiB;
  return `300 silent to one address: ${before.toFixed(0)} MiB before, ${during.toFixed(0)} with them, ${after.toFixed(0)} after`;
}

async function beginPart(service: ServiceReceiver): Promise<Socket> {
  const { parts } = await service.prepare(PART, false);
  return await begin(service.url, [...parts][0]?.url ?? '', 100);
}

async function begin(url: string, address: string, bytes: number): Promise<Socket> {
  const { host, port, hostname } = new URL(url);
  const { pathname, search } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // one that is cut off
  await once(socket, 'connect');
  socket.resume();
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${PART}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes));
  return socket;
}

/** The time in which 99 of a hundred reads are answered while that goes on. */
async function readFor(url: string, work: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const over = new AbortController();
  const ending = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    const startedAt = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    times.push(performance.now() - startedAt);
    await sleep(READ_EVERY_MS);
  }
  await ending;
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
