// Lists this process's children, also those that Node no longer counts because they were unref'd. Only Linux tells.
import { readdir, readFile } from 'node:fs/promises';

export async function childProcesses(): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (pid) => ((await isChild(pid)) ? [Number(pid)] : [])));
  return found.flat();
}

async function isChild(pid: string): Promise<boolean> {
  // A process may end between the listing and the reading.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command name is in brackets and may hold anything; state and parent follow the last bracket.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(parent) === process.pid && state !== 'Z';
}
