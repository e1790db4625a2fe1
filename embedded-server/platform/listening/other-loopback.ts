// Listens at the other address of `localhost` too. Programs that ask for that name try ::1 first, so whoever has the port there
// would be handed their tokens.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { errorCode } from '../storage/data-errors.ts';

export type OtherLoopback = {
  /** Undefined where nothing listens there: there is no such address, or another program has it. */
  readonly port: number | undefined;
  /** Another program has the port there. */
  readonly isTaken: boolean;
  /** Takes no more connections, and waits for the end of those that there are. */
  close(): Promise<void>;
};

/** Port 0 is any free one. */
export async function listenAtOther(server: Server, address: string | undefined, port: number): Promise<OtherLoopback> {
  const none = { port: undefined, isTaken: false, close: () => Promise.resolve() };
  if (address === undefined) return none;
  // As the server itself has them: of TLS, both directions end together.
  const allowHalfOpen = !(server instanceof TlsServer);
  const other = createServer({ allowHalfOpen, noDelay: true }, (socket) => void server.emit('connection', socket));
  other.maxConnections = server.maxConnections;
  try {
    other.listen({ host: address, port, exclusive: true, backlog: 1024 });
    await once(other, 'listening');
  } catch (thrown) {
    return { ...none, isTaken: isTaken(thrown) }; // anything else: this machine has no such address
  }
  const close = () => new Promise<void>((resolve) => void other.close(() => resolve()));
  server.once('close', () => void close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
  return { port: (other.address() as AddressInfo).port, isTaken: false, close };
}

/** EACCES is what Windows answers for ports that it has set aside. */
export function isTaken(thrown: unknown): boolean {
  const code = errorCode(thrown);
  return code === 'EADDRINUSE' || code === 'EACCES';
}
