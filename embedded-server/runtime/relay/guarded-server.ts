// One server behind the relay: its ports, who plays on it, what was counted, and the conditions that all lines of its players
// have.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { portOwner } from '../../platform/listening/port-owner.ts';
import { createLink } from './conditions/link.ts';
import { createRandom } from './conditions/random.ts';
import type { Scheduler } from './conditions/scheduler.ts';
import type { OpenRequest, PublicPort, RelayPort, RelayProtocol, ServerCounts } from './messages.ts';
import type { Gate, Line, OpenPort, Player, RelayPortDependencies } from './player.ts';
import { createPortCounter, type PortCounter, sumCounts } from './port-counter.ts';
import type { SharedListeners } from './shared-listeners.ts';
import { openTcpPort } from './tcp-port.ts';
import { openUdpPort } from './udp-port.ts';

export type GuardedServer = {
  readonly ports: PublicPort[];
  /** Where its ports are shared, whoever comes from now on is this server's. */
  promote(): void;
  setMaxPlayers(count: number): void;
  setConditions(conditions: NetworkConditions | undefined): void;
  /** Nothing passes for so long; a later call restarts the time. */
  cut(ms: number): void;
  counts(): ServerCounts;
  close(): Promise<void>;
};

export type GuardedServerDependencies = {
  scheduler: Scheduler;
  listeners: SharedListeners;
  onChange(isUrgent: boolean): void;
  onTargetRefused(port: RelayPort): void;
};

const LOOPBACK = '127.0.0.1';
const UDP_IDLE_MS = 60_000;

type Opened = { port: RelayPort; counter: PortCounter; open: OpenPort };

export async function openGuardedServer(
  request: OpenRequest,
  dependencies: GuardedServerDependencies,
): Promise<GuardedServer> {
  const { server_id, hostname = LOOPBACK } = request;
  const players = createPlayers(request.maxPlayers, dependencies.scheduler);
  const opened: Opened[] = [];
  const close = async () => {
    await Promise.all(opened.map(({ open }) => open.close()));
  };
  try {
    for (const port of request.ports) {
      const counter = createPortCounter(port.name, dependencies.onChange);
      opened.push({
        port,
        counter,
        open: await openPort(request, port, { dependencies, counter, gate: players.gate }),
      });
    }
  } catch (thrown) {
    await close(); // all ports or none
    throw thrown;
  }
  return {
    ports: opened.map(({ port: { name, protocol }, open: { port } }) => ({ name, protocol, hostname, port })),
    promote: () => {
      for (const { open } of opened) open.promote();
    },
    setMaxPlayers: players.setMost,
    setConditions: players.setConditions,
    cut: players.cut,
    counts: () => {
      const ports = opened.map(({ counter }) => ({ ...counter.counts }));
      return { server_id, ...sumCounts(ports), ports };
    },
    close,
  };
}

type PortParts = { dependencies: GuardedServerDependencies; counter: PortCounter; gate: Gate };

async function openPort(request: OpenRequest, port: RelayPort, parts: PortParts): Promise<OpenPort> {
  const { hostname = LOOPBACK, udpIdleMs = UDP_IDLE_MS } = request;
  const { scheduler, listeners, onTargetRefused } = parts.dependencies;
  checkNumber(port.listenPort, 0, port.name);
  checkNumber(port.targetPort, 1, port.name);
  try {
    const portDependencies: RelayPortDependencies = {
      hostname: await numeric(hostname),
      listenPort: port.listenPort,
      isShared: port.isShared === true,
      listeners,
      target: { host: await numeric(port.targetHost ?? LOOPBACK), port: port.targetPort },
      proxyProtocol: port.proxyProtocol,
      counter: parts.counter,
      gate: parts.gate,
      onTargetRefused: () => onTargetRefused(port),
    };
    if (port.protocol === 'tcp') return await openTcpPort(portDependencies, scheduler);
    return await openUdpPort(portDependencies, udpIdleMs, scheduler);
  } catch (thrown) {
    const { name, protocol, listenPort } = port;
    throw await bindError(thrown, { name, protocol, hostname, port: listenPort });
  }
}

/** Node would only notice while a player connects, and then as a fault of ours. */
function checkNumber(port: number, least: number, name: string): void {
  if (Number.isInteger(port) && port >= least && port <= 65_535) return;
  throw new AppError('LISTENING_REFUSED', 'port.invalid', { port, name, least });
}

async function numeric(hostname: string): Promise<string> {
  return isIP(hostname) === 0 ? (await lookup(hostname)).address : hostname;
}

function createPlayers(maxPlayers: number, scheduler: Scheduler) {
  /** Each with its number: players of the same seed and number meet the same fate. */
  const players = new Map<Player, number>();
  let most = maxPlayers;
  let entered = 0;
  let conditions: NetworkConditions | undefined;
  let seed = 0;
  let cuts = 0;
  let isHeld = false;
  const lineOf = (number: number): Line | undefined =>
    conditions && {
      up: createLink(conditions, createRandom(seed, 2 * number)),
      down: createLink(conditions, createRandom(seed, 2 * number + 1)),
    };
  const hold = (next: boolean) => {
    isHeld = next;
    for (const player of players.keys()) player.setHeld(next);
  };
  const gate: Gate = {
    hasRoom: () => players.size < most,
    enter: (player) => {
      players.set(player, entered);
      if (conditions !== undefined) player.setLine(lineOf(entered));
      if (isHeld) player.setHeld(true);
      entered += 1;
    },
    leave: (player) => void players.delete(player),
  };
  return {
    gate,
    setMost: (count: number) => {
      most = count;
    },
    setConditions: (next: NetworkConditions | undefined) => {
      conditions = next;
      seed = next?.seed ?? Math.floor(Math.random() * 4_294_967_296);
      for (const [player, number] of players) player.setLine(lineOf(number));
    },
    cut: (ms: number) => {
      cuts += 1;
      const mine = cuts;
      if (!isHeld) hold(true);
      scheduler.at(scheduler.now() + ms, () => {
        if (cuts === mine) hold(false);
      });
    },
  };
}

type Endpoint = { name: string; protocol: RelayProtocol; hostname: string; port: number };

/** Says in a sentence why a port could not be opened, and who has it. */
async function bindError(thrown: unknown, endpoint: Endpoint): Promise<unknown> {
  const { name, protocol, hostname, port } = endpoint;
  const what = messageFor('port.named', { port, protocol, name });
  const metadata = { name, protocol, hostname, port };
  switch (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined) {
    case 'EADDRINUSE':
      return new AppError(
        'PORT_TAKEN',
        'port.taken',
        { what, owner: await portOwner(port, protocol) },
        { metadata, cause: thrown },
      );
    case 'EACCES':
      return new AppError(
        'PORT_TAKEN',
        'port.reserved',
        { what },
        {
          metadata,
          cause: thrown,
        },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new AppError(
        'LISTENING_REFUSED',
        'port.no-such-address',
        { what, host: hostname },
        { metadata, cause: thrown },
      );
    default:
      return thrown;
  }
}
