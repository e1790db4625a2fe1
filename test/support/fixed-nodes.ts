// A fleet of nodes that are only said to be there: they can be listed, closed and opened, and no server gets one.
import type { FleetDriver, FleetNode } from '../../embedded-server/runtime/fleet/fleet-driver.ts';

const capacity = { cpu: 4_000, memory: 8_192 };
const guide = {
  command: 'docker swarm join --token SWMTKN-1-test 10.0.0.1:2377',
  image: 'localhost/slipway:1',
  isPulled: false,
};

export function fixedNodes(...names: readonly string[]): FleetDriver {
  const nodes = new Map<string, FleetNode>(
    names.map((name) => [name, { node_id: name, name, address: '10.0.0.2', region: 'eu', state: 'ready', capacity }]),
  );
  return {
    start: () => Promise.resolve(),
    look: () => Promise.resolve(new Map()),
    stop: () => Promise.resolve(),
    follow: () => () => undefined,
    nodes: () => Promise.resolve([...nodes.values()]),
    setOpen: async (node_id, isOpen) => {
      const node = nodes.get(node_id);
      if (node !== undefined) nodes.set(node_id, { ...node, state: isOpen ? 'ready' : 'draining' });
    },
    howToJoin: () => Promise.resolve(guide),
    placeOf: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}
