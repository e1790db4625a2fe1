// Whose a connection of this machine to a port of ours is: its socket in the table of the network, looked for among the handles of
// the processes of a server.
/* oxlint-disable node/no-sync -- runs in the thread of process-thread.ts: thousands of tiny reads, each from memory */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { LOOPBACK } from '../../../src-shared/host-address.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { Connection } from '../runner/runner.ts';
import { readOr, rowOf } from './linux-ports.ts';
import { isGoneError } from './signals.ts';
import type { FindCaller } from './system.ts';

type CallerSocket = { inode: string; uid: number };
type Waiting = { connection: Connection; tell(socket: CallerSocket | undefined): void; fail(thrown: unknown): void };
type Parts = {
  /** What tells a process from a later one of its number. */
  identityOf(pid: number): string;
  readTable?(name: 'tcp' | 'tcp6'): string;
};

/** The socket of a connection that its program has left. */
const NOBODY = '0';
const TABLES = ['tcp', 'tcp6'] as const;
/** Of the thread's time, so much goes into this at most. */
const MOST_SHARE = 0.1;

/**
 * Finds who made a connection. Linux goes through all places of its table of connections for that, which takes it 20 ms and more, so one
 * reading serves all who ask meanwhile, and the next one waits: two hundred servers that say each second that they are well, each time
 * over a new connection, would else take several cores.
 */
export function createLinuxCallers({ identityOf, readTable = readOwnTable }: Parts): FindCaller {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let mayBeginAt = 0;
  const look = () => {
    timer = undefined;
    const asked = waiting;
    waiting = [];
    const beganAt = performance.now();
    try {
      const sockets = callerSockets(
        asked.map(({ connection }) => connection),
        readTable,
      );
      for (const { connection, tell } of asked) tell(sockets.get(keyOf(connection)));
    } catch (thrown) {
      for (const { fail } of asked) fail(thrown);
    }
    const took = performance.now() - beganAt;
    mayBeginAt = beganAt + took / MOST_SHARE;
  };
  const socketOf = (connection: Connection) =>
    new Promise<CallerSocket | undefined>((tell, fail) => {
      waiting.push({ connection, tell, fail });
      timer ??= setTimeout(look, Math.max(0, mayBeginAt - performance.now()));
    });
  return async (connection) => {
    const socket = await socketOf(connection);
    if (socket === undefined) return undefined;
    return (members) => [...members].some(([pid, identity]) => holds(pid, socket) && identityOf(pid) === identity);
  };
}

/** As the tables have them. A caller may have opened a socket for both kinds of addresses. */
const ADDRESSES = new Map([
  ['0100007F', LOOPBACK],
  ['0000000000000000FFFF00000100007F', LOOPBACK],
  ['00000000000000000000000001000000', '::1'],
]);

function keyOf({ address, port, callerPort }: Connection): string {
  return `${address} ${callerPort} ${address} ${port}`;
}

function callerSockets(
  connections: readonly Connection[],
  readTable: NonNullable<Parts['readTable']>,
): Map<string, CallerSocket> {
  const found = new Map<string, CallerSocket>();
  const wanted = new Set(connections.map(keyOf));
  const tables = connections.some(({ address }) => address === LOOPBACK) ? TABLES : TABLES.slice(1);
  for (const table of tables) {
    if (found.size === wanted.size) break;
    for (const line of readTable(table).split('\n').slice(1)) {
      const { local, remote, uid, inode } = rowOf(line);
      if (inode === '' || inode === NOBODY) continue;
      const key = `${placeOf(local)} ${placeOf(remote)}`;
      if (wanted.has(key)) found.set(key, { inode, uid: Number(uid) });
    }
  }
  return found;
}

function readOwnTable(name: 'tcp' | 'tcp6'): string {
  return readOr('', () => readFileSync(`/proc/self/net/${name}`, 'latin1'));
}

/** Empty where it is at an address that nobody asks for. */
function placeOf(place: string): string {
  const [hex = '', number = ''] = place.split(':');
  const address = ADDRESSES.get(hex);
  return address === undefined ? '' : `${address} ${Number.parseInt(number, 16)}`;
}

function holds(pid: number, { inode, uid }: CallerSocket): boolean {
  let handles: string[];
  try {
    handles = readdirSync(`/proc/${pid}/fd`);
  } catch (thrown) {
    // One in a container of ours may be somebody else, whose handles are hidden: then it has to be the same one.
    if (errorCode(thrown) === 'EACCES') return userOf(pid) === uid;
    if (isGoneError(thrown)) return false;
    throw thrown;
  }
  return handles.some((handle) => readOr('', () => readlinkSync(`/proc/${pid}/fd/${handle}`)) === `socket:[${inode}]`);
}

function userOf(pid: number): number | undefined {
  const found = /^Uid:\t(\d+)/m.exec(readOr('', () => readFileSync(`/proc/${pid}/status`, 'latin1')));
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
