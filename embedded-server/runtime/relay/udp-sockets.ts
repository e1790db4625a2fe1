// What all UDP sockets of the relay share: addresses that are not looked up for each packet, and large buffers.

import type { Socket } from 'node:dgram';
import type { LookupOneOptions } from 'node:dns';
import { isIP } from 'node:net';

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
