// Processes as macOS tells of them through ps and lsof.
import type { OpenPort } from '../runner/runner.ts';
import { runTool } from './run-tool.ts';
import { signalAll } from './signals.ts';
import { type ProcessRow, type ProcessSystem, SERVER_MARKER } from './system.ts';

const COLUMNS = 'pid=,ppid=,pgid=,rss=,stat=,time=,lstart=';
const MARKER = new RegExp(`\\s${SERVER_MARKER}=(\\S+)`);

export const macos: ProcessSystem = {
  list: async () => parsePs(await runTool('ps', ['-axo', COLUMNS])),
  markersOf: async (pids) => {
    if (pids.length === 0) return new Map();
    return parseEnvironments(await runTool('ps', ['-Eww', '-o', 'pid=,command=', '-p', pids.join(',')]));
  },
  openPorts: async (pids) => {
    if (pids.length === 0) return new Map();
    return parseLsof(await runTool('lsof', ['-nP', '-a', '-i', '-p', pids.join(','), '-F', 'pPnT']));
  },
  membersOf: () => Promise.resolve([]),
  freeze: (pids) => Promise.resolve(signalAll(pids, 'SIGSTOP')),
  kill: (pids) => Promise.resolve(signalAll(pids, 'SIGKILL')),
};

/** "  4711     1  4711  12345 Ss   0:01.23 Mon Jan  2 15:04:05 2006". The session is a pointer here, and says nothing. */
export function parsePs(printed: string): ProcessRow[] {
  return printed.split('\n').flatMap((line) => {
    const [pid, parent, group, kib, state = '', time = '', ...started] = line.trim().split(/\s+/);
    if (pid === undefined || started.length === 0 || state.startsWith('Z')) return [];
    const memoryBytes = Number(kib) * 1024;
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group), session: 0 };
    return [{ ...numbers, identity: started.join(' '), cpuMs: parseTime(time), memoryBytes }];
  });
}

/** "1:02.34", "3:01:02" or "2-03:01:02": seconds are the last, days stand before a dash. */
function parseTime(time: string): number {
  const [clock = '', days = '0'] = time.split('-').toReversed();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1000);
}

function parseEnvironments(printed: string): Map<number, string> {
  const markers = new Map<number, string>();
  for (const line of printed.split('\n')) {
    const server_id = MARKER.exec(line)?.[1];
    if (server_id !== undefined) markers.set(Number.parseInt(line, 10), server_id);
  }
  return markers;
}

/** One field a line: p is the process, then for each socket P its protocol, n its name, T its state. */
export function parseLsof(printed: string): Map<number, OpenPort[]> {
  const ports = new Map<number, OpenPort[]>();
  const last = { p: '', P: '', n: '' };
  for (const line of printed.split('\n')) {
    const [field] = line;
    if (field === 'p' || field === 'P' || field === 'n') last[field] = line.slice(1);
    const port = tellsOfOpen(line, last) ? toPort(last.P === 'UDP' ? 'udp' : 'tcp', last.n) : undefined;
    if (port !== undefined) ports.set(Number(last.p), [...(ports.get(Number(last.p)) ?? []), port]);
  }
  return ports;
}

/** Of TCP the state tells, which comes after the name. UDP has none, and the name of a caller's shows both ends. */
function tellsOfOpen(line: string, last: { P: string; n: string }): boolean {
  return last.P === 'UDP' ? line.startsWith('n') && !last.n.includes('->') : line === 'TST=LISTEN';
}

/** "*:7777", "127.0.0.1:7777" or "[::1]:7777". */
function toPort(protocol: 'tcp' | 'udp', name: string): OpenPort | undefined {
  const at = name.lastIndexOf(':');
  const port = Number(name.slice(at + 1));
  if (at < 0 || !Number.isInteger(port) || port === 0) return undefined;
  const address = name.slice(0, at).replaceAll(/[[\]]/g, '');
  return { protocol, address: address === '*' ? '0.0.0.0' : address, port };
}
