// What all UDP sockets of the relay share: addresses that are not looked up for each packet, and large buffers.

import { createSocket, type Socket } from 'node:dgram';
import type { LookupOneOptions } from 'node:dns';
import { once } from 'node:events';
import { isIP, isIPv6 } from 'node:net';
import { isTaken } from '../../platform/listening/other-loopback.ts';

type Found = (error: NodeJS.ErrnoException | null, address: string, family: number) => void;

/** All addresses here are numbers already. Answered at once, where Node would wait a turn of the loop for each packet. */
export function lookupAsIs(address: string, _options: LookupOneOptions, found: Found): void {
  found(null, address, isIP(address));
}

const BUFFER_BYTES = 4_194_304;

/** A game sends in bursts, once each tick. Systems give less than asked (Linux), or nothing of it (others): both will do. */
export function widen(socket: Socket): void {
  for (const set of [socket.setRecvBufferSize.bind(socket), socket.setSendBufferSize.bind(socket)]) {
    try {
      set(BUFFER_BYTES);
    } catch {
      // The system's own size stays, with which everything works; only bursts that long are lost.
    }
  }
}

/** More than this, and what comes until the next look, is not kept for a network that takes it too slowly. */
const MOST_UNSENT_BYTES = 8_388_608;
const LOOK_EACH = 64;

/** Sends a packet, or answers false where too much is unsent. */
export type Send = (packet: Buffer, port: number, address: string) => boolean;

/** While too much is unsent, there is a look before each packet. */
export function sendWhileRoom(socket: Pick<Socket, 'getSendQueueSize' | 'send'>): Send {
  let sent = 0;
  let isFull = false;
  return (packet, port, address) => {
    if (isFull || sent % LOOK_EACH === 0) isFull = socket.getSendQueueSize() > MOST_UNSENT_BYTES;
    if (isFull) return false;
    sent += 1;
    socket.send(packet, port, address);
    return true;
  };
}

/** One that listens; port 0 is any free one. */
export async function bindUdp(address: string, port: number): Promise<Socket> {
  const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4', lookup: lookupAsIs });
  try {
    const listening = once(socket, 'listening'); // rejects with the error that comes instead; may come at once
    socket.bind({ address, port, exclusive: true });
    await listening;
  } catch (thrown) {
    socket.close();
    throw thrown;
  }
  widen(socket);
  return socket;
}

/** One more with the port of the first, which is closed where another program has it there. Undefined where there is no such address. */
export async function bindUdpAtOther(first: Socket, address: string | undefined): Promise<Socket | undefined> {
  if (address === undefined) return undefined;
  try {
    return await bindUdp(address, first.address().port);
  } catch (thrown) {
    if (!isTaken(thrown)) return undefined;
    first.close();
    throw thrown;
  }
}
