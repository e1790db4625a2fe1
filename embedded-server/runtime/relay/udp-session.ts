// One player's UDP session: a socket of its own to the server, so that the server can tell players apart and answers find
// their way back.
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Scheduler } from './conditions/scheduler.ts';
import type { Line, Player, RelayPortDependencies } from './player.ts';
import { lookupAsIs, widen } from './udp-sockets.ts';
import type { Source } from './who-plays.ts';

export type UdpSession = Player & {
  /** When the player sent last, in Unix milliseconds. What the server sends is no sign that he is still there. */
  lastAt: number;
  start(): void;
  /** A packet from the player. */
  take(packet: Buffer): void;
  close(): void;
  source(): Source;
};

export type UdpSessionDependencies = Pick<RelayPortDependencies, 'target' | 'counter' | 'gate' | 'onTargetRefused'> & {
  scheduler: Scheduler;
  /** Sends to the player. */
  reply(packet: Buffer): void;
  /** It cannot go on. */
  onBroken(): void;
};

type State = {
  socket: Socket | undefined;
  isReady: boolean;
  isClosed: boolean;
  early: Buffer[];
  line: Line | undefined;
  isHeld: boolean;
  /** Packets of each way that wait for their time. */
  waiting: { up: number; down: number };
};

/** What is kept until the socket is ready, which takes one turn of the loop. */
const MOST_EARLY = 64;

/** A session whose player is silent for so long is over. It counts as a player no more much sooner: see who-plays.ts. */
export const UDP_IDLE_MS = 60_000;

export function isOver({ lastAt }: Pick<UdpSession, 'lastAt'>, now: number, idleMs: number): boolean {
  return lastAt < now - idleMs;
}

export function createUdpSession(dependencies: UdpSessionDependencies): UdpSession {
  const state: State = {
    socket: undefined,
    isReady: false,
    isClosed: false,
    early: [],
    line: undefined,
    isHeld: false,
    waiting: { up: 0, down: 0 },
  };
  /** Kept apart, so that one look tells the usual case. */
  let isShaped = false;
  const reshape = () => {
    isShaped = state.isHeld || state.line !== undefined;
  };
  const up = createOutbox((packet) => state.socket?.send(packet));
  const down = createOutbox(dependencies.reply);
  const send = (packet: Buffer) => {
    if (state.isReady) up.add(packet);
    else if (state.early.length < MOST_EARLY) state.early.push(packet);
    else dependencies.counter.dropped();
  };
  const session: UdpSession = {
    lastAt: Date.now(),
    start: () => {
      state.socket = openUpstream(dependencies, state, (packet) => {
        dependencies.counter.out(packet.length);
        dependencies.gate.answered(source, Date.now());
        if (isShaped) delay(dependencies, state, 'down', packet, down.add);
        else down.add(packet);
      });
    },
    take: (packet) => {
      if (isShaped) delay(dependencies, state, 'up', packet, send);
      else send(packet);
    },
    setLine: (line) => {
      state.line = line;
      reshape();
    },
    setHeld: (isHeld) => {
      state.isHeld = isHeld;
      reshape();
    },
    close: () => {
      state.isClosed = true;
      up.drop();
      down.drop();
      state.socket?.close();
      state.socket = undefined;
      state.isReady = false;
    },
    source: () => source,
  };
  const source = dependencies.gate.enter(session, 'udp');
  return session;
}

function delay(
  { counter, scheduler }: UdpSessionDependencies,
  state: State,
  way: keyof Line,
  packet: Buffer,
  pass: (packet: Buffer) => void,
): void {
  const now = scheduler.now();
  const arrivals = state.isHeld ? [] : (state.line?.[way].datagram(now, packet.length) ?? [now]);
  if (arrivals.length === 0) counter.dropped();
  for (const at of arrivals) {
    // A timer would take a millisecond. It is for those that have to wait, and for those behind them, which overtake nobody.
    if (at <= now && state.waiting[way] === 0) {
      pass(packet);
      continue;
    }
    state.waiting[way] += 1;
    scheduler.at(at, () => {
      state.waiting[way] -= 1;
      if (state.isClosed) return;
      // A cut that came while it was on its way.
      if (state.isHeld) counter.dropped();
      else pass(packet);
    });
  }
}

function openUpstream(dependencies: UdpSessionDependencies, state: State, onPacket: (packet: Buffer) => void): Socket {
  const { target, onTargetRefused, onBroken } = dependencies;
  const socket = createSocket({ type: isIPv6(target.host) ? 'udp6' : 'udp4', lookup: lookupAsIs });
  socket.on('message', onPacket);
  socket.on('error', (error) => {
    // The session stays: the server may only not be there yet, and the player sends again.
    if ('code' in error && error.code === 'ECONNREFUSED') onTargetRefused();
    else if (!state.isReady && !state.isClosed) onBroken();
  });
  socket.connect(target.port, target.host, () => {
    if (state.isClosed) return;
    widen(socket);
    state.isReady = true;
    for (const packet of state.early.splice(0)) socket.send(packet);
  });
  return socket;
}

/** Packets that go out together, once all that came in is read: going back and forth between the two for each packet costs a tenth. */
export type Outbox = {
  add(packet: Buffer): void;
  /** What waits goes nowhere. */
  drop(): void;
};

let due: (() => void)[] = [];

function sendAllDue(): void {
  const all = due;
  due = [];
  for (const send of all) send();
}

/** In the order in which they were added. */
export function createOutbox(send: (packet: Buffer) => void): Outbox {
  let waiting: Buffer[] = [];
  const sendAll = () => {
    const all = waiting;
    waiting = [];
    for (const packet of all) send(packet);
  };
  return {
    add: (packet) => {
      if (waiting.push(packet) > 1) return;
      if (due.push(sendAll) === 1) setImmediate(sendAllDue);
    },
    drop: () => {
      waiting = [];
    },
  };
}
