// Hosts as processes of their own, each started from the command line as on a node.
import path from 'node:path';
import type { FleetDriver } from '../../embedded-server/runtime/fleet/fleet-driver.ts';
import { slipwayProgram } from './bundled.ts';
import { createProcessDriver } from './process-driver.ts';

type ProcessFleetOptions = {
  /** Of the Node that hosts run on. */
  flags?: readonly string[] | undefined;
  /** Those that it claims to have. */
  nodes?: readonly string[] | undefined;
  /** Hosts take themselves to be in containers, whose engine lets them write no core dumps. */
  isContained?: boolean | undefined;
};

export function processFleet(
  folder: string,
  ports: { from: number; to: number },
  { flags = [], nodes, isContained = false }: ProcessFleetOptions = {},
): FleetDriver {
  return createProcessDriver({
    ...(nodes && { nodes }),
    folder: path.join(folder, 'hosts'),
    command: ({ serviceUrl, server_id }) => ({
      program: isContained ? 'sh' : process.execPath,
      arguments: [
        ...(isContained ? ['-c', 'ulimit -Sc 0; exec "$@"', 'sh', process.execPath] : []),
        ...flags,
        slipwayProgram,
        'host',
        `--service=${serviceUrl}`,
        `--cache=${cacheOf(folder)}`,
        `--folder=${path.join(folder, 'run', server_id)}`,
        `--server-ports=${ports.from}-${ports.to}`,
        ...(isContained ? ['--in-container'] : []),
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
