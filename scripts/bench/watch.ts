// 10,000 callers wait for one game to change: the memory each takes, and when the last one has its answer, beside bare
// sockets that hold as many and write the same bytes. Rounds alternate, so that both meet the same machine.
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import type { WatchServerMemory, WatchServerReady } from './watch-server.ts';

const WAITERS = 10_000;
const FIRST = 2_000;
const ROUNDS = 7;
const CONNECTING_AT_ONCE = 200;
const SPARE_FILES = 500;

type Round = { kib: number; ms: number; bytes: string };
type Side = { child: ChildProcess; ready: WatchServerReady };

export const watchMeasure: Measure = {
  name: 'watch',
  goal: `${WAITERS} waiting: <= 16 KiB each, last one answered <= 1.5 x raw sockets`,
  run: async () => {
    const problem = tooFewFiles();
    if (problem !== undefined) return problem;
    const service: Round[] = [];
    const raw: Round[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      const served = await serviceRound();
      service.push(served);
      raw.push(await rawRound(served.bytes));
    }
    const [ours, theirs] = [median(service.map(({ ms }) => ms)), median(raw.map(({ ms }) => ms))];
    const [kib, rawKib] = [median(service.map((round) => round.kib)), median(raw.map((round) => round.kib))];
    return `${kib.toFixed(1)} KiB each (raw ${rawKib.toFixed(1)}); last after ${ours.toFixed(0)} ms, raw ${theirs.toFixed(0)} ms: ${(ours / theirs).toFixed(2)} x`;
  },
};

/** Each process holds its own end of each connection. */
function tooFewFiles(): string | undefined {
  if (process.platform === 'win32') return undefined;
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (limit === 'unlimited' || Number(limit) >= WAITERS + SPARE_FILES) return undefined;
  return `not measured: this shell lets a program open ${limit} files. Run "ulimit -n ${WAITERS + SPARE_FILES}" first.`;
}

async function serviceRound(): Promise<Round> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-watch-'));
  const side = await start('service', folder);
  try {
    const api = caller(side.ready);
    const { groups } = await api<{ groups: { group_id: string }[] }>('GET', '/cloud/games');
    const body = { developer_group_id: groups[0]?.group_id, display_name: 'Bench' };
    const { game_id: game } = await api<{ game_id: string }>('POST', '/cloud/games', body);
    const { watch } = await api<{ watch: { index: string } }>('GET', `/cloud/games/${game}`);
    const head = `GET /cloud/games/${game}?watch_index=${watch.index} HTTP/1.1\r\nHost: 127.0.0.1:${side.ready.port}\r\nAuthorization: Bearer ${side.ready.token}\r\n\r\n`;
    const made = { display_name: '1.0.0', config: {} };
    return await measureRound(side, head, async () => void (await api('POST', `/cloud/games/${game}/versions`, made)));
  } finally {
    await stop(side);
    await rm(folder, { recursive: true, force: true });
  }
}

async function rawRound(bytes: string): Promise<Round> {
  const side = await start('raw', '');
  try {
    return await measureRound(side, 'WAIT\n', async () => {
      const control = connect(side.ready.port, '127.0.0.1');
      await once(control, 'connect');
      control.end(`CHANGE${bytes}`, 'latin1');
    });
  } finally {
    await stop(side);
  }
}

async function measureRound(side: Side, head: string, change: () => Promise<void>): Promise<Round> {
  // The first ones also pay for the heap's young generation, which grows once and not with each caller.
  const sockets: Socket[] = [];
  await connectUpTo(FIRST, sockets, side.ready.port, head);
  const before = await memory(side);
  await connectUpTo(WAITERS, sockets, side.ready.port, head);
  const after = await memory(side);
  const answers = Promise.all(sockets.map(firstAnswer));
  const started = performance.now(); // to listen to as many takes as long as a third of the answers
  await change();
  const [bytes = ''] = await answers;
  const ms = performance.now() - started;
  for (const socket of sockets) socket.destroy();
  return { kib: perWaiter(after.rss - before.rss), ms, bytes };
}

async function connectUpTo(count: number, sockets: Socket[], port: number, head: string): Promise<void> {
  const one = async () => {
    while (sockets.length < count) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      sockets.push(socket);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(head);
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, one));
  await wait(1_500);
}

/** The answers here are short enough to come in one piece. */
async function firstAnswer(socket: Socket): Promise<string> {
  const [chunk] = await once(socket, 'data');
  return String(chunk);
}

async function start(mode: 'service' | 'raw', data: string): Promise<Side> {
  const file = path.join(import.meta.dirname, 'watch-server.ts');
  const child = fork(file, [mode, data], { execArgv: ['--expose-gc'] });
  const [ready] = await once(child, 'message');
  return { child, ready };
}

async function stop({ child }: Side): Promise<void> {
  const ended = once(child, 'exit');
  child.send('stop');
  await ended;
}

async function memory({ child }: Side): Promise<WatchServerMemory> {
  const answer = once(child, 'message');
  child.send('memory');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what watch-server.ts answers to this
  return (await answer)[0] as WatchServerMemory;
}

function caller({ port, token }: WatchServerReady) {
  return async <T>(method: string, address: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`The service answered ${response.status} to ${method} ${address}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the measure knows what it asked for
    return (await response.json()) as T;
  };
}

function perWaiter(bytes: number): number {
  return bytes / (WAITERS - FIRST) / 1024;
}
