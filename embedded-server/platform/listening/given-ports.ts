// The numbers that the system gives to sockets that ask for any: a server may have such a one beside the port that players are to reach.
import { readFileSync } from 'node:fs';

const FILE = '/proc/sys/net/ipv4/ip_local_port_range';
/** Where such numbers begin unless it was set otherwise. */
const LINUX_FROM = 32_768;
const OTHER_FROM = 49_152;

let known: number | undefined;

function givenFrom(): number {
  known ??= process.platform === 'linux' ? (firstOf(readRange()) ?? LINUX_FROM) : OTHER_FROM;
  return known;
}

function readRange(): string {
  try {
    // oxlint-disable-next-line node/no-sync -- one line from memory, once
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}

/** "32768	60999". */
function firstOf(range: string): number | undefined {
  const first = Number(range.trim().split(/\s+/)[0]);
  return first > 0 ? first : undefined;
}

/** Those that somebody chose come first, as what a server is reached at is among them. */
export function chosenFirst<P extends { port: number }>(ports: readonly P[], from = givenFrom()): P[] {
  return ports.toSorted((a, b) => Number(a.port >= from) - Number(b.port >= from));
}
