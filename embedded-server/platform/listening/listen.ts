// Binds the server to the requested port, or the next free one where nobody elsewhere knows it by its port, and says who has what is taken.
import { once } from 'node:events';
import { type AddressInfo, isIPv6, type Server, type ServerOpts } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { formatEndpoint, LOOPBACK, otherLoopback } from '../../../src-shared/host-address.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { Log } from '../logging/log.ts';
import { errorCode } from '../storage/data-errors.ts';
import { isTaken, listenAtOther, type OtherLoopback } from './other-loopback.ts';
import { portOwner } from './port-owner.ts';

/** How many ports are tried, the requested one included. */
const PORT_RANGE = 20;
const WAIT_MS = 5_000;
const TRY_EVERY_MS = 100;

export type Bound = {
  port: number;
  notices: Message[];
  /** What the system said where another program has the port at the other address of `localhost`. */
  otherTaken: Error | undefined;
  /** Takes no more connections, at neither address, and waits for the end of those that there are. */
  close(): Promise<void>;
};

export type Asked = {
  port: number;
  /** It starts at this port or not at all. */
  keepsPort?: boolean;
  /** So long one waits for a port that it has to have: who had it before may still be ending. Five seconds unless given. */
  waitMs?: number;
  log: Log;
};

export async function listenAsAsked(server: Server, host: string, asked: Asked): Promise<Bound> {
  return await (asked.keepsPort === true ? listenOnKeptPort : listenOnFreePort)(server, host, asked);
}

async function listenOnFreePort(server: Server, host: string, { port: requested }: Asked): Promise<Bound> {
  if (requested === 0) return await listenOnPort(server, host, 0);
  const last = requested + PORT_RANGE - 1;
  for (let port = requested; port <= last; port += 1) {
    try {
      const bound = await listenOnPort(server, host, port);
      return port === requested ? bound : { ...bound, notices: [await takenNotice(requested, port), ...bound.notices] };
    } catch (thrown) {
      requireTaken(thrown, port);
    }
  }
  const owner = await portOwner(requested);
  throw new AppError(
    'NO_FREE_PORT',
    'listening.ports-taken',
    { from: requested, to: last, owner },
    { metadata: { from: requested, to: last } },
  );
}

/** At this port alone. The log says once who has it, where one waits for it. */
async function listenOnKeptPort(server: Server, host: string, { port, waitMs = WAIT_MS, log }: Asked): Promise<Bound> {
  const until = performance.now() + waitMs;
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      return await listenOnPort(server, host, port);
    } catch (thrown) {
      requireTaken(thrown, port);
      if (performance.now() >= until) {
        const owner = await portOwner(port);
        throw new AppError('PORT_TAKEN', 'listening.kept-port-taken', { port, owner }, { cause: thrown });
      }
      if (!hasSaid)
        log('warn', `Port ${port} is taken by ${(await portOwner(port)).text}. Waiting a few seconds for it.`);
      await pause(TRY_EVERY_MS);
    }
  }
}

/** Throws every other reason why it cannot be had. */
function requireTaken(thrown: unknown, port: number): void {
  if (errorCode(thrown) === 'EACCES' && process.platform !== 'win32') {
    throw new AppError('LISTENING_REFUSED', 'listening.port-needs-rights', { port }, { cause: thrown });
  }
  if (!isTaken(thrown)) throw thrown;
}

/** At this port, or any free one for 0; where this is `localhost`, at both of its addresses. `sockets`: as those of the server are. */
export async function listenOnPort(server: Server, host: string, port: number, sockets?: ServerOpts): Promise<Bound> {
  if (port === 0) return await listenOnAnyPort(server, host, sockets);
  const bound = await listenOn(server, host, port);
  const address = otherLoopback(host);
  const other = await listenAtOther(server, address, bound, sockets);
  const notices =
    other.taken !== undefined && address !== undefined ? [await otherTakenNotice(address, host, port)] : [];
  return { port: bound, notices, ...both(server, other) };
}

/** The other address first: there it can be given up again, and the server itself is never closed. */
async function listenOnAnyPort(server: Server, host: string, sockets?: ServerOpts): Promise<Bound> {
  for (let left = PORT_RANGE; ; left -= 1) {
    const other = await listenAtOther(server, otherLoopback(host), 0, sockets);
    try {
      return { port: await listenOn(server, host, other.port ?? 0), notices: [], ...both(server, other) };
    } catch (thrown) {
      await other.close();
      if (!isTaken(thrown) || left === 1) throw thrown;
    }
  }
}

function both(server: Server, other: OtherLoopback): Pick<Bound, 'otherTaken' | 'close'> {
  const closed = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return {
    otherTaken: other.taken,
    close: async () => {
      await Promise.all([closed(), other.close()]);
    },
  };
}

async function takenNotice(requested: number, port: number): Promise<Message> {
  return messageFor('listening.port-taken', { port: requested, owner: await portOwner(requested), used: port });
}

async function otherTakenNotice(address: string, host: string, port: number): Promise<Message> {
  const owner = await portOwner(port, 'tcp', isIPv6(address) ? ['tcp6'] : ['tcp']);
  const here = formatEndpoint(isIPv6(host) ? host : LOOPBACK, port);
  return messageFor('listening.other-taken', { port, address, owner, here });
}

async function listenOn(server: Server, host: string, port: number): Promise<number> {
  // The name itself is whichever address the system tells first.
  server.listen({ host: host === 'localhost' ? LOOPBACK : host, port, exclusive: true, backlog: 1024 });
  await once(server, 'listening'); // rejects with the error that comes instead
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
  return (server.address() as AddressInfo).port;
}
