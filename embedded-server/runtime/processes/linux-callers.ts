// Whose a connection of this machine to a port of ours is: its socket in the table of the network, looked for among the handles of
// the processes of a server.
/* oxlint-disable node/no-sync -- runs in the thread of process-thread.ts: thousands of tiny reads, each from memory */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { LOOPBACK } from '../../../src-shared/loopback.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { Connection } from '../runner/runner.ts';
import { readAddress } from './linux-ports.ts';
import { isGoneError } from './signals.ts';

type CallerSocket = { inode: string; uid: number };

/** The socket of a connection that its program has left. */
const NOBODY = '0';

/** `members`: processes with what tells each from a later one of its number. */
export function linuxOwnsConnection(
  members: ReadonlyMap<number, string>,
  connection: Connection,
  identityOf: (pid: number) => string,
): boolean {
  const socket = callerSocket(connection);
  if (socket === undefined) return false;
  return [...members].some(([pid, identity]) => holds(pid, socket) && identityOf(pid) === identity);
}

/** A caller may have opened a socket for both kinds of addresses. */
function callerSocket({ port, callerPort }: Connection): CallerSocket | undefined {
  for (const table of ['tcp', 'tcp6']) {
    for (const line of readOr('', () => readFileSync(`/proc/self/net/${table}`, 'latin1'))
      .split('\n')
      .slice(1)) {
      const [, local = '', remote = '', , , , , uid, , inode] = line.trim().split(/\s+/);
      if (inode === undefined || inode === NOBODY) continue;
      if (isAt(local, callerPort) && isAt(remote, port)) return { inode, uid: Number(uid) };
    }
  }
  return undefined;
}

function isAt(place: string, port: number): boolean {
  const [address = '', number = ''] = place.split(':');
  return Number.parseInt(number, 16) === port && readAddress(address) === LOOPBACK;
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

function readOr<T>(other: T, ask: () => T): T {
  try {
    return ask();
  } catch (thrown) {
    if (isGoneError(thrown)) return other;
    throw thrown;
  }
}
