// Finds the service that runs on a data folder, for a command line that was given no address.
import { readFile } from 'node:fs/promises';
import { dataPaths } from './data-paths.ts';
import { readRunningFile } from './lock.ts';

export type FoundService = { url: string; token: string; pid: number };

/** The service on this folder, as its files say; undefined when none says it runs. */
export async function findRunningService(folder: string): Promise<FoundService | undefined> {
  const paths = dataPaths(folder);
  const running = await readRunningFile(paths);
  if (running?.url === undefined) return undefined;
  const token = (await readFile(paths.ownerToken, 'utf8')).trim();
  return { url: running.url, token, pid: running.pid };
}
