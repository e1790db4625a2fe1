// Hosts as processes of their own, each started from the command line as on a node.
import path from 'node:path';
import type { FleetDriver } from '../../embedded-server/runtime/fleet/fleet-driver.ts';
import { slipwayProgram } from './bundled.ts';
import { createProcessDriver } from './process-driver.ts';

/** `flags`: of the Node that hosts run on; `nodes`: those that it claims to have. */
export function processFleet(
  folder: string,
  ports: { from: number; to: number },
  { flags = [], nodes }: { flags?: readonly string[] | undefined; nodes?: readonly string[] | undefined } = {},
): FleetDriver {
  return createProcessDriver({
    ...(nodes && { nodes }),
    folder: path.join(folder, 'hosts'),
    command: ({ serviceUrl, server_id }) => ({
      program: process.execPath,
      arguments: [
        ...flags,
        slipwayProgram,
        'host',
        `--service=${serviceUrl}`,
        `--cache=${cacheOf(folder)}`,
        `--folder=${path.join(folder, 'run', server_id)}`,
        `--server-ports=${ports.from}-${ports.to}`,
      ],
    }),
  });
}

export function cacheOf(folder: string): string {
  return path.join(folder, 'cache');
}

/** For the end of a test. */
export async function endHosts(driver: FleetDriver): Promise<void> {
  const hosts = [...(await driver.look()).keys()];
  await Promise.all(hosts.map(driver.stop));
}
