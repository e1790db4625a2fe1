// Binds the server to the requested port or the next free one, and says who has the ports that were taken.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { portOwner } from './port-owner.ts';

/** How many ports are tried, the requested one included. */
const PORT_RANGE = 20;

export type Listening = { port: number; notices: Message[] };

export async function listenOnFreePort(server: Server, host: string, requested: number): Promise<Listening> {
  if (requested === 0) return { port: await listenOn(server, host, 0), notices: [] };
  const last = requested + PORT_RANGE - 1;
  for (let port = requested; port <= last; port += 1) {
    try {
      await listenOn(server, host, port);
      return { port, notices: port === requested ? [] : [await takenNotice(requested, port)] };
    } catch (thrown) {
      if (codeOf(thrown) === 'EACCES' && process.platform !== 'win32') {
        throw new AppError('LISTENING_REFUSED', 'listening.port-needs-rights', { port }, { cause: thrown });
      }
      if (!isTaken(thrown)) throw thrown;
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

async function takenNotice(requested: number, port: number): Promise<Message> {
  return messageFor('listening.port-taken', { port: requested, owner: await portOwner(requested), used: port });
}

async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen({ host, port, exclusive: true, backlog: 1024 });
  await once(server, 'listening'); // rejects with the error that comes instead
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a string only for pipes
  return (server.address() as AddressInfo).port;
}

/** EACCES is what Windows answers for ports that it has set aside. */
function isTaken(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code === 'EADDRINUSE' || code === 'EACCES';
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
