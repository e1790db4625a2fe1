// The processes of a server, by the mark in their variables. A program behind a wall knows itself by other numbers.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from './until.ts';

/** Those of its program; what builds its wall has the mark alone. */
export async function processesOf(server_id: string): Promise<number[]> {
  return await processesWith(`SLIPWAY_SERVER_ID=${server_id}`);
}

/** The same of all servers of a namespace, also of those that no list has. */
export async function processesIn(namespace_id: string): Promise<number[]> {
  return await processesWith(`SLIPWAY_NAMESPACE_ID=${namespace_id}`);
}

async function processesWith(variable: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const hasIt = async (pid: string) => {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    return environment.includes(`${variable}\0`) && environment.includes('SLIPWAY_GAME_ID=');
  };
  const answers = await Promise.all(pids.map(hasIt));
  return pids.filter((_, at) => answers[at]).map(Number);
}

/** Writes a file where a server sees it: its overlay does not show what is written into its folder from outside. */
export async function writeForServer(server_id: string, name: string): Promise<void> {
  await until(async () => (await processesOf(server_id)).length > 0, 'the server');
  const [pid = 0] = await processesOf(server_id);
  await writeFile(path.join(`/proc/${pid}/cwd`, name), '');
}
