// A UDP port of a server: a session for each address that sends, while there is room, until it is silent for long.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { Scheduler } from './conditions/scheduler.ts';
import type { OpenPort, RelayPortDependencies } from './player.ts';
import { createSessionTable, type SessionTable } from './session-table.ts';
import { createUdpSession, type UdpSession } from './udp-session.ts';
import { lookupAsIs, widen } from './udp-sockets.ts';

/** Whatever `maxPlayers` says: each session is a socket, and a process has only so many. */
const MOST_SESSIONS = 4_096;
const MOST_TURNED_AWAY = 10_000;
/** More than this is not kept for a network that takes it too slowly. It is looked at now and then. */
const MOST_UNSENT_BYTES = 8_388_608;
const LOOK_EACH = 64;

type Parts = {
  dependencies: RelayPortDependencies;
  scheduler: Scheduler;
  socket: Socket;
  sessions: SessionTable<UdpSession>;
};

export async function openUdpPort(
  dependencies: RelayPortDependencies,
  idleMs: number,
  scheduler: Scheduler,
): Promise<OpenPort> {
  const socket = createSocket({ type: isIPv6(dependencies.hostname) ? 'udp6' : 'udp4', lookup: lookupAsIs });
  const sessions = createSessionTable<UdpSession>();
  const parts: Parts = { dependencies, scheduler, socket, sessions };
  const port = await bound(socket, dependencies);
  const turnedAway = takePackets(parts);
  const sweep = setInterval(() => {
    turnedAway.clear();
    const oldest = Date.now() - idleMs;
    for (const each of sessions.all()) if (each.session.lastAt < oldest) end(parts, each.address, each.port);
  }, idleMs / 4);
  return {
    port,
    close: async () => {
      clearInterval(sweep);
      for (const each of sessions.all()) end(parts, each.address, each.port);
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

async function bound(socket: Socket, { hostname, listenPort }: RelayPortDependencies): Promise<number> {
  try {
    const listening = once(socket, 'listening'); // rejects with the error that comes instead; may come at once
    socket.bind({ address: hostname, port: listenPort, exclusive: true });
    await listening;
  } catch (thrown) {
    socket.close();
    throw thrown;
  }
  widen(socket);
  return socket.address().port;
}

/** Answers who was turned away: they are counted once, however often they send. */
function takePackets(parts: Parts): Set<string> {
  const { dependencies, socket, sessions } = parts;
  const { counter, gate } = dependencies;
  const turnedAway = new Set<string>();
  const turnAway = (who: string) => {
    if (turnedAway.has(who)) return;
    if (turnedAway.size < MOST_TURNED_AWAY) turnedAway.add(who);
    counter.refused();
  };
  const begin = (address: string, port: number): UdpSession | undefined => {
    if (sessions.size < MOST_SESSIONS && gate.hasRoom()) return beginSession(parts, address, port);
    turnAway(`${address} ${port}`);
    return undefined;
  };
  socket.on('message', (packet, { address, port }) => {
    const session = sessions.get(address, port) ?? begin(address, port);
    if (session === undefined) return;
    session.lastAt = counter.in(packet.length, address, port);
    session.take(packet);
  });
  // Some systems say here that a player is gone. His session ends in its time.
  socket.on('error', counter.dropped);
  return turnedAway;
}

function beginSession(parts: Parts, address: string, port: number): UdpSession {
  const { dependencies, scheduler, socket, sessions } = parts;
  const { counter, gate } = dependencies;
  let sent = 0;
  const reply = (packet: Buffer) => {
    sent += 1;
    if (sent % LOOK_EACH === 0 && socket.getSendQueueSize() > MOST_UNSENT_BYTES) counter.dropped();
    else socket.send(packet, port, address);
  };
  const session = createUdpSession({ ...dependencies, scheduler, reply, onBroken: () => end(parts, address, port) });
  sessions.set(address, port, session);
  gate.enter(session);
  counter.opened();
  session.start();
  return session;
}

function end({ dependencies, sessions }: Parts, address: string, port: number): void {
  const session = sessions.get(address, port);
  if (session === undefined) return;
  sessions.delete(address, port);
  session.close();
  dependencies.gate.leave(session);
  dependencies.counter.closed();
}
