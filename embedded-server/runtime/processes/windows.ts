// Processes as Windows tells of them through PowerShell, netstat and taskkill.
import type { OpenPort } from '../runner/runner.ts';
import { runTool } from './run-tool.ts';
import type { ProcessRow, ProcessSystem } from './system.ts';

/** tasklist tells neither parents nor start times, without which no tree can be told apart from a stranger's. */
const LIST = [
  'Get-CimInstance Win32_Process | ForEach-Object {',
  '"$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.ToFileTimeUtc())',
  ' $($_.KernelModeTime + $_.UserModeTime) $($_.WorkingSetSize)" }',
].join('');
const UNITS_PER_MS = 10_000;
/** A command line holds 8,191 characters at most. */
const AT_ONCE = 200;

export const windows: ProcessSystem = {
  list: async () => parseList(await runTool('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', LIST])),
  // The environment of another process is out of reach here; trees are found by parents and by who was seen before.
  markersOf: () => Promise.resolve(new Map()),
  openPorts: async (pids) => parseNetstat(await runTool('netstat.exe', ['-ano']), new Set(pids)),
  membersOf: () => Promise.resolve([]),
  freeze: () => Promise.resolve(),
  kill: async (pids) => {
    for (let at = 0; at < pids.length; at += AT_ONCE) {
      const named = pids.slice(at, at + AT_ONCE).flatMap((pid) => ['/PID', String(pid)]);
      await runTool('taskkill.exe', ['/T', '/F', ...named]);
    }
  },
};

/** Programs with a window are asked to close it. Those of a console can't be asked from outside. */
export async function askWindowsToEnd(pid: number): Promise<void> {
  await runTool('taskkill.exe', ['/T', '/PID', String(pid)]);
}

/** A process may have the number of a parent that is gone and was reused: then it is older than its "parent". */
export function parseList(printed: string): ProcessRow[] {
  const rows = printed.split(/\r?\n/).flatMap((line) => {
    const [pid, parent, identity, time, memory] = line.trim().split(' ');
    if (memory === undefined || identity === undefined || identity === '') return [];
    const cpuMs = Math.round(Number(time) / UNITS_PER_MS);
    const numbers = { pid: Number(pid), parent: Number(parent), group: 0, session: 0 };
    return [{ ...numbers, identity, cpuMs, memoryBytes: Number(memory) }];
  });
  const started = new Map(rows.map(({ pid, identity }) => [pid, BigInt(identity)]));
  return rows.map((row) => {
    const isOlder = (started.get(row.parent) ?? 0n) > BigInt(row.identity);
    return isOlder ? { ...row, parent: 0 } : row;
  });
}

/** "  TCP    0.0.0.0:7777   0.0.0.0:0   LISTENING   4711" and "  UDP    [::]:7777   *:*   4711". */
export function parseNetstat(printed: string, wanted: ReadonlySet<number>): Map<number, OpenPort[]> {
  const ports = new Map<number, OpenPort[]>();
  for (const line of printed.split(/\r?\n/)) {
    const fields = line.trim().split(/\s+/);
    const [kind, local = '', remote = ''] = fields;
    const pid = Number(fields.at(-1));
    // The state's name is in the language of the system; a listening socket's other side never has a port.
    const isOpen = (kind === 'TCP' && remote.endsWith(':0')) || kind === 'UDP';
    if (!isOpen || !wanted.has(pid)) continue;
    const at = local.lastIndexOf(':');
    const address = local.slice(0, at).replaceAll(/[[\]]/g, '');
    const protocol = kind === 'TCP' ? 'tcp' : 'udp';
    ports.set(pid, [...(ports.get(pid) ?? []), { protocol, address, port: Number(local.slice(at + 1)) }]);
  }
  return ports;
}
