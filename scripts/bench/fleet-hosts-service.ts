// The service of the simulation of many hosts, in a process of its own. Its driver starts nothing itself: it says whom to start.
import { startServer } from '../../embedded-server/index.ts';
import type { FleetDriver, HostLook } from '../../embedded-server/runtime/fleet/fleet-driver.ts';

export type FromFleetService =
  | { t: 'ready'; url: string; token: string }
  | { t: 'start'; server_id: string; token: string }
  | { t: 'stop'; server_id: string };

const NODES = 1_000;
const [dataFolder = ''] = process.argv.slice(2);
const often = { burst: 1_000_000, perMinute: 10_000_000 };
const hosts = new Map<string, HostLook>();
const say = (message: FromFleetService) => process.send?.(message);

const driver: FleetDriver = {
  start: async ({ server_id, token }) => {
    if (hosts.has(server_id)) return;
    hosts.set(server_id, { state: 'up' });
    say({ t: 'start', server_id, token });
  },
  look: async () => hosts,
  stop: async (server_id) => {
    if (hosts.delete(server_id)) say({ t: 'stop', server_id });
  },
  follow: () => () => undefined,
  nodes: async () =>
    Array.from({ length: NODES }, (_, at) => ({
      node_id: `node-${at}`,
      name: `node-${at}`,
      state: 'ready' as const,
      capacity: { cpu: 16_000, memory: 65_536 },
    })),
  setOpen: async () => undefined,
  howToJoin: () => Promise.reject(new Error('There is nothing to join')),
  placeOf: async () => undefined,
  close: async () => undefined,
};
const { url, token, close } = await startServer({
  dataFolder,
  port: 0,
  onLog: () => undefined,
  limits: { perAddress: often, perToken: often },
  fleet: { driver },
});
say({ t: 'ready', url, token });
process.once('SIGTERM', () => void close().then(() => process.exit()));
