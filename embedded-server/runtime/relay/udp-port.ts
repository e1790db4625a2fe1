// A UDP port of a server: a session for each address that sends, while there is room, until it is silent for long.
import type { Scheduler } from './conditions/scheduler.ts';
import type { SocketFor, UdpOwner } from './listening-sockets.ts';
import type { OpenPort, RelayPortDependencies } from './player.ts';
import { createSessionTable, type SessionTable } from './session-table.ts';
import { createUdpSession, isOver, type UdpSession } from './udp-session.ts';
import { type Send, sendWhileRoom } from './udp-sockets.ts';

/** Players who were turned away are counted apart up to this number. */
const MOST_TURNED_AWAY = 10_000;

type Parts = {
  dependencies: RelayPortDependencies;
  scheduler: Scheduler;
  sendFor(address: string): Send;
  sessions: SessionTable<UdpSession>;
};

export async function openUdpPort(
  dependencies: RelayPortDependencies,
  idleMs: number,
  scheduler: Scheduler,
): Promise<OpenPort> {
  const sessions = createSessionTable<UdpSession>();
  const turnedAway = new Set<string>();
  const owner = takePackets(() => parts, sessions, turnedAway);
  const shared = await dependencies.listeners.udp(dependencies, owner);
  const parts: Parts = { dependencies, scheduler, sendFor: sendBy(shared.handle), sessions };
  const sweep = setInterval(() => {
    turnedAway.clear();
    const now = Date.now();
    for (const each of sessions.all()) if (isOver(each.session, now, idleMs)) end(parts, each.address, each.port);
  }, idleMs / 4);
  return {
    port: shared.port,
    promote: () => shared.promote(owner),
    close: async () => {
      clearInterval(sweep);
      for (const each of sessions.all()) end(parts, each.address, each.port);
      await shared.leave(owner);
    },
  };
}

/** All sessions at a socket have one bound. */
function sendBy(socketFor: SocketFor): Parts['sendFor'] {
  const sends = new WeakMap<ReturnType<SocketFor>, Send>();
  return (address) => {
    const socket = socketFor(address);
    const send = sends.get(socket) ?? sendWhileRoom(socket);
    sends.set(socket, send);
    return send;
  };
}

/** Who was turned away is counted once, however often they send. */
function takePackets(parts: () => Parts, sessions: SessionTable<UdpSession>, turnedAway: Set<string>): UdpOwner {
  const turnAway = (address: string, port: number, why?: 'sessions') => {
    const who = `${address} ${port}`;
    if (turnedAway.has(who)) return;
    if (turnedAway.size < MOST_TURNED_AWAY) turnedAway.add(who);
    parts().dependencies.refuse({ address, port }, why);
  };
  const begin = (address: string, port: number): UdpSession | undefined => {
    const { gate, counter, mostAtOnce } = parts().dependencies;
    const isFull = counter.counts.connections >= mostAtOnce;
    if (!isFull && gate.hasRoom()) return beginSession(parts(), address, port);
    turnAway(address, port, isFull ? 'sessions' : undefined);
    return undefined;
  };
  const hold = async (packet: Buffer, address: string, port: number) => {
    const { forwarding, counter, onTooEarly } = parts().dependencies;
    if (await forwarding.whenOn()) {
      owner.take(packet, address, port);
      return;
    }
    counter.dropped();
    onTooEarly();
  };
  const owner: UdpOwner = {
    knows: (address, port) => sessions.get(address, port) !== undefined,
    take: (packet, address, port) => {
      if (!parts().dependencies.forwarding.isOn()) {
        void hold(packet, address, port);
        return;
      }
      const session = sessions.get(address, port) ?? begin(address, port);
      if (session === undefined) return;
      const { counter, gate } = parts().dependencies;
      session.lastAt = counter.in(packet.length, address, port);
      if (gate.heard(session.source(), session.lastAt)) session.take(packet);
      else {
        // It asked once and comes back to play, but the places are taken. Where the port is shared, its next packet may go to the other server.
        end(parts(), address, port);
        turnAway(address, port);
      }
    },
    dropped: () => parts().dependencies.counter.dropped(),
  };
  return owner;
}

function beginSession(parts: Parts, address: string, port: number): UdpSession {
  const { dependencies, scheduler, sendFor, sessions } = parts;
  const { counter } = dependencies;
  const send = sendFor(address);
  const reply = (packet: Buffer) => {
    if (!send(packet, port, address)) counter.dropped();
  };
  const session = createUdpSession({ ...dependencies, scheduler, reply, onBroken: () => end(parts, address, port) });
  sessions.set(address, port, session);
  counter.opened();
  session.start();
  return session;
}

function end({ dependencies, sessions }: Parts, address: string, port: number): void {
  const session = sessions.get(address, port);
  if (session === undefined) return;
  sessions.delete(address, port);
  session.close();
  dependencies.gate.leave(session, session.source());
  dependencies.counter.closed();
}
