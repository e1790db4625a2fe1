// Names the program that has a local port, for the sentence that says why we could not have it.
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

/** Where Linux lists sockets, and the state of one that others can reach. */
const TABLES = {
  tcp: { files: ['/proc/net/tcp', '/proc/net/tcp6'], state: '0A' },
  udp: { files: ['/proc/net/udp', '/proc/net/udp6'], state: '07' },
};

/** "node (process 4711)" where the system lets us see it, otherwise "another program". */
export async function portOwner(port: number, protocol: 'tcp' | 'udp' = 'tcp'): Promise<Message> {
  try {
    const pid = await processOn(port, protocol);
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
export async function processesOn(port: number, protocol: 'tcp' | 'udp'): Promise<number[]> {
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

async function processOn(port: number, protocol: 'tcp' | 'udp'): Promise<string | undefined> {
  const inodes = await listeningInodes(port, protocol);
  return inodes.size === 0 ? undefined : await processWithSocket(inodes);
}

async function listeningInodes(port: number, protocol: 'tcp' | 'udp'): Promise<Set<string>> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const { files, state } = TABLES[protocol];
  const tables = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((line) => line.trim().split(/\s+/));
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
