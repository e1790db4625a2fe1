// The ports that processes listen on, as Linux tells: the sockets among their handles, looked up in the tables of their
// network. Each table is read once for all of them, and no further than it takes to find them.
/* oxlint-disable node/no-sync -- runs in the thread of process-thread.ts: thousands of tiny reads, each from memory */
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import type { OpenPort } from '../runner/runner.ts';
import { isGoneError } from './signals.ts';

/** The processes in one network and their sockets. `left`: of those, the ones that are not in a table yet. */
type Network = { pid: number; socketsOf: Map<number, readonly string[]>; left: Set<string> };

const LISTENING = '0A';
const NOBODY = /^0+:0000$/;
/**
 * A few rows. Linux lists what listens first, and then goes through all places for connections, which takes it 20 ms where few are
 * taken: a read that asks for little ends before.
 */
const CHUNK_BYTES = 600;
const chunk = Buffer.allocUnsafe(CHUNK_BYTES);

export function linuxOpenPorts(pids: readonly number[]): Map<number, OpenPort[]> {
  const ports = new Map<number, OpenPort[]>();
  for (const network of networksOf(pids)) {
    const table = lookUp(network);
    for (const [pid, sockets] of network.socketsOf) {
      const own = sockets.flatMap((socket) => table.get(socket) ?? []);
      if (own.length > 0) ports.set(pid, own);
    }
  }
  return ports;
}

function networksOf(pids: readonly number[]): Iterable<Network> {
  const networks = new Map<string, Network>();
  for (const pid of pids) {
    const sockets = socketsOf(pid);
    const name = sockets.length === 0 ? '' : readOr('', () => readlinkSync(`/proc/${pid}/ns/net`));
    if (name === '') continue;
    const network = networks.get(name) ?? { pid, socketsOf: new Map(), left: new Set() };
    networks.set(name, network);
    network.socketsOf.set(pid, sockets);
    for (const socket of sockets) network.left.add(socket);
  }
  return networks.values();
}

function socketsOf(pid: number): string[] {
  return readOr([], () => readdirSync(`/proc/${pid}/fd`)).flatMap((handle) => {
    const target = readOr('', () => readlinkSync(`/proc/${pid}/fd/${handle}`));
    return target.startsWith('socket:[') ? [target.slice(8, -1)] : [];
  });
}

function lookUp({ pid, left }: Network): ReadonlyMap<string, OpenPort> {
  const table = new Map<string, OpenPort>();
  // Most servers have three for their outputs, and the one of their port: before they listen, nothing else is to be read.
  for (const line of linesOf(`/proc/${pid}/net/unix`)) left.delete(line.split(/\s+/)[6] ?? '');
  if (left.size === 0) return table;
  for (const [protocol, { local, inode }] of openSockets(pid)) {
    if (!left.delete(inode)) continue;
    const [address = '', port = ''] = local.split(':');
    table.set(inode, { protocol, address: readAddress(address), port: Number.parseInt(port, 16) });
    if (left.size === 0) break;
  }
  return table;
}

/** Those first that cost least to tell. */
function* openSockets(pid: number): Generator<['tcp' | 'udp', Row]> {
  for (const name of ['udp', 'udp6']) {
    for (const row of linesOf(`/proc/${pid}/net/${name}`).slice(1).map(rowOf)) {
      // One that is connected to somebody is a caller's, not a server's.
      if (NOBODY.test(row.remote)) yield ['udp', row];
    }
  }
  for (const name of ['tcp', 'tcp6']) {
    for (const row of listeningRows(`/proc/${pid}/net/${name}`)) yield ['tcp', row];
  }
}

type Row = { local: string; remote: string; state: string; uid: string; inode: string };

/** Of a table: number, local address, remote address, state, ..., in the eighth place the user and in the tenth the socket. */
export function rowOf(line: string): Row {
  const [, local = '', remote = '', state = '', , , , uid = '', , inode = ''] = line.trim().split(/\s+/);
  return { local, remote, state, uid, inode };
}

/** As far as they reach. */
function* listeningRows(file: string): Generator<Row> {
  const handle = readOr(undefined, () => openSync(file, 'r'));
  if (handle === undefined) return;
  try {
    let isHead = true;
    let text = '';
    for (let read = readChunk(handle); read !== ''; read = readChunk(handle)) {
      const lines = (text + read).split('\n');
      text = lines.pop() ?? '';
      for (const row of lines.slice(isHead ? 1 : 0).map(rowOf)) {
        if (row.state !== LISTENING) return;
        yield row;
      }
      isHead &&= lines.length === 0;
    }
  } finally {
    closeSync(handle);
  }
}

function readChunk(handle: number): string {
  const read = readOr(0, () => readSync(handle, chunk, 0, CHUNK_BYTES, null));
  return chunk.toString('latin1', 0, read);
}

function linesOf(file: string): string[] {
  return readOr('', () => readFileSync(file, 'latin1')).split('\n');
}

/** Addresses are words of 32 bits in the machine's own order, which is little-endian on all that we run on. */
export function readAddress(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length !== 4 && bytes.length !== 16) return hex;
  bytes.swap32();
  if (bytes.length === 4) return bytes.join('.');
  const words = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16));
  const isMapped = words.slice(0, 5).every((word) => word === '0') && words[5] === 'ffff';
  if (isMapped) return bytes.subarray(12).join('.');
  return new URL(`http://[${words.join(':')}]/`).hostname.slice(1, -1);
}

/** What is asked of a process that may be gone by then. */
export function readOr<T>(other: T, ask: () => T): T {
  try {
    return ask();
  } catch (thrown) {
    if (isGoneError(thrown)) return other;
    throw thrown;
  }
}
