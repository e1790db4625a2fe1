// The other process of the relay measures: the relay alone, with one port in front of each target that it is told.

import { createRelay } from '../../embedded-server/index.ts';
import { networkConditions } from '../../src-shared/servers/network-presets.ts';

/** What it says over IPC once it listens: the public ports, in the order of the targets. */
export type RelayServerReady = number[];
/** What it is told: to end, or to give its players a network, which it answers. */
export type RelayServerOrder = 'stop' | { conditions?: { latency_ms: number; jitter_ms: number } | undefined };

const [, , protocol = '', ...targets] = process.argv;

const relay = createRelay({ script: new URL('../../embedded-server/runtime/relay/relay-thread.ts', import.meta.url) });
const ports = await relay.open({
  server_id: 'measured',
  maxPlayers: 1_000,
  ports: targets.map((target, index) => ({
    name: `port-${index}`,
    protocol: protocol === 'udp' ? 'udp' : 'tcp',
    listenPort: 0,
    targetPort: Number(target),
  })),
});
process.on('message', (told: RelayServerOrder) => {
  if (told === 'stop') process.exit(0);
  const conditions = told.conditions === undefined ? undefined : networkConditions.parse(told.conditions);
  void relay.setConditions('measured', conditions).then(() => process.send?.('set'));
});
process.send?.(ports.map(({ port }) => port) satisfies RelayServerReady);
