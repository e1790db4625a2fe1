// Listens at the other address of `localhost` too. Programs that ask for that name try ::1 first, so whoever has the port there
// would be handed their tokens.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type ServerOpts } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { errorCode } from '../storage/data-errors.ts';

export type OtherLoopback = {
  /** Undefined where nothing listens there: there is no such address, or another program has it. */
  readonly port: number | undefined;
  /** What the system said where another program has the port there. */
  readonly taken: Error | undefined;
  /** Takes no more connections, and waits for the end of those that there are. */
  close(): Promise<void>;
};

/** Port 0 is any free one. Whoever comes is handed to the server, with a socket as its own are. */
export async function listenAtOther(
  server: Server,
  address: string | undefined,
  port: number,
  sockets: ServerOpts = usualSockets(server),
): Promise<OtherLoopback> {
  const none = { port: undefined, taken: undefined, close: () => Promise.resolve() };
  if (address === undefined) return none;
  const other = createServer(sockets, (socket) => void server.emit('connection', socket));
  other.maxConnections = server.maxConnections;
  try {
    other.listen({ host: address, port, exclusive: true, backlog: 1024 });
    await once(other, 'listening');
  } catch (thrown) {
    // Anything else: this machine has no such address.
    return { ...none, taken: thrown instanceof Error && isTaken(thrown) ? thrown : undefined };
  }
  // The system had no room for one more connection, or there are as many as the server takes.
  other.on('error', (error) => void server.emit('error', error));
  other.on('drop', (dropped) => void server.emit('drop', dropped));
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
    port: (other.address() as AddressInfo).port,
    taken: undefined,
    close: () => new Promise<void>((resolve) => void other.close(() => resolve())),
  };
}

/** Those of a server of HTTP. Of TLS, both directions end together. */
function usualSockets(server: Server): ServerOpts {
  return { allowHalfOpen: !(server instanceof TlsServer), noDelay: true };
}

/** EACCES is what Windows answers for ports that it has set aside. */
export function isTaken(thrown: unknown): boolean {
  const code = errorCode(thrown);
  return code === 'EADDRINUSE' || code === 'EACCES';
}
