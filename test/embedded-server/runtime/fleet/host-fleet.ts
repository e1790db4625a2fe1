// A service whose servers run in hosts: processes of their own, started from the command line as on a node.
import { onTestFinished } from 'vitest';
import type { FleetTimes } from '../../../../embedded-server/runtime/fleet/fleet.ts';
import type { FleetDriver } from '../../../../embedded-server/runtime/fleet/fleet-driver.ts';
import type { NodeTimes } from '../../../../embedded-server/runtime/nodes/nodes.ts';
import { startHosting } from '../../../support/hosting.ts';
import { endHosts, processFleet } from '../../../support/process-fleet.ts';
import { ownPorts } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

type Options = Parameters<typeof startHosting>[0] & {
  times?: Partial<FleetTimes>;
  /** Of the Node that hosts run on. */
  nodeFlags?: readonly string[];
  nodeTimes?: Partial<NodeTimes>;
  nodes?: readonly string[];
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
  const { times, nodeTimes, nodes, nodeFlags, wrap = (driver) => driver, ...others } = options;
  const folder = await makeTempFolder();
  const processes = processFleet(folder, ownPorts(), { flags: nodeFlags, nodes });
  onTestFinished(() => endHosts(processes));
  const driver = wrap(processes);
  const hosting = await startHosting({
    ...others,
    fleet: { driver, ...(times && { times }), ...(nodeTimes && { nodeTimes }) },
  });
  const { client, params } = hosting;
  const lines = async (server_id: string) => {
    const { lines: all } = await client.readServerLog({ params: { ...params, server_id }, query: { limit: 200 } });
    return all.map(({ text }) => text);
  };
  return { ...hosting, driver, folder, lines };
}
