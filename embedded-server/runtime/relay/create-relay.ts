// The relay as the rest of the service sees it: ports that players connect to, in front of the ports of servers. It works in a
// thread of its own. Should that be lost, the same ports are opened again; who played has to connect anew.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import { openThread, type Thread } from '../../platform/threads/open-thread.ts';
import type { OpenRequest, PublicPort, RelayCalls, RelayEvent, ServerCounts } from './messages.ts';

export type RelayOptions = {
  /** The thread's script. */
  script: URL;
  onEvent?: (event: RelayEvent) => void;
  onLost?: (thrown: unknown) => void;
};

export type Relay = {
  /** All ports or none. A port that is taken is refused with who has it. */
  open(request: OpenRequest): Promise<PublicPort[]>;
  /** Who plays may stay, also when there are more of them. */
  setMaxPlayers(serverId: string, maxPlayers: number): Promise<void>;
  /** Takes effect at once, also for those who play. */
  setConditions(serverId: string, conditions: NetworkConditions | undefined): Promise<void>;
  /** For so long nothing passes: TCP waits, UDP is lost. 0 heals. */
  cut(serverId: string, ms: number): Promise<void>;
  /** Ends its connections. Answers the last counts. */
  close(serverId: string): Promise<ServerCounts | undefined>;
  closeAll(): Promise<void>;
  /** Ends the thread, and with it everything. */
  stop(): Promise<void>;
};

type Kept = { request: OpenRequest; conditions: NetworkConditions | undefined };

export function createRelay({ script, onEvent, onLost }: RelayOptions): Relay {
  const kept = new Map<string, Kept>();
  const thread = openThread<RelayCalls, RelayEvent>({
    script,
    name: 'relay',
    ...(onEvent === undefined ? {} : { onEvent }),
    onLost: (thrown) => {
      onLost?.(thrown);
      for (const each of kept.values()) {
        void restore(thread, each).catch((problem: unknown) => {
          kept.delete(each.request.serverId);
          onEvent?.({ t: 'gone', serverId: each.request.serverId, error: asAppError(problem).toBody() });
        });
      }
    },
  });
  return {
    ...keptCalls(thread, kept),
    cut: (serverId, ms) => thread.call('cut', { serverId, ms }),
    close: async (serverId) => {
      kept.delete(serverId);
      return await thread.call('close', { serverId });
    },
    closeAll: async () => {
      kept.clear();
      await thread.call('closeAll', undefined);
    },
    stop: async () => {
      kept.clear();
      await thread.close();
    },
  };
}

/** The calls whose outcome holds beyond the life of the thread. */
function keptCalls(
  thread: Thread<RelayCalls>,
  kept: Map<string, Kept>,
): Pick<Relay, 'open' | 'setMaxPlayers' | 'setConditions'> {
  return {
    open: async (request) => {
      const ports = await thread.call('open', request);
      kept.set(request.serverId, { request: withPorts(request, ports), conditions: undefined });
      return ports;
    },
    setMaxPlayers: async (serverId, maxPlayers) => {
      await thread.call('setMaxPlayers', { serverId, maxPlayers });
      const server = kept.get(serverId);
      if (server !== undefined) server.request = { ...server.request, maxPlayers };
    },
    setConditions: async (serverId, conditions) => {
      await thread.call('setConditions', { serverId, conditions });
      const server = kept.get(serverId);
      if (server !== undefined) server.conditions = conditions;
    },
  };
}

async function restore(thread: Thread<RelayCalls>, { request, conditions }: Kept): Promise<void> {
  await thread.call('open', request);
  if (conditions !== undefined) {
    await thread.call('setConditions', { serverId: request.serverId, conditions });
  }
}

/** With the numbers that the ports have got, for players know them by now. */
function withPorts(request: OpenRequest, ports: readonly PublicPort[]): OpenRequest {
  return {
    ...request,
    ports: request.ports.map((port, index) => ({ ...port, listenPort: ports[index]?.port ?? port.listenPort })),
  };
}
