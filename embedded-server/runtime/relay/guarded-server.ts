// One server behind the relay: its ports, who plays on it, what was counted, and the conditions that all lines of its players
// have.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { formatEndpoint, LOOPBACK } from '../../../src-shared/host-address.ts';
import type { NetworkConditions } from '../../../src-shared/servers/network-presets.ts';
import { bindError } from './bind-error.ts';
import { createRandom } from './conditions/random.ts';
import type { Scheduler } from './conditions/scheduler.ts';
import { createLink } from './conditions/simulated-line.ts';
import { type Forwarding, holdEarlyPlayers } from './hold-early-players.ts';
import type { SharedListeners } from './listening-sockets.ts';
import type { OpenRequest, PortName, PublicPort, RefusedPlayers, RelayPort, ServerCounts } from './messages.ts';
import type { Gate, Line, OpenPort, Player, RelayPortDependencies } from './player.ts';
import { createPortCounter, type PortCounter, sumByName, sumCounts } from './port-counter.ts';
import { createRefusalReports, type RefusalReports } from './refusal-reports.ts';
import { TCP_HALF_OPEN_MS } from './tcp-pair.ts';
import { openTcpPort } from './tcp-port.ts';
import { openUdpPort } from './udp-port.ts';
import { UDP_IDLE_MS } from './udp-session.ts';
import { type Answers, createSources, type Sources } from './who-plays.ts';

export type GuardedServer = {
  readonly ports: PublicPort[];
  /** The server itself listens at these: players are led to them from now on. */
  forward(ports: readonly PortName[]): void;
  /** Where its ports are shared, whoever comes from now on is this server's. */
  promote(): void;
  /** Answers who is there at that moment. */
  setMaxPlayers(count: number): ServerCounts;
  setConditions(conditions: NetworkConditions | undefined): void;
  /** Nothing passes for so long; a later call restarts the time. */
  cut(ms: number): void;
  counts(): ServerCounts;
  /** Opens the same numbers at another address as well; without one, at none but the first. */
  share(hostname: string | undefined): Promise<PublicPort[]>;
  close(): Promise<void>;
};

export type GuardedServerDependencies = {
  scheduler: Scheduler;
  listeners: SharedListeners;
  onChange(isUrgent: boolean): void;
  onTargetRefused(port: RelayPort): void;
  onTooEarly(port: RelayPort): void;
  /** A player waits at a port that is not forwarded. */
  onKnock(): void;
  onRefused(port: RelayPort, most: number, refused: RefusedPlayers): void;
};

type Opened = {
  port: RelayPort;
  counter: PortCounter;
  refusals: RefusalReports;
  refuse: Refuse;
  gate: Gate;
  forwarding: Forwarding;
  open: OpenPort;
};
type Refuse = RelayPortDependencies['refuse'];

export async function openGuardedServer(
  request: OpenRequest,
  dependencies: GuardedServerDependencies,
): Promise<GuardedServer> {
  const { server_id, hostname = LOOPBACK } = request;
  const sources = createSources(request.maxPlayers, () => dependencies.onChange(true), request.talkMs);
  const players = createPlayers(sources, dependencies.scheduler);
  const opened: Opened[] = [];
  const shares = createShares(opened, (elsewhere, { port, open, ...parts }) =>
    openPort(
      { ...request, hostname: elsewhere },
      { ...port, listenPort: open.port, isShared: true },
      { ...parts, dependencies },
    ),
  );
  const close = async () => {
    for (const { forwarding } of opened) forwarding.close();
    await shares.close();
    await Promise.all(opened.map(({ open }) => open.close()));
    for (const { refusals } of opened) refusals.close();
    sources.close();
  };
  const counts = (): ServerCounts => {
    const ports = sumByName(opened.map(({ counter }) => counter.counts));
    return { server_id, ...sumCounts(ports), ...sources.counts(), ports };
  };
  try {
    for (const port of request.ports) {
      const counter = createPortCounter(port.name, dependencies.onChange);
      const refusals = createRefusalReports((refused) => dependencies.onRefused(port, sources.most(), refused));
      const refuse: Refuse = (from, why = sources.most() === 0 ? 'closed' : 'full') => {
        const endpoint = from && formatEndpoint(from.address, from.port);
        counter.refused(why, endpoint);
        refusals.add(why, endpoint);
      };
      const gate = players.openGate();
      const forwarding = holdEarlyPlayers(request.waitsForServer !== true, dependencies.onKnock);
      const open = await openPort(request, port, { dependencies, counter, refuse, gate, forwarding });
      opened.push({ port, counter, refusals, refuse, gate, forwarding, open });
    }
  } catch (thrown) {
    await close(); // all ports or none
    throw thrown;
  }
  return {
    ports: opened.map(({ port: { name, protocol }, open: { port } }) => ({ name, protocol, hostname, port })),
    forward: (named) => {
      for (const { port, forwarding } of opened) {
        if (named.some(({ name, protocol }) => name === port.name && protocol === port.protocol)) forwarding.start();
      }
    },
    promote: () => {
      for (const { open } of opened) open.promote();
    },
    setMaxPlayers: (count) => {
      sources.setMost(count);
      return counts();
    },
    setConditions: players.setConditions,
    cut: players.cut,
    counts,
    share: shares.set,
    close,
  };
}

