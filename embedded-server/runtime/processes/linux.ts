// Processes as Linux tells of them in /proc. Read in a thread that does nothing else, so it reads the short way.
/* oxlint-disable node/no-sync -- runs in the thread of process-thread.ts: thousands of tiny reads, each from memory */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { readMemory } from './group-limits.ts';
import { createLinuxCallers } from './linux-callers.ts';
import { linuxOpenPorts } from './linux-ports.ts';
import { isGoneError, signalAll } from './signals.ts';
import { type ProcessRow, type ProcessSystem, SERVER_MARKER } from './system.ts';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock is. */
const MS_PER_TICK = 10;
const PAGE_SIZE_KEY = 6n;
const NEEDLE = Buffer.from(`${SERVER_MARKER}=`);

let buffer = Buffer.allocUnsafe(65_536);
let bootId = '';
let pageBytes = 0;

export const linux: ProcessSystem = {
  list: () => Promise.resolve(listProcesses()),
  markersOf: (pids) => Promise.resolve(readMarkers(pids)),
  numberInside: (pid) => {
    const text = read(`/proc/${pid}/status`)?.toString('latin1') ?? '';
    const numbers = /^NSpid:(.*)$/m.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
    return numbers.length > 1 ? Number(numbers.at(-1)) : undefined;
  },
  openPorts: (pids) => Promise.resolve(linuxOpenPorts(pids)),
  findCaller: createLinuxCallers({ identityOf: linuxIdentity }),
  membersOf: (files) =>
    Promise.resolve(files.flatMap((file) => read(file)?.toString('latin1').split('\n') ?? []).flatMap(toPid)),
  runBy: (user) => Promise.resolve(listPids().filter((pid) => userOf(pid) === user)),
  memoryOf: ({ usage, stat }) => {
    // The bytes hold until the next read.
    const [used, told] = [usage, stat].map((file) => read(file)?.toString('latin1'));
    return used === undefined || told === undefined ? undefined : readMemory(used, told);
  },
  freeze: (pids) => Promise.resolve(signalAll(pids, 'SIGSTOP')),
  kill: (pids) => Promise.resolve(signalAll(pids, 'SIGKILL')),
};

/** Asked in the same turn in which the process was started, so it is there even if it has ended by now. */
export function linuxIdentity(pid: number): string {
  const bytes = read(`/proc/${pid}/stat`, true);
  return bytes === undefined ? '' : (parseStat(pid, bytes)?.identity ?? '');
}

function listProcesses(): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const pid of listPids()) {
    const bytes = read(`/proc/${pid}/stat`, true);
    const row = bytes === undefined ? undefined : parseStat(pid, bytes);
    if (row !== undefined && !row.hasEnded) rows.push(row);
  }
  return rows;
}

function listPids(): number[] {
  return readdirSync('/proc').flatMap(toPid);
}

/** Not who its files there belong to, which a process can hide. */
function userOf(pid: number): number | undefined {
  const text = read(`/proc/${pid}/status`)?.toString('latin1') ?? '';
  const [, user] = /^Uid:\s+(\d+)/m.exec(text) ?? [];
  return user === undefined ? undefined : Number(user);
}

function parseStat(pid: number, bytes: Buffer): (ProcessRow & { hasEnded: boolean }) | undefined {
  // The name in parentheses may hold spaces and parentheses; what counts comes after the last one.
  const fields = bytes.toString('latin1', bytes.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 22) return undefined;
  const number = (at: number) => Number(fields[at]);
  return {
    pid,
    parent: number(1),
    group: number(2),
    session: number(3),
    identity: `${readBootId()}/${fields[19]}`,
    cpuMs: (number(11) + number(12) + number(13) + number(14)) * MS_PER_TICK,
    memoryBytes: number(21) * readPageBytes(),
    hasEnded: fields[0] === 'Z' || fields[0] === 'X',
  };
}

function readMarkers(pids: readonly number[]): Map<number, string> {
  const markers = new Map<number, string>();
  for (const pid of pids) {
    const bytes = read(`/proc/${pid}/environ`);
    if (bytes === undefined) continue;
    for (let at = bytes.indexOf(NEEDLE); at >= 0; at = bytes.indexOf(NEEDLE, at + 1)) {
      if (at !== 0 && bytes[at - 1] !== 0) continue;
      const end = bytes.indexOf(0, at);
      markers.set(pid, bytes.toString('utf8', at + NEEDLE.length, end < 0 ? bytes.length : end));
      break;
    }
  }
  return markers;
}

/**
 * Undefined where the process is gone, or isn't ours to look into. The bytes hold until the next read. A row of figures comes
 * whole with one call to the system; asking for its end would be a second one.
 */
function read(file: string, isRow = false): Buffer | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    let length = 0;
    for (;;) {
      const more = readSync(handle, buffer, length, buffer.length - length, null);
      length += more;
      if (more === 0 || isRow) return buffer.subarray(0, length);
      if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  } catch (thrown) {
    if (isGoneError(thrown)) return undefined;
    throw thrown;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function readBootId(): string {
  if (bootId === '') bootId = read('/proc/sys/kernel/random/boot_id')?.toString('latin1').trim() ?? 'unknown';
  return bootId;
}

/** Memory is counted in pages, whose size the kernel tells each program when it starts it. */
function readPageBytes(): number {
  if (pageBytes > 0) return pageBytes;
  const auxv = read('/proc/self/auxv') ?? Buffer.alloc(0);
  for (let at = 0; at + 16 <= auxv.length && pageBytes === 0; at += 16) {
    if (auxv.readBigUInt64LE(at) === PAGE_SIZE_KEY) pageBytes = Number(auxv.readBigUInt64LE(at + 8));
  }
  pageBytes ||= 4096;
  return pageBytes;
}

function toPid(line: string): number[] {
  const pid = Number(line);
  return Number.isInteger(pid) && pid > 0 ? [pid] : [];
}
