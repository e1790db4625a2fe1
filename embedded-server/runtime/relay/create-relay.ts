// The relay as the rest of the service sees it: ports that players connect to, in front of the ports of servers. It works in a
// thread of its own. Should that be lost, the same ports are opened again; who played has to connect again.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import { openThread, type Thread } from '../../platform/threads/open-thread.ts';
import type { OpenRequest, PortName, PublicPort, RelayCalls, RelayEvent, ServerCounts } from './messages.ts';

type Listener = { onEvent(event: RelayEvent): void; onLost(thrown: unknown): void };

export type BegunRelayThread = {
  /** Tells its one listener from then on. */
  listen(listener: Listener): Thread<RelayCalls>;
  /** Also where nobody has used it yet. */
  close(): Promise<void>;
};

export type RelayOptions = {
  /** The thread's script, or a thread that is there already. */
  script: URL | BegunRelayThread;
  onEvent?: (event: RelayEvent) => void;
  onLost?: (thrown: unknown) => void;
};

export type Relay = {
  /** All ports or none. A port that is taken is refused with who has it. */
  open(request: OpenRequest): Promise<PublicPort[]>;
  /** The server itself listens at these: players are led to them from now on. */
  forward(server_id: string, ports: readonly PortName[]): Promise<void>;
  /** Of a port that is shared, new players come to this server from now on. */
  promote(server_id: string): Promise<void>;
  /** Who plays may stay, also when there are more of them. Answers who is there. */
  setMaxPlayers(server_id: string, maxPlayers: number): Promise<ServerCounts>;
  /** Takes effect at once, also for those who play. */
  setConditions(server_id: string, conditions: NetworkConditions | undefined): Promise<void>;
  /** For so long nothing passes: TCP waits, UDP is lost. 0 heals. */
  cut(server_id: string, ms: number): Promise<void>;
  /** Opens its ports at another address as well; without one, those that were opened there end with who came that way. */
  share(server_id: string, hostname: string | undefined): Promise<PublicPort[]>;
  /** Ends its connections. Answers the last counts. */
  close(server_id: string): Promise<ServerCounts | undefined>;
  closeAll(): Promise<void>;
  /** Ends the thread, and with it everything. */
  stop(): Promise<void>;
};

type Kept = {
  request: OpenRequest;
  conditions: NetworkConditions | undefined;
  forwarded: PortName[];
  isPromoted: boolean;
  sharedAt?: string | undefined;
};

/** Begins the thread before there is a port to open: what it loads takes as long as much else that a start waits for. */
export function beginRelayThread(script: URL): BegunRelayThread {
  let listener: Listener | undefined;
  const thread = openThread<RelayCalls, RelayEvent>({
    script,
    name: 'relay',
    onEvent: (event) => listener?.onEvent(event),
    onLost: (thrown) => listener?.onLost(thrown),
  });
  thread.begin();
  return {
    listen: (given) => {
      listener = given;
      return thread;
    },
    close: thread.close,
  };
}

export function createRelay({ script, onEvent, onLost }: RelayOptions): Relay {
  const kept = new Map<string, Kept>();
  const listener = {
    onEvent: (event: RelayEvent) => onEvent?.(event),
    onLost: (thrown: unknown) => {
      onLost?.(thrown);
      for (const each of kept.values()) {
        void restore(thread, each).catch((problem: unknown) => {
          kept.delete(each.request.server_id);
          onEvent?.({ t: 'gone', server_id: each.request.server_id, error: asAppError(problem).toBody() });
        });
      }
    },
  };
  const thread: Thread<RelayCalls> =
    script instanceof URL ? openThread({ script, name: 'relay', ...listener }) : script.listen(listener);
  return {
    ...keptCalls(thread, kept),
    cut: (server_id, ms) => thread.call('cut', { server_id, ms }),
    close: async (server_id) => {
      kept.delete(server_id);
      return await thread.call('close', { server_id });
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
): Pick<Relay, 'open' | 'forward' | 'promote' | 'setMaxPlayers' | 'setConditions' | 'share'> {
  return {
    open: async (request) => {
      const ports = await thread.call('open', request);
      kept.set(request.server_id, {
        request: withPorts(request, ports),
        conditions: undefined,
        forwarded: [],
        isPromoted: false,
      });
      return ports;
    },
    forward: async (server_id, ports) => {
      await thread.call('forward', { server_id, ports });
      const server = kept.get(server_id);
      server?.forwarded.push(...ports);
    },
    promote: async (server_id) => {
      await thread.call('promote', { server_id });
      const server = kept.get(server_id);
      if (server !== undefined) server.isPromoted = true;
    },
    setMaxPlayers: async (server_id, maxPlayers) => {
      const counts = await thread.call('setMaxPlayers', { server_id, maxPlayers });
      const server = kept.get(server_id);
      if (server !== undefined) server.request = { ...server.request, maxPlayers };
      return counts;
    },
    setConditions: async (server_id, conditions) => {
      await thread.call('setConditions', { server_id, conditions });
      const server = kept.get(server_id);
      if (server !== undefined) server.conditions = conditions;
    },
    share: async (server_id, hostname) => {
      const ports = await thread.call('share', { server_id, hostname });
      const server = kept.get(server_id);
      if (server !== undefined) server.sharedAt = hostname;
      return ports;
    },
  };
}

async function restore(thread: Thread<RelayCalls>, kept: Kept): Promise<void> {
  const { request, conditions, forwarded: ports, isPromoted, sharedAt: hostname } = kept;
  await thread.call('open', request);
  if (ports.length > 0) await thread.call('forward', { server_id: request.server_id, ports });
  if (isPromoted) await thread.call('promote', { server_id: request.server_id });
  if (conditions !== undefined) {
    await thread.call('setConditions', { server_id: request.server_id, conditions });
  }
  if (hostname !== undefined) await thread.call('share', { server_id: request.server_id, hostname });
}

/** With the numbers that the ports have got, for players know them by now. */
function withPorts(request: OpenRequest, ports: readonly PublicPort[]): OpenRequest {
  return {
    ...request,
    ports: request.ports.map((port, index) => ({
      ...port,
      listenPort: ports[index]?.port ?? port.listenPort,
      // By then another server may have it too.
      isShared: true,
    })),
  };
}
