// Sockets that read into a buffer of ours. Node offers this (`onread`) for sockets that one makes, and not for those that a
// server accepts. So an accepted one gives its handle to a new one; where it cannot, the relay works on, only slower, with the
// buffers that Node makes for each read.
import type { OnReadOpts, Socket } from 'node:net';
import { openSocket, takeHandle } from '../../platform/sockets/connection-handle.ts';

/** `take` gets each read and answers whether it wants more; after a no, `resume()` of the socket goes on. */
export type Reading = { buffer: () => Buffer; take: (length: number, buffer: Buffer) => boolean };

export function onreadOf({ buffer, take }: Reading): OnReadOpts {
  return {
    buffer,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node hands back the very buffer that it was given
    callback: (length, bytes) => take(length, bytes as Buffer),
  };
}

/** The accepted socket has to come from a server that pauses on connect; it is not to be used afterwards. */
export function ownSocket(accepted: Socket, reading: Reading): Socket {
  const handle = takeHandle(accepted);
  if (handle === undefined) return readAsNodeDoes(accepted, reading);
  accepted.destroy(); // closes nothing now, and tells its server that it has one less
  return openSocket(handle, onreadOf(reading));
}

function readAsNodeDoes(accepted: Socket, { take }: Reading): Socket {
  accepted.on('data', (chunk: Buffer) => {
    if (!take(chunk.length, chunk)) accepted.pause();
  });
  return accepted.resume();
}