/** How many connections or sessions a port holds. */
const MOST_AT_ONCE = 4_096;

/** The ports of a server at an address beside its own: all of them, or none. They are asked for one after the other. */
function createShares(opened: readonly Opened[], open: (hostname: string, port: Opened) => Promise<OpenPort>) {
  let there: OpenPort[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const end = async () => {
    const before = there;
    there = [];
    await Promise.all(before.map((one) => one.close()));
  };
  const begin = async (hostname: string): Promise<PublicPort[]> => {
    try {
      for (const one of opened) there.push(await open(hostname, one));
    } catch (thrown) {
      await end();
      throw thrown;
    }
    // A server before it may still have the number there.
    for (const one of there) one.promote();
    return opened.map(({ port: { name, protocol }, open: { port } }) => ({ name, protocol, hostname, port }));
  };
  const set = (hostname: string | undefined): Promise<PublicPort[]> => {
    const next = last.then(async () => {
      await end();
      return hostname === undefined || isClosed ? [] : await begin(hostname);
    });
    last = next.catch(() => undefined);
    return next;
  };
  return {
    set,
    /** Also of what is being opened now. */
    close: () => {
      isClosed = true;
      return set(undefined);
    },
  };
}

type PortParts = { dependencies: GuardedServerDependencies } & Pick<
  RelayPortDependencies,
  'counter' | 'gate' | 'refuse' | 'forwarding'
>;

async function openPort(request: OpenRequest, port: RelayPort, parts: PortParts): Promise<OpenPort> {
  const { hostname = LOOPBACK, udpIdleMs = UDP_IDLE_MS, mostAtOnce = MOST_AT_ONCE } = request;
  const { tcpHalfOpenMs = TCP_HALF_OPEN_MS } = request;
  const { scheduler, listeners, onTargetRefused, onTooEarly } = parts.dependencies;
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
      mostAtOnce,
      tcpHalfOpenMs,
      refuse: parts.refuse,
      forwarding: parts.forwarding,
      onTargetRefused: () => onTargetRefused(port),
      onTooEarly: () => onTooEarly(port),
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

function createPlayers(sources: Sources, scheduler: Scheduler) {
  /** Each with its number: players of the same seed and number meet the same fate. */
  const players = new Map<Player, number>();
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
    sources.setHeld(next, Date.now());
    for (const player of players.keys()) player.setHeld(next);
  };
  const openGate = (answers: Answers = { since: 0, lastAt: undefined }): Gate => ({
    hasRoom: sources.hasRoom,
    heard: sources.heard,
    answered: sources.answered,
    finished: sources.leave,
    enter: (player, protocol) => {
      players.set(player, entered);
      if (conditions !== undefined) player.setLine(lineOf(entered));
      if (isHeld) player.setHeld(true);
      entered += 1;
      return sources.enter(protocol, Date.now(), answers);
    },
    leave: (player, source) => {
      players.delete(player);
      sources.leave(source);
    },
  });
  return {
    openGate,
    setConditions: (next: NetworkConditions | undefined) => {
      conditions = next !== undefined && changesNothing(next) ? undefined : next;
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

/** All figures at zero are the network as it is, which is faster without a line in between. */
function changesNothing({ bandwidth_bits: bandwidth, seed: _seed, ...figures }: NetworkConditions): boolean {
  return bandwidth === undefined && Object.values(figures).every((figure) => figure === 0);
}
