// The guard of servers' ports, as their lives need it, over the relay that carries the traffic.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import { createRelay } from '../relay/create-relay.ts';
import type { RelayEvent, ServerCounts } from '../relay/messages.ts';
import type { Guard, PortPool } from './run-dependencies.ts';

export type GuardOptions = {
  script: URL;
  ports: PortPool;
  onCounts(servers: readonly ServerCounts[]): void;
  /** A player came while nothing listens there, or the guard of a server was lost: for the server's log. */
  onTrouble(server_id: string, sentence: string): void;
  onProblem(thrown: unknown): void;
};
export type RunningPortRelay = Guard & {
  setConditions(server_id: string, conditions: NetworkConditions | undefined): Promise<void>;
  /** Lets nothing pass for so long. */
  cut(server_id: string, ms: number): Promise<void>;
  shutDown(): Promise<void>;
};

const PORT_TRIES = 5;

export function createGuard({ script, ports, onCounts, onTrouble, onProblem }: GuardOptions): RunningPortRelay {
  const relay = createRelay({ script, onEvent: (event) => hear({ onCounts, onTrouble }, event), onLost: onProblem });
  return {
    open: async (server) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await openOnce(relay, ports, server);
        } catch (thrown) {
          // Somebody was faster between the choice and the bind. The next choice is another port.
          const isTaken = thrown instanceof AppError && thrown.code === 'PORT_TAKEN';
          if (!isTaken || attempt === PORT_TRIES) throw thrown;
        }
      }
    },
    setMaxPlayers: (server_id, maxPlayers) => {
      relay.setMaxPlayers(server_id, maxPlayers).catch(onProblem);
    },
    close: async (server_id, opened) => {
      await relay.close(server_id);
      for (const port of opened) ports.giveBack(port);
    },
    setConditions: relay.setConditions,
    cut: relay.cut,
    shutDown: relay.stop,
  };
}

async function openOnce(
  relay: ReturnType<typeof createRelay>,
  ports: PortPool,
  { server_id, hostname, maxPlayers, ports: wanted }: Parameters<Guard['open']>[0],
): Promise<ReadonlyMap<string, number>> {
  const numbered = await Promise.all(wanted.map(async (port) => ({ ...port, listenPort: await ports.take() })));
  try {
    const opened = await relay.open({ server_id, hostname, maxPlayers, ports: numbered });
    return new Map(opened.map(({ name, port }) => [name, port]));
  } catch (thrown) {
    for (const { listenPort } of numbered) ports.giveBack(listenPort);
    throw thrown;
  }
}

function hear({ onCounts, onTrouble }: Pick<GuardOptions, 'onCounts' | 'onTrouble'>, event: RelayEvent): void {
  switch (event.t) {
    case 'counts':
      onCounts(event.servers);
      break;
    case 'targetRefused':
      onTrouble(event.server_id, event.message);
      break;
    case 'gone':
      onTrouble(event.server_id, `Its guard was lost, and players cannot reach it: ${event.error.message}`);
  }
}
