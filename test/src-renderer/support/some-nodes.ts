// Nodes for tests of the window: one that takes servers, one that is left, one that is lost.
import type { NodesView } from '../../../src-shared/nodes/bridge.ts';
import type { FleetNodeView, NodeServer } from '../../../src-shared/service/nodes.ts';
import { stagingEu } from './some-instances.ts';
import { namespace_id, tidebreak } from './some-servers.ts';

/** A remote whose servers run on nodes. */
export const withFleet = { ...stagingEu, has_fleet: true };

/** Where their page is. */
export const nodesHash = '#/nodes/eu';

const clock = (time: string) => new Date(`${new Date().toISOString().slice(0, 10)}T${time}`).toISOString();

/** A server on a node. */
export function nodeServer(id: string, change: Partial<NodeServer> = {}): NodeServer {
  return {
    id: `${id}-93b4-4a55-bb0e-6f1d2c3b4a59`,
    game_id: tidebreak.game_id,
    environment: namespace_id,
    game: 'Tidebreak',
    namespace: 'Production',
    version: '0.1.3',
    state: 'running',
    players: 12,
    reserved: { cpu: 500, memory: 512 },
    used: { cpu: 120, memory: 300 },
    ...change,
  };
}

function node(name: string, change: Partial<FleetNodeView>): FleetNodeView {
  return {
    id: `${name}-id`,
    name,
    region: 'eu-west',
    address: '10.0.0.1',
    state: 'ready',
    capacity: { cpu: 4_000, memory: 7_936 },
    reserved: { cpu: 1_500, memory: 2_048 },
    used: { cpu: 480, memory: 1_100 },
    seen_ts: clock('16:31:00'),
    servers: [],
    ...change,
  };
}

/** One of each. */
export function someNodes(): NodesView {
  const nodes = [
    node('node1', {
      servers: [nodeServer('7c1e04b2'), nodeServer('f4410b7e', { namespace: 'Playtest', players: 9 })],
    }),
    node('node2', {
      address: '10.0.0.2',
      state: 'draining',
      drain: { begin_ts: clock('16:20:00'), end_ts: clock('17:20:00') },
      servers: [nodeServer('b83f91a0', { state: 'draining', players: 3 })],
      reserved: { cpu: 500, memory: 512 },
    }),
    node('node3', {
      region: 'us-east',
      address: '10.0.1.1',
      state: 'lost',
      lost_ts: clock('16:31:10'),
      lost: [
        {
          ...nodeServer('0d62ce47'),
          ended_ts: clock('16:31:12'),
          replaced_by: { id: nodeServer('18ad3b66').id, state: 'running', node: 'node1' },
        },
        {
          ...nodeServer('e95a7710', { game: 'Hollow Circuit', namespace: 'Development' }),
          ended_ts: clock('16:31:12'),
        },
      ],
    }),
  ];
  return { list: { fleet: true, nodes, waiting: [] }, fresh_at: 1 };
}
