// A service whose servers run in hosts: processes of their own, started from the command line as on a node.
import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FleetTimes } from '../../../../embedded-server/runtime/fleet/fleet.ts';
import type { FleetDriver } from '../../../../embedded-server/runtime/fleet/fleet-driver.ts';
import type { NodeTimes } from '../../../../embedded-server/runtime/nodes/nodes.ts';
import { hostInOwnGame, withHosting } from '../../../support/hosting.ts';
import { endHosts, processFleet } from '../../../support/process-fleet.ts';
import { ownPorts, startTestService } from '../../../support/service.ts';
import { closeAtEnd, startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

type Hosting = Awaited<ReturnType<typeof withHosting>>;
type Options = Parameters<typeof startTestService>[0] & {
  times?: Partial<FleetTimes>;
  /** Of the Node that hosts run on. */
  nodeFlags?: readonly string[];
  nodeTimes?: Partial<NodeTimes>;
  nodes?: readonly string[];
  isContained?: boolean;
  /** The driver as a test has it. */
  wrap?: (driver: FleetDriver) => FleetDriver;
};

/** A driver whose engine is away while `isAway` says so: it tells of no host, and ends none. */
export function awayWhile(isAway: () => boolean): (driver: FleetDriver) => FleetDriver {
  return (driver) => ({
    ...driver,
    look: async () => {
      if (isAway()) throw new Error('The engine is away');
      return await driver.look();
    },
    stop: async (id) => {
      if (!isAway()) await driver.stop(id);
    },
  });
}

/** Hosts that are left are ended when the service is. */
export async function startFleet(options: Options = {}) {
  const { service, ...fleet } = await openFleet(options);
  return withLines({ ...(await withHosting(service, options)), ...fleet });
}

/** One for the whole file, in which each test has a game of its own: see `hostingForAll`. */
export function fleetForAll(options: Options = {}): () => ReturnType<typeof startFleet> {
  const opened = startOnce(() => openFleet(options));
  return async () => {
    const { service, ...fleet } = await opened();
    return withLines({ ...(await hostInOwnGame(service, options)), ...fleet });
  };
}

async function openFleet(options: Options) {
  const { times, nodeTimes, nodes, nodeFlags, isContained, wrap = (driver) => driver, ...others } = options;
  const folder = await makeTempFolder();
  if (isContained === true) await openToOthers(folder);
  const processes = processFleet(folder, ownPorts(), { flags: nodeFlags, nodes, isContained });
  closeAtEnd(() => endHosts(processes));
  const driver = wrap(processes);
  const service = await startTestService({
    ...others,
    fleet: { driver, ...(times && { times }), ...(nodeTimes && { nodeTimes }) },
  });
  return { service, driver, folder };
}

function withLines<Fleet extends Hosting>(fleet: Fleet) {
  const { client, params } = fleet;
  const lines = async (server_id: string) => {
    const { lines: all } = await client.readServerLog({ params: { ...params, server_id }, query: { limit: 200 } });
    return all.map(({ text }) => text);
  };
  return { ...fleet, lines };
}

/** The servers of hosts in containers may be another user, who has to come to their folders. */
async function openToOthers(folder: string): Promise<void> {
  for (let at = folder; ((await stat(at)).mode & 0o001) === 0; at = path.dirname(at)) await chmod(at, 0o711);
}
