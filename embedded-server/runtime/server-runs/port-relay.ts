// The guard of servers' ports, as their lives need it, over the relay that carries the traffic.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import { createRelay, type RelayOptions } from '../relay/create-relay.ts';
import type { PublicPort, RelayEvent, RelayPort, ServerCounts } from '../relay/messages.ts';
import type { PortPool } from './port-pool.ts';
import type { Guard, GuardGroup, GuardPort, GuardRequest } from './run-dependencies.ts';
import { explainFixed, giveBackAll, type Reserved } from './server-ports.ts';

export type GuardOptions = {
  script: RelayOptions['script'];
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
  /** Opens its public ports at another address as well, or at none. */
  share(server_id: string, hostname: string | undefined): Promise<readonly PublicPort[]>;
  shutDown(): Promise<void>;
};

const PORT_TRIES = 5;

export function createGuard({ script, ports, onCounts, onTrouble, onProblem }: GuardOptions): RunningPortRelay {
  const requests = new Map<string, GuardRequest>();
  const onEvent = (event: RelayEvent) => {
    if (event.t === 'knock') requests.get(event.server_id)?.onKnock();
    else hear({ onCounts, onTrouble }, event);
  };
  const relay = createRelay({ script, onEvent, onLost: onProblem });
  const numbers = createPublicNumbers(ports);
  return {
    open: async (request) => {
      // What is asked of it meanwhile waits in the relay.
      requests.set(request.server_id, request);
      try {
        return await openInTries(relay, numbers, request);
      } catch (thrown) {
        requests.delete(request.server_id);
        throw thrown;
      }
    },
    forward: (server_id, reached) => {
      if (requests.has(server_id)) relay.forward(server_id, reached).catch(onProblem);
    },
    promote: (server_id) => {
      if (!requests.has(server_id)) return;
      numbers.promote(server_id);
      relay.promote(server_id).catch(onProblem);
    },
    setMaxPlayers: async (server_id, maxPlayers) => {
      if (!requests.has(server_id)) return;
      try {
        onCounts([await relay.setMaxPlayers(server_id, maxPlayers)]);
      } catch (thrown) {
        onProblem(thrown);
      }
    },
    close: async (server_id) => {
      requests.delete(server_id);
      await relay.close(server_id);
      numbers.giveBack(server_id);
    },
    setConditions: relay.setConditions,
    cut: relay.cut,
    share: relay.share,
    shutDown: relay.stop,
  };
}

async function openInTries(
  relay: ReturnType<typeof createRelay>,
  numbers: PublicNumbers,
  request: GuardRequest,
): Promise<ReadonlyMap<string, number>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openOnce(relay, numbers, request);
    } catch (thrown) {
      // Somebody was faster between the choice and the bind. The next choice is another port.
      const isTaken = thrown instanceof AppError && thrown.code === 'PORT_TAKEN';
      if (!isTaken || attempt === PORT_TRIES) throw thrown;
    }
  }
}

async function openOnce(
  relay: ReturnType<typeof createRelay>,
  numbers: PublicNumbers,
  request: GuardRequest,
): Promise<ReadonlyMap<string, number>> {
  const { server_id, hostname, maxPlayers } = request;
  try {
    const ports: RelayPort[] = [];
    for (const group of request.groups) ports.push(...(await numbers.take(request, group)));
    const opened = await relay.open({ server_id, hostname, maxPlayers, ports, waitsForServer: true });
    return new Map(opened.map(({ name, port }) => [name, port]));
  } catch (thrown) {
    numbers.giveBack(server_id);
    throw thrown;
  }
}

type PublicNumbers = ReturnType<typeof createPublicNumbers>;

