// Moves a connection from one socket object to another, which Node offers no way for: everything private to Node's sockets is in
// this file. Where a later Node differs, the connection stays as it is.
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';

/** What the system gave for a connection. It belongs to one socket at a time. Node's types know only handles that are bound. */
export type ConnectionHandle = NonNullable<SocketConstructorOpts['handle']>;

/** Takes the handle out of a socket, which is an empty shell from then on. Undefined: this one cannot be moved. */
export function takeHandle(socket: Socket): ConnectionHandle | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  return isMovable(handle) && Reflect.set(socket, '_handle', null) ? handle : undefined;
}

/** A socket around a handle; with `onread` it reads into buffers of ours. */
export function openSocket(handle: ConnectionHandle, onread?: OnReadOpts): Socket {
  return new Socket({ handle, allowHalfOpen: true, ...(onread === undefined ? {} : { onread }) });
}

/** One for all: what the system read is copied out before the next connection is read. A thousand connections would hold 64 MB otherwise. */
const readBuffer = Buffer.allocUnsafeSlow(65_536);

/**
 * A connection that was read into buffers of ours once, as a plain stream again. Node's own socket would hear nothing of it: what the
 * system reads still goes into those buffers. Not to be called while the connection is being read.
 */
export function openStream(socket: Socket): Socket {
  const handle = takeHandle(socket);
  if (handle === undefined) return socket;
  const stream: Socket = openSocket(handle, {
    buffer: readBuffer,
    callback: (bytes) => stream.push(Buffer.from(readBuffer.subarray(0, bytes))),
  });
  stream.once('close', () => socket.destroy());
  return stream;
}

function isMovable(value: unknown): value is ConnectionHandle {
  if (typeof value !== 'object' || value === null || !('reading' in value)) return false;
  return ['readStart', 'readStop', 'useUserBuffer'].every((name) => typeof Reflect.get(value, name) === 'function');
}
