// Debian's wrk as the sender of many reads: one that costs little, so that the server is what is measured.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export const howToInstallWrk = 'install wrk with "apt-get install wrk"';

/** Answers how many reads a second were answered. Throws when one was refused. */
export async function readsPerSecond(
  url: string,
  token: string,
  connections: number,
  seconds: number,
): Promise<number> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', `Authorization: Bearer ${token}`, url];
  const output = await text(spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  if (!(rate > 0) || /Non-2xx|Socket errors/.test(output)) throw new Error(`wrk was not answered well: ${output}`);
  return rate;
}
