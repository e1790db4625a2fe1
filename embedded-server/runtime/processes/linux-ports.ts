// The ports that processes listen on, as Linux tells: the sockets among their handles, looked up in the tables of their
// network. Each table is read once for all of them.
/* oxlint-disable node/no-sync -- runs in the thread of process-thread.ts: thousands of tiny reads, each from memory */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { OpenPort } from '../runner/runner.ts';
import { isGoneError } from './signals.ts';

type PortTable = ReadonlyMap<string, OpenPort>;

const LISTENING = '0A';
const NOBODY = /^0+:0000$/;
const TABLES = ['tcp', 'tcp6', 'udp', 'udp6'] as const;

export function linuxOpenPorts(pids: readonly number[]): Map<number, OpenPort[]> {
  const networks = new Map<string, PortTable>();
  const ports = new Map<number, OpenPort[]>();
  for (const pid of pids) {
    const network = readOr('', () => readlinkSync(`/proc/${pid}/ns/net`));
    if (network === '') continue;
    const table = networks.get(network) ?? readTables(pid);
    networks.set(network, table);
    const own = table.size === 0 ? [] : portsAmongHandles(pid, table);
    if (own.length > 0) ports.set(pid, own);
  }
  return ports;
}

function portsAmongHandles(pid: number, table: PortTable): OpenPort[] {
  const found: OpenPort[] = [];
  for (const handle of readOr([], () => readdirSync(`/proc/${pid}/fd`))) {
    const target = readOr('', () => readlinkSync(`/proc/${pid}/fd/${handle}`));
    const port = target.startsWith('socket:[') ? table.get(target.slice(8, -1)) : undefined;
    if (port !== undefined) found.push(port);
  }
  return found;
}

function readTables(pid: number): PortTable {
  const table = new Map<string, OpenPort>();
  for (const name of TABLES) {
    const text = readOr('', () => readFileSync(`/proc/${pid}/net/${name}`, 'latin1'));
    addRows(table, name.startsWith('tcp') ? 'tcp' : 'udp', text);
  }
  return table;
}

/** Rows: number, local address, remote address, state, ..., and in the tenth place the socket. */
function addRows(table: Map<string, OpenPort>, protocol: 'tcp' | 'udp', text: string): void {
  for (const line of text.split('\n').slice(1)) {
    const [, local = '', remote = '', state, , , , , , inode] = line.trim().split(/\s+/);
    // A UDP socket that is connected to somebody is a caller's, not a server's.
    const isOpen = protocol === 'tcp' ? state === LISTENING : NOBODY.test(remote);
    if (!isOpen || inode === undefined) continue;
    const [address = '', port = ''] = local.split(':');
    table.set(inode, { protocol, address: readAddress(address), port: Number.parseInt(port, 16) });
  }
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

function readOr<T>(other: T, ask: () => T): T {
  try {
    return ask();
  } catch (thrown) {
    if (isGoneError(thrown)) return other;
    throw thrown;
  }
}
