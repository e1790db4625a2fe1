// Whether a process runs: one that has ended and that nobody has collected yet does not.
import { readFile } from 'node:fs/promises';

export async function isRunning(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return answersSignals(pid);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return state !== '' && state !== 'Z' && state !== 'X';
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
