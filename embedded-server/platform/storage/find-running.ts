// Finds the service that runs on a data folder, for a command line that was given no address.
import { readFile } from 'node:fs/promises';
import { dataPaths } from './data-paths.ts';
import { isAlive, isLockHeld, readRunningFile } from './lock.ts';

export type FoundService = { url: string; token: string; pid: number };

/**
 * The service that has this folder; undefined where none has. After a crash its files still say where it was, and whoever listens there
 * now would be handed the token.
 */
export async function findRunningService(folder: string): Promise<FoundService | undefined> {
  const paths = dataPaths(folder);
  const running = await readRunningFile(paths);
  // Who only reads the folder, as a check does, holds its lock too.
  if (running?.url === undefined || !isLockHeld(paths) || !isAlive(running.pid)) return undefined;
  const token = (await readFile(paths.ownerToken, 'utf8')).trim();
  return { url: running.url, token, pid: running.pid };
}
