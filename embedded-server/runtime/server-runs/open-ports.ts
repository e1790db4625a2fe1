// Gives a server its ports: numbers to listen on, and for guarded ones the public ones that players use.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { LOOPBACK } from '../../../src-shared/host-address.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import { placeOf, type Transport, transportsOf } from '../../../src-shared/service/port-faults.ts';
import type { ServerPort } from '../../../src-shared/service/servers.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { ExpectedPort } from '../hosting-thread/messages.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { Undo } from './cleanup-stack.ts';
import { createForwardedPorts, type ForwardedPorts } from './forward-listening-ports.ts';
import type { SettledPort } from './gather-run-settings.ts';
import { knownNumbers, mayTakeOver } from './known-public-ports.ts';
import { holderOf, nameOfHolder } from './port-holder.ts';
import { firstBusy, takenBy } from './port-pool.ts';
import type { Prepared } from './prepare.ts';
import type { GuardGroup, RunDependencies } from './run-dependencies.ts';
import { sayWait } from './say-wait.ts';
import { explainFixed, giveBackAll, type PortRow, type Reserved, reserveRow } from './server-ports.ts';

export type Opened = {
  /** As the server has to know them; nobody is told about a public side that does not answer yet. */
  ports: Readonly<Record<string, ServerPort>>;
  /** A port for TCP and UDP both is two of these. */
  expected: readonly ExpectedPort[];
  publicPorts: ReadonlyMap<string, number>;
  /** Players are led to it from now on. */
  forward: ForwardedPorts['begin'];
  /** Whether somebody else sits on one of them by now. */
  wereTaken(): Promise<boolean>;
};

export async function openPorts(
  dependencies: RunDependencies,
  server: ServerRecord,
  { settings, belongs }: Prepared,
  { signal, undo }: { signal: AbortSignal; undo: Undo },
): Promise<Opened> {
  const { server_id } = server;
  const owner = messageFor('port.server', { server: shortServerId(server_id), namespace: belongs.namespaceName });
  const inside = new Map<string, number>();
  const guarded: GuardGroup[] = [];
  for (const group of groupPorts(settings.ports)) {
    const { base, reserved } = await takeInside(dependencies, server, group, { owner, signal });
    undo.add(() => giveBackAll(dependencies.ports, reserved));
    for (const { name, offset } of group.members) inside.set(name, base + offset);
    if (group.first.routing.game_guard !== undefined) guarded.push(guardGroup(dependencies, server, group, base));
  }
  const { listenHost } = dependencies.address();
  const expected = Object.entries(settings.ports).flatMap(([name, { protocol, routing }]) => {
    // Nobody but the guard comes to a guarded one, on this machine.
    const reachedAt = routing.game_guard === undefined ? listenHost : LOOPBACK;
    return { name, protocol, port: inside.get(name) ?? 0, reachedAt };
  });
  const forwarded = createForwardedPorts(dependencies, server_id, expected);
  const publicPorts = new Map(inside);
  if (guarded.length > 0) {
    undo.add(() => dependencies.guard.close(server_id));
    const opened = await dependencies.guard.open({
      server_id,
      hostname: listenHost,
      maxPlayers: belongs.maxPlayers,
      groups: guarded,
      owner,
      onKnock: forwarded.onKnock,
      mayTakeOver: (holder) => mayTakeOver(dependencies.records, server, holder),
    });
    for (const [name, port] of opened) publicPorts.set(name, port);
  }
  const ports = Object.fromEntries(
    Object.entries(settings.ports).map(([name, { protocol, routing }]) => [
      name,
      { protocol, internal_port: inside.get(name) ?? 0, routing },
    ]),
  );
  return { ports, expected, publicPorts, forward: forwarded.begin, wereTaken: () => areBusy(expected) };
}

async function areBusy(expected: readonly ExpectedPort[]): Promise<boolean> {
  const busy = await Promise.all(expected.map(({ protocol, port }) => firstBusy(port, transportsOf(protocol))));
  return busy.some((one) => one !== undefined);
}

const BOTH: readonly Transport[] = ['tcp', 'udp'];

type Inside = { base: number; reserved: readonly Reserved[] };

