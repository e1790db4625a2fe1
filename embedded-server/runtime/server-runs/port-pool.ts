// Chooses free ports for servers, and remembers who has which: the system would hand out a port again that was chosen but is
// not listened on yet.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { portOwner } from '../../platform/listening/port-owner.ts';

export type Protocol = 'tcp' | 'udp';

export type PortPool = {
  /** A port that is free for TCP and UDP both, on this machine alone and on all addresses. */
  take(): Promise<number>;
  /** Just this one, which may be outside the range; refused with who has it. */
  takeThis(port: number, protocol: Protocol): Promise<void>;
  giveBack(port: number): void;
};

const PROTOCOLS: readonly Protocol[] = ['tcp', 'udp'];
/** On some systems a port can be bound on one of them while a program has the other. */
const HOSTS = ['127.0.0.1', '0.0.0.0'];
/** EACCES is what a system answers for ports that it has set aside. */
const TAKEN = new Set(['EADDRINUSE', 'EACCES']);

/** It begins anywhere: two services of one machine would else choose the same port, before the program of either listens on it. */
export function createPortPool({ from, to }: { from: number; to: number }): PortPool {
  const taken = new Set<number>();
  let next = randomInt(from, to + 1);
  const takeNext = async () => {
    for (let tries = from; tries <= to; tries += 1) {
      const port = next;
      // Always onward, so that a port just given back rests: late packets of its last user shouldn't reach the next.
      next = port === to ? from : port + 1;
      if (taken.has(port)) continue;
      taken.add(port);
      if (await isFreeForAll(port)) return port;
      taken.delete(port);
    }
    throw noneLeft(from, to, taken.size);
  };
  return {
    take: takeNext,
    takeThis: async (port, protocol) => {
      if (taken.has(port)) throw isTaken(port, protocol, messageFor('port.another-server'));
      taken.add(port);
      if (await isFree(port, protocol)) return;
      taken.delete(port);
      throw isTaken(port, protocol, await portOwner(port, protocol));
    },
    giveBack: (port) => {
      taken.delete(port);
    },
  };
}

async function isFreeForAll(port: number): Promise<boolean> {
  for (const protocol of PROTOCOLS) if (!(await isFree(port, protocol))) return false;
  return true;
}

async function isFree(port: number, protocol: Protocol): Promise<boolean> {
  for (const host of HOSTS) {
    try {
      await (protocol === 'tcp' ? tryTcp(port, host) : tryUdp(port, host));
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && TAKEN.has(String(thrown.code))) return false;
      throw thrown;
    }
  }
  return true;
}

async function tryTcp(port: number, host: string): Promise<void> {
  const server = createServer().listen({ port, host, exclusive: true });
  await once(server, 'listening'); // rejects with the error that comes instead
  server.close();
  await once(server, 'close');
}

async function tryUdp(port: number, host: string): Promise<void> {
  const socket = createSocket('udp4');
  try {
    socket.bind({ port, address: host, exclusive: true });
    await once(socket, 'listening');
  } finally {
    socket.close();
  }
}

function isTaken(port: number, protocol: Protocol, owner: Message): AppError {
  const kind = protocol.toUpperCase();
  return new AppError(
    'SERVERS_SERVER_FAILED_TO_CREATE',
    'port.taken-for-server',
    { port, kind, owner },
    { metadata: { reason: 'port-taken', port, protocol, owner: owner.text } },
  );
}

function noneLeft(from: number, to: number, ours: number): AppError {
  return new AppError(
    'NO_FREE_PORT',
    'port.none-free',
    { from, to, ours },
    { metadata: { reason: 'no-free-port', from, to, ours } },
  );
}
