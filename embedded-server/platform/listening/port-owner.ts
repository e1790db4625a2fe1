// Names the program that has a local port, for the sentence that says why we could not have it.
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

/** Where Linux lists sockets, and the state of one that others can reach. */
const TABLES = { tcp: ['tcp', 'tcp6'], udp: ['udp', 'udp6'] } as const;
const STATES = { tcp: '0A', udp: '07' };

type Protocol = keyof typeof TABLES;
type Table = (typeof TABLES)[Protocol][number];

/** "node (process 4711)" where the system lets us see it, otherwise "another program". */
export async function portOwner(
  port: number,
  protocol: Protocol = 'tcp',
  tables: readonly Table[] = TABLES[protocol],
): Promise<Message> {
  try {
    const pid = await processOn(port, protocol, tables);
    if (pid !== undefined) {
      const [program = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
      return messageFor('listening.program', { name: path.basename(program), pid });
    }
  } catch {
    // No /proc, or not ours to look into: the sentence does without the name.
  }
  return messageFor('listening.another-program');
}

/** The process that has a port, and after it those that started it. Empty where the system does not let us see it. */
export async function processesOn(port: number, protocol: Protocol): Promise<number[]> {
  const found: number[] = [];
  try {
    for (let pid = Number(await processOn(port, protocol)); pid > 1; pid = await parentOf(pid)) found.push(pid);
  } catch {
    // It ended meanwhile, or there is no /proc.
  }
  return found;
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
}

async function processOn(
  port: number,
  protocol: Protocol,
  tables: readonly Table[] = TABLES[protocol],
): Promise<string | undefined> {
  const inodes = await listeningInodes(port, STATES[protocol], tables);
  return inodes.size === 0 ? undefined : await processWithSocket(inodes);
}

async function listeningInodes(port: number, state: string, tables: readonly Table[]): Promise<Set<string>> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const texts = await Promise.all(tables.map((table) => readFile(`/proc/net/${table}`, 'utf8').catch(() => '')));
  const rows = texts.flatMap((table) => table.split('\n').slice(1)).map((line) => line.trim().split(/\s+/));
  const listening = rows.filter((row) => row[1]?.endsWith(wanted) === true && row[3] === state);
  return new Set(listening.map((row) => `socket:[${row[9]}]`));
}

async function processWithSocket(inodes: ReadonlySet<string>): Promise<string | undefined> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const handles = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const handle of handles) {
      const target = await readlink(`/proc/${pid}/fd/${handle}`).catch(() => '');
      if (inodes.has(target)) return pid;
    }
  }
  return undefined;
}
