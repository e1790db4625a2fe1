// The front of the service: looks at each connection before node:http does, and answers by itself what is plain and has to
// be fast, with buffers that are used again. All else goes on to node:http, which can do without the front.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createTurnsOf } from '../../../src-shared/turns.ts';
import { takeHandle } from '../sockets/connection-handle.ts';
import { createBufferPool } from './buffer-pool.ts';
import { type ConnectionDependencies, FrontConnection } from './front-connection.ts';
import { everyMs } from './pace.ts';
import { KEPT_SECONDS } from './write-answer.ts';

/** Longer heads are for node:http. What comes along of a body is copied, so more would only cost memory. */
const HEAD_ROOM = 8_192;
/** What bodies that come slowly are read through, to be gathered in buffers of twice as much. */
const PASSING_ROOM = 16_384;
const BUFFERS = {
  small: 32_768,
  /** With less there is more to say to the hash thread and to the disk, and they wait for each other. */
  large: 2_097_152,
  /** Four bodies at once have 16, and what is kept to be hashed a few more. */
  mostLarge: 24,
  most: 96 * 1_048_576,
};
/**
 * Of all bodies. With one write alone the disk idles until the next is begun; more than two take the threads of Node's pool from
 * the syncs, which a sender waits for.
 */
const WRITES_AT_ONCE = 2;
/** Longer than what callers are told, as what they send may be on its way. */
const KEPT_MS = (KEPT_SECONDS + 1) * 1000;

export type FrontOptions = Omit<ConnectionDependencies, 'reading' | 'shared' | 'bodies' | 'toHttp'> & {
  headersMs: number;
};
export type Front = {
  /** How many connections it holds itself. */
  held(): number;
  closeIdle(): void;
  closeAll(): void;
};

/** Puts itself before the server's own handling of connections. Not for TLS, whose bytes only Node can read. */
export function createFront(server: Server, options: FrontOptions): Front {
  const connections = new Set<FrontConnection>();
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  const passing = Buffer.allocUnsafeSlow(PASSING_ROOM);
  const shared = passing.subarray(0, HEAD_ROOM);
  const toHttp = (socket: Socket) => {
    for (const listener of listeners) Reflect.apply(listener, server, [socket]);
  };
  const writes = createTurnsOf(WRITES_AT_ONCE);
  const bodies = { pool: createBufferPool(BUFFERS), passing, writes, crowd: { full: 0 } };
  const onAnswered = afterAnswers(options.onAnswered);
  const dependencies: ConnectionDependencies = {
    ...options,
    shared,
    bodies,
    toHttp,
    onAnswered,
    reading: { into: shared },
  };
  const sweeper = createSweeper(connections, options);
  server.on('connection', (shell: Socket) => {
    const handle = takeHandle(shell);
    if (handle === undefined) {
      toHttp(shell);
      return;
    }
    const connection: FrontConnection = new FrontConnection(handle, dependencies, () => {
      connections.delete(connection);
      shell.destroy(); // the server counts its connections by these
      if (connections.size === 0) sweeper.stop();
    });
    connections.add(connection);
    sweeper.start();
  });
  return {
    held: () => connections.size,
    closeIdle: () => {
      for (const connection of connections) if (connection.silence(0) !== undefined) connection.destroySoon();
    },
    closeAll: () => {
      for (const connection of connections) connection.destroy();
    },
  };
}

/** Closes connections that say nothing: soon those that never did, later those that wait for more; and bodies that trickle in. */
function createSweeper(connections: ReadonlySet<FrontConnection>, { headersMs, leastPace }: FrontOptions) {
  let timer: NodeJS.Timeout | undefined;
  const sweep = () => {
    const now = performance.now();
    for (const connection of connections) {
      const silence = connection.silence(now);
      if (silence === undefined) connection.lookAtPace(now);
      else if (silence.ms > (silence.isFirst ? headersMs : KEPT_MS)) connection.destroy();
    }
  };
  return {
    start: () => {
      timer ??= setInterval(sweep, Math.min(headersMs, KEPT_MS, everyMs(leastPace))).unref();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/**
 * Puts off what nobody waits for until all that is answered in this turn is written. A change answers thousands at once, and a
 * line of the log for each would come before the next one's answer.
 */
export function afterAnswers<T>(take: (one: T) => void): (one: T) => void {
  let waiting: T[] = [];
  const takeAll = () => {
    const all = waiting;
    waiting = [];
    for (const one of all) take(one);
  };
  return (one) => {
    if (waiting.push(one) === 1) setImmediate(takeAll);
  };
}
