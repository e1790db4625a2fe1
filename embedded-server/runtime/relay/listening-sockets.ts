// The listening sockets of the relay. Servers may share one while a port is handed on: one of them takes whoever comes, and the
// others keep those whom they have.
import type { Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIP, type Server, type Socket } from 'node:net';
import { otherLoopback } from '../../../src-shared/host-address.ts';
import { listenOnPort } from '../../platform/listening/listen.ts';
import type { RelayProtocol } from './messages.ts';
import { bindUdp, bindUdpAtOther } from './udp-sockets.ts';

/** Who takes players at a port. */
export type TcpOwner = { accept(accepted: Socket): void; refuseUnseen(): void };
export type UdpOwner = {
  /** Whether it has a session with whoever sends from there. */
  knows(address: string, port: number): boolean;
  take(packet: Buffer, address: string, port: number): void;
  dropped(): void;
};

export type Shared<Owner, Handle> = {
  port: number;
  handle: Handle;
  /** Whoever comes from now on is this one's. */
  promote(owner: Owner): void;
  /** The socket closes with its last owner. */
  leave(owner: Owner): Promise<void>;
};

export type Place = { hostname: string; listenPort: number; isShared: boolean };
export type SharedListeners = {
  tcp(place: Place, owner: TcpOwner): Promise<Shared<TcpOwner, Server>>;
  udp(place: Place, owner: UdpOwner): Promise<Shared<UdpOwner, SocketFor>>;
};
/** Which socket reaches an address: where this is `localhost`, there is one for each of its addresses. */
export type SocketFor = (address: string) => UdpSocket;

/** The owners of one socket; the current one takes whoever is new. */
export type Owners<Owner> = { current: Owner; all: Owner[] };
type Opened<Handle> = { port: number; handle: Handle; close(): Promise<void> };
type Entry<Owner, Handle> = Opened<Handle> & { owners: Owners<Owner> };

/** A player whose machine is gone without a word is noticed after about this long, and makes room. */
const KEEP_ALIVE_MS = 30_000;
const SOCKETS = {
  pauseOnConnect: true,
  allowHalfOpen: true,
  noDelay: true,
  keepAlive: true,
  keepAliveInitialDelay: KEEP_ALIVE_MS,
};

export function createSharedListeners(): SharedListeners {
  return { tcp: shareBy('tcp', openTcp), udp: shareBy('udp', openUdp) };
}

function shareBy<Owner, Handle>(
  protocol: RelayProtocol,
  open: (place: Place, owners: Owners<Owner>) => Promise<Opened<Handle>>,
) {
  const entries = new Map<string, Entry<Owner, Handle>>();
  const add = async (place: Place, owner: Owner): Promise<Entry<Owner, Handle>> => {
    const known = place.isShared ? entries.get(keyOf(protocol, place.hostname, place.listenPort)) : undefined;
    if (known !== undefined) {
      known.owners.all.push(owner);
      return known;
    }
    const owners = { current: owner, all: [owner] };
    const opened = await open(place, owners);
    const entry = { ...opened, owners };
    entries.set(keyOf(protocol, place.hostname, opened.port), entry);
    return entry;
  };
  return async (place: Place, owner: Owner): Promise<Shared<Owner, Handle>> => {
    const { port, handle, owners, close } = await add(place, owner);
    return {
      port,
      handle,
      promote: (next) => {
        owners.current = next;
      },
      leave: async (one) => {
        owners.all = owners.all.filter((each) => each !== one);
        // The newest of those that are left: the older ones are about to end.
        const other = owners.all.at(-1);
        if (other === undefined) {
          entries.delete(keyOf(protocol, place.hostname, port));
          await close();
        } else if (owners.current === one) owners.current = other;
      },
    };
  };
}

function keyOf(protocol: RelayProtocol, hostname: string, port: number): string {
  return `${protocol} ${hostname} ${port}`;
}

async function openTcp({ hostname, listenPort }: Place, owners: Owners<TcpOwner>): Promise<Opened<Server>> {
  const listener = createServer(SOCKETS);
  // Who comes before both addresses are there is turned away: the first may have to be given up again.
  let isOpen = false;
  listener.on('connection', (accepted) => {
    if (isOpen) owners.current.accept(accepted);
    else accepted.resetAndDestroy();
  });
  listener.on('error', () => {
    if (isOpen) owners.current.refuseUnseen(); // the system has no room for one more connection
  });
  const { port, otherTaken, close } = await listenOnPort(listener, hostname, listenPort, SOCKETS);
  if (otherTaken !== undefined) {
    await close();
    throw otherTaken; // players that ask for localhost would come to another program
  }
  isOpen = true;
  return { port, handle: listener, close };
}

async function openUdp({ hostname, listenPort }: Place, owners: Owners<UdpOwner>): Promise<Opened<SocketFor>> {
  const socket = await bindUdp(hostname, listenPort);
  const { port } = socket.address();
  const other = await bindUdpAtOther(socket, otherLoopback(hostname));
  const sockets = other === undefined ? [socket] : [socket, other];
  for (const one of sockets) hear(one, owners);
  const close = async () => {
    const closed = sockets.map((one) => once(one, 'close'));
    for (const one of sockets) one.close();
    await Promise.all(closed);
  };
  const kind = isIP(socket.address().address);
  const handle = (address: string) => (other !== undefined && isIP(address) !== kind ? other : socket);
  return { port, handle, close };
}

function hear(socket: UdpSocket, owners: Owners<UdpOwner>): void {
  socket.on('message', (packet, { address, port }) => {
    const { all, current } = owners;
    // A made-up packet may name no port. Node throws at an answer to it, and all players would lose this thread.
    if (port === 0) current.dropped();
    else if (all.length === 1) current.take(packet, address, port);
    else (all.find((owner) => owner.knows(address, port)) ?? current).take(packet, address, port);
  });
  // Some systems say here that a player is gone. Their session ends in its time.
  socket.on('error', () => owners.current.dropped());
}
