// Moves a connection from one socket object to another. All that Node keeps to itself about sockets is in this file; where
// it is not as expected, the connection stays as it is and is served by node:http.
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';

/** What the system gave for a connection; it has one socket at a time. */
export type Handle = object;

/** Takes the handle out of a socket, which is an empty shell from then on. Undefined: this one can't be moved. */
export function takeHandle(socket: Socket): Handle | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isMovable = typeof handle === 'object' && handle !== null && 'useUserBuffer' in handle && 'reading' in handle;
  return isMovable && Reflect.set(socket, '_handle', null) ? handle : undefined;
}

/** A socket around a handle; with `onread` it reads into buffers of ours. */
export function openSocket(handle: Handle, onread?: OnReadOpts): Socket {
  const options = { handle, allowHalfOpen: true, ...(onread === undefined ? {} : { onread }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types know only the handles that are documented
  return new Socket(options as SocketConstructorOpts);
}