/** The numbers that the program listens on. Those of the host's own ports are the public ones as well. */
async function takeInside(
  dependencies: RunDependencies,
  server: ServerRecord,
  { name, first, members, size }: PortGroup,
  { owner, signal }: { owner: Message; signal: AbortSignal },
): Promise<Inside> {
  const { ports, records, note } = dependencies;
  const row: PortRow = members.map(({ port, offset }) => ({ offset, transports: transportsOf(port.protocol) }));
  const at = (base: number): Promise<Inside> =>
    afterHolder(dependencies, { server, port: base, signal }, async () => ({
      base,
      reserved: await reserveRow(ports, row, base, owner),
    }));
  const anywhere = async (): Promise<Inside> => {
    const base = await ports.take(size, owner);
    return { base, reserved: Array.from({ length: size }, (_, offset) => ({ port: base + offset, transports: BOTH })) };
  };
  const { internal_port: wanted, number } = first;
  const isOnHost = first.routing.host !== undefined;
  if (isOnHost && number !== undefined) {
    return await at(number).catch((thrown: unknown) => {
      throw explainFixed(thrown, name);
    });
  }
  if (wanted === undefined) return await firstOf(isOnHost ? knownNumbers(records, server, name) : [], at, anywhere);
  try {
    return await at(wanted);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const got = await anywhere();
    const params = { name, port: wanted, other: got.base, why: thrown.toMessage() };
    note(server.server_id, messageFor('port.got-another', params).text);
    return got;
  }
}

type WantedPort = { server: ServerRecord; port: number; signal: AbortSignal };

/** Unlike a port of the relay, one that a program listens on cannot be handed on: the server that this one replaces ends first. */
async function afterHolder(
  dependencies: RunDependencies,
  { server, port, signal }: WantedPort,
  reserve: () => Promise<Inside>,
): Promise<Inside> {
  const { records, endHolder } = dependencies;
  try {
    return await reserve();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const declared = records
      .alive(server.namespace_id)
      .find((other) => hasPort(other, port) && mayTakeOver(records, server, other.server_id));
    const holder = declared ?? (await undeclaredHolder(dependencies, server, thrown));
    const isGone = endHolder(holder.server_id, signal);
    sayWait(dependencies, { server, holder_id: holder.server_id, port });
    await isGone;
    records.change(server.server_id, { problem: null });
    return await reserve();
  }
}

/**
 * The server to wait for whose program listens on the port although its version names none. Throws the refusal on where there is none,
 * with the server that has the port where it is one of ours.
 */
async function undeclaredHolder(
  { records, belongs }: RunDependencies,
  server: ServerRecord,
  refusal: AppError,
): Promise<ServerRecord> {
  const { port, kind } = refusal.params ?? {};
  if (typeof port !== 'number') throw refusal;
  const protocol = kind === 'UDP' ? 'udp' : 'tcp';
  const holder = await holderOf(port, protocol, records.allAlive());
  if (holder === undefined) throw refusal;
  if (mayTakeOver(records, server, holder.server_id)) return holder;
  throw takenBy(port, protocol, nameOfHolder(holder, belongs(holder).namespaceName));
}

function hasPort({ ports }: ServerRecord, number: number): boolean {
  return Object.values(ports).some(({ internal_port: inside }) => inside === number);
}

/** At the first of these numbers that nobody has, or else anywhere. */
async function firstOf(
  numbers: readonly number[],
  at: (base: number) => Promise<Inside>,
  anywhere: () => Promise<Inside>,
): Promise<Inside> {
  for (const number of numbers) {
    const got = await at(number).catch((thrown: unknown) => {
      if (!(thrown instanceof AppError)) throw thrown;
    });
    if (got !== undefined) return got;
  }
  return await anywhere();
}

function guardGroup(
  { records }: RunDependencies,
  server: ServerRecord,
  { name, first, members, size }: PortGroup,
  base: number,
): GuardGroup {
  return {
    name,
    size,
    number: first.number,
    known: first.number === undefined ? knownNumbers(records, server, name) : [],
    ports: members.map(({ name: own, port, offset }) => ({
      name: own,
      transports: transportsOf(port.protocol),
      targetPort: base + offset,
      offset,
      proxyProtocol: port.proxy_protocol,
    })),
  };
}

/** The ports with the side that players use, once it answers. */
export function withPublicSide({ ports, publicPorts }: Opened, host: string): Record<string, ServerPort> {
  return Object.fromEntries(
    Object.entries(ports).map(([name, port]) => {
      const number = publicPorts.get(name);
      if (number === undefined) return [name, port];
      return [name, { ...port, public_hostname: host, public_port: number }];
    }),
  );
}

/** `offset` is added to the number of the first port. */
type GroupMember = { name: string; port: SettledPort; offset: number };
type PortGroup = { name: string; first: SettledPort; members: readonly GroupMember[]; size: number };

/** Which ports stand in a row: each that follows another one, with that one. Those that do not go together were refused when
 * they were asked for; here each of them stands alone. */
export function groupPorts(ports: Readonly<Record<string, SettledPort>>): PortGroup[] {
  const groups = new Map<string, GroupMember[]>();
  for (const [name, port] of Object.entries(ports)) {
    const { root, offset } = placeOf(ports, name) ?? { root: name, offset: 0 };
    groups.set(root, [...(groups.get(root) ?? []), { name, port, offset }]);
  }
  return [...groups].flatMap(([name, members]) => {
    const first = ports[name];
    if (first === undefined) return [];
    return [{ name, first, members, size: 1 + Math.max(...members.map(({ offset }) => offset)) }];
  });
}