/** Who has which public number. While one is handed on, it has several servers. */
function createPublicNumbers(pool: PortPool) {
  const taken = new Map<string, Reserved[]>();
  const holders = new Map<string, string[]>();
  const keysOf = ({ port, transports }: Reserved) => transports.map((transport) => `${transport} ${port}`);
  const hold = (server_id: string, reserved: Reserved): void => {
    taken.set(server_id, [...(taken.get(server_id) ?? []), reserved]);
    for (const key of keysOf(reserved)) holders.set(key, [...(holders.get(key) ?? []), server_id]);
  };
  /** Several where it is being handed on already: a long drain may see more than one switch. */
  const holdersOf = (reserved: Reserved) => [...new Set(keysOf(reserved).flatMap((key) => holders.get(key) ?? []))];
  const takeAt = async ({ server_id, owner, mayTakeOver }: GuardRequest, { ports }: GuardGroup, base: number) => {
    const got: Reserved[] = [];
    try {
      for (const { offset, transports } of ports) {
        const reserved = { port: base + offset, transports };
        const having = holdersOf(reserved);
        if (having.length > 0 && having.every(mayTakeOver)) pool.share(reserved.port, transports, owner);
        else await pool.takeThis(reserved.port, transports, owner);
        got.push(reserved);
      }
    } catch (thrown) {
      giveBackAll(pool, got);
      throw thrown;
    }
    for (const reserved of got) hold(server_id, reserved);
  };
  return {
    take: async (request: GuardRequest, group: GuardGroup): Promise<RelayPort[]> => {
      const base = await chooseBase(pool, request, group, takeAt);
      if (base.isRow) {
        for (let offset = 0; offset < group.size; offset += 1) {
          hold(request.server_id, { port: base.number + offset, transports: ['tcp', 'udp'] });
        }
      }
      return group.ports.flatMap((port) => relayPorts(port, base.number));
    },
    promote: (server_id: string): void => {
      for (const key of (taken.get(server_id) ?? []).flatMap(keysOf)) {
        const others = (holders.get(key) ?? []).filter((one) => one !== server_id);
        holders.set(key, [...others, server_id]);
      }
    },
    giveBack: (server_id: string): void => {
      const had = taken.get(server_id) ?? [];
      taken.delete(server_id);
      giveBackAll(pool, had);
      for (const key of had.flatMap(keysOf)) {
        const others = (holders.get(key) ?? []).filter((one) => one !== server_id);
        if (others.length > 0) holders.set(key, others);
        else holders.delete(key);
      }
    },
  };
}

type TakeAt = (request: GuardRequest, group: GuardGroup, base: number) => Promise<unknown>;

/** `isRow`: all numbers of the row are taken, for TCP and UDP both, and not only those that are needed. */
async function chooseBase(
  pool: PortPool,
  request: GuardRequest,
  group: GuardGroup,
  takeAt: TakeAt,
): Promise<{ number: number; isRow: boolean }> {
  if (group.number !== undefined) {
    try {
      await takeAt(request, group, group.number);
      return { number: group.number, isRow: false };
    } catch (thrown) {
      throw explainFixed(thrown, group.name);
    }
  }
  for (const number of group.known) {
    try {
      await takeAt(request, group, number);
      return { number, isRow: false };
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
    }
  }
  return { number: await pool.take(group.size, request.owner), isRow: true };
}

function relayPorts({ name, transports, targetPort, offset, proxyProtocol }: GuardPort, base: number): RelayPort[] {
  return transports.map((protocol) => ({
    name,
    protocol,
    targetPort,
    listenPort: base + offset,
    isShared: true,
    proxyProtocol,
  }));
}

type Refused = Extract<RelayEvent, { t: 'refused' }>;

function formatRefused({ port, protocol, count, from, why, most }: Refused): string {
  const who = count === 1 ? 'a player' : `${count} players, the last`;
  return `Turned away ${who}${from === undefined ? '' : ` from ${from}`}, at the port "${port}" (${protocol}): ${formatWhy(why, most, protocol)}`;
}

function formatWhy(why: Refused['why'], most: number, protocol: Refused['protocol']): string {
  switch (why) {
    case 'full':
      return `the ${most} places that the namespace gives it are taken. More are given in the settings of the namespace.`;
    case 'closed':
      return 'it takes no new players now, as it is about to end or its namespace allows none.';
    case 'sessions':
      return protocol === 'udp'
        ? 'there are more UDP sessions than a port holds. Old ones end when they are silent for a minute.'
        : 'there are more connections than a port holds. Look at who opens them, as each is kept until one side ends it.';
    case 'system':
      return 'the system has no room for one more connection. Raise the limit of open files of this machine.';
  }
}

function hear(
  { onCounts, onTrouble }: Pick<GuardOptions, 'onCounts' | 'onTrouble'>,
  event: Exclude<RelayEvent, { t: 'knock' }>,
): void {
  switch (event.t) {
    case 'counts':
      onCounts(event.servers);
      break;
    case 'targetRefused':
      onTrouble(event.server_id, event.message);
      break;
    case 'refused':
      onTrouble(event.server_id, formatRefused(event));
      break;
    case 'gone':
      onTrouble(event.server_id, `Its guard was lost, and players cannot reach it: ${event.error.message}`);
  }
}
