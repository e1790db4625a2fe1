// Many hosts in one process: each has a connection of its own and says what a real one does, with invented figures.
import { randomUUID } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { WebSocket } from 'ws';
import type { FromHost, ToHost } from '../../embedded-server/runtime/fleet/host-messages.ts';
import { PROTOCOL } from '../../embedded-server/runtime/fleet/host-protocol.ts';

export type ToCrowd = { t: 'start'; server_id: string; token: string };
/** Of the last seconds: how many hosts are connected, and how many messages they sent. */
export type FromCrowd = { t: 'crowd'; connected: number; sent: number };

// Hosts are on other machines: here they take what the service leaves of the processors.
setPriority(constants.priority.PRIORITY_LOW);

const REPORT_MS = 5_000;
const [serviceUrl = ''] = process.argv.slice(2);
let connected = 0;
let sent = 0;

/** An engine starts containers a few at a time. */
const STARTING_AT_ONCE = 32;
const waiting: string[] = [];
let starting = 0;

process.on('message', ({ token }: ToCrowd) => {
  waiting.push(token);
  startNext();
});
setInterval(() => process.send?.({ t: 'crowd', connected, sent } satisfies FromCrowd), 500);

function startNext(): void {
  while (starting < STARTING_AT_ONCE) {
    const token = waiting.shift();
    if (token === undefined) return;
    starting += 1;
    openHost(token, () => {
      starting -= 1;
      startNext();
    });
  }
}

function openHost(token: string, onStarted: () => void): void {
  const url = new URL('/hosts/link', serviceUrl);
  url.protocol = 'ws:';
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` }, perMessageDeflate: false });
  const say = (message: FromHost) => {
    sent += 1;
    socket.send(JSON.stringify(message));
  };
  let reports: NodeJS.Timeout | undefined;
  const end = () => {
    clearInterval(reports);
    say({ t: 'ended', life: life('stopped', 0) });
  };
  socket.on('open', () => {
    connected += 1;
    say({ t: 'hello', protocol: PROTOCOL, instance: randomUUID(), now: Date.now(), logged: 0 });
  });
  socket.on('message', (data: Buffer) => {
    const message: ToHost = JSON.parse(data.toString());
    if (message.t === 'stop') end();
    else if (message.t === 'bye') socket.close();
    else if (message.t === 'call') say({ t: 'answer', id: message.id });
    else if (message.t === 'welcome') {
      onStarted();
      const startedAt = Date.now();
      say({ t: 'life', life: life('running', startedAt) });
      say({ t: 'isolation', kind: 'container' });
      say({
        t: 'log',
        from: 1,
        lines: [{ at: startedAt, stream: 'std_out', bytes: Buffer.from('ready').toString('base64'), cut: false }],
      });
      reports ??= setTimeout(
        () => {
          report(say);
          reports = setInterval(() => report(say), REPORT_MS);
        },
        Math.random() * REPORT_MS, // hosts did not all start at the same moment
      );
    }
  });
  socket.on('close', () => {
    connected -= 1;
    clearInterval(reports);
  });
  socket.on('error', (thrown) => console.error(thrown.message));
}

/** Five seconds of figures and what came through its ports, as a host tells them. */
function report(say: (message: FromHost) => void): void {
  const now = Date.now();
  const points = [4, 3, 2, 1, 0].map((back) => ({
    at: now - back * 1_000,
    cpu: 120 + Math.random() * 40,
    memory: 180_000_000,
    processes: 1,
    over: [],
  }));
  const counts = {
    connections: 8,
    connectionsTotal: 40,
    refused: 0,
    bytesIn: now % 1e9,
    bytesOut: now % 1e9,
    packetsIn: now % 1e7,
    packetsOut: now % 1e7,
    dropped: 0,
  };
  const all = { ...counts, players: 8, young: 0, silent: 0, ports: [{ ...counts, name: 'game' }] };
  say({ t: 'figures', points, counts: all });
}

function life(state: 'running' | 'stopped', start_ts: number): Extract<FromHost, { t: 'life' }>['life'] {
  return {
    state,
    problem: null,
    hint: null,
    start_ts: start_ts === 0 ? null : start_ts,
    exit: state === 'stopped' ? { code: 0, out_of_memory: false, by: 'you' } : null,
    command: 'server',
    ports: {},
    cpu: 100,
    memory: 64,
    kill_timeout: 10_000,
    runtime: {},
  };
}
