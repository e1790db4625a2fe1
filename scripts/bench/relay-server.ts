// The other process of the relay measures: the relay alone, with one port in front of each target that it is told.
import { createRelay } from '../../embedded-server/index.ts';

/** What it says over IPC once it listens: the public ports, in the order of the targets. */
export type RelayServerReady = number[];

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
process.on('message', () => process.exit(0));
process.send?.(ports.map(({ port }) => port) satisfies RelayServerReady);
