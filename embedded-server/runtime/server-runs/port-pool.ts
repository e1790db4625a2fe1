// Chooses free ports for servers, and remembers who has which: the system would hand out a port again that was chosen but is
// not listened on yet.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Transport } from '../../../src-shared/service/port-faults.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { portOwner } from '../../platform/listening/port-owner.ts';

export type PortPool = {
  /** A port that is free for TCP and UDP both, on this machine alone and on all addresses; with a size, the first of so many in a row. */
  take(size?: number, owner?: Message): Promise<number>;
  /** Just this one, which may be outside the range; refused with who has it. `owner`: who is said to have it from now on. */
  takeThis(port: number, transports: Transport | readonly Transport[], owner?: Message): Promise<void>;
  /** One more has it, who goes on with it when the other gives it back. */
  share(port: number, transports: readonly Transport[], owner?: Message): void;
  giveBack(port: number, transports?: readonly Transport[]): void;
};

const TRANSPORTS: readonly Transport[] = ['tcp', 'udp'];
/**
 * On some systems a port can be bound on one of them while a program has another. On Linux all addresses of a family are refused where
 * a program has one of them. The last one is of IPv4 and IPv6 both, but where the system keeps them apart.
 */
const HOSTS = process.platform === 'linux' ? ['0.0.0.0', '::'] : ['127.0.0.1', '0.0.0.0', '::'];
/** EACCES is what a system answers for ports that it has set aside. */
const TAKEN = new Set(['EADDRINUSE', 'EACCES']);
/** What a system answers that has no IPv6. */
const NO_SUCH_ADDRESS = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL']);

/** It begins anywhere: two services of one machine would else choose the same port, before the program of either listens on it. */
export function createPortPool({ from, to }: { from: number; to: number }): PortPool {
  const taken = createTaken();
  let next = randomInt(from, to + 1);
  const takeRun = async (size: number, owner: Message | undefined) => {
    for (let tries = from; tries <= to; tries += 1) {
      const port = next;
      // Always onward, so that a port just given back rests: late packets of its last user shouldn't reach the next.
      next = port === to ? from : port + 1;
      const run = Array.from({ length: size }, (_, at) => port + at);
      if (port + size - 1 > to || run.some((one) => taken.owner(one, TRANSPORTS) !== undefined)) continue;
      next = port + size > to ? from : port + size;
      for (const one of run) taken.add(one, TRANSPORTS, owner);
      if (await isFreeRun(run)) return port;
      for (const one of run) taken.remove(one, TRANSPORTS);
    }
    throw noneLeft(from, to, taken.count());
  };
  return {
    take: (size = 1, owner) => takeRun(size, owner),
    takeThis: async (port, asked, owner) => {
      const transports = typeof asked === 'string' ? [asked] : asked;
      const [protocol = 'tcp'] = transports;
      const other = taken.owner(port, transports);
      if (other !== undefined) throw takenBy(port, protocol, other);
      taken.add(port, transports, owner);
      const busy = await firstBusy(port, transports);
      if (busy === undefined) return;
      taken.remove(port, transports);
      throw takenBy(port, busy, await portOwner(port, busy));
    },
    share: taken.add,
    giveBack: (port, transports = TRANSPORTS) => taken.remove(port, transports),
  };
}

/** Who has which port for which transport; a port that is handed on has several for a while. */
function createTaken() {
  const owners = new Map<string, (Message | undefined)[]>();
  const keyOf = (port: number, transport: Transport) => `${transport} ${port}`;
  return {
    count: () => new Set([...owners.keys()].map((key) => key.split(' ')[1])).size,
    owner: (port: number, transports: readonly Transport[]): Message | undefined => {
      const found = transports.flatMap((transport) => owners.get(keyOf(port, transport)) ?? []);
      const hasNone = transports.every((transport) => !owners.has(keyOf(port, transport)));
      return hasNone ? undefined : (found.findLast((one) => one !== undefined) ?? messageFor('port.another-server'));
    },
    add: (port: number, transports: readonly Transport[], owner: Message | undefined): void => {
      for (const transport of transports) {
        const key = keyOf(port, transport);
        owners.set(key, [...(owners.get(key) ?? []), owner]);
      }
    },
    remove: (port: number, transports: readonly Transport[]): void => {
      for (const transport of transports) {
        const key = keyOf(port, transport);
        const [, ...others] = owners.get(key) ?? [];
        if (others.length > 0) owners.set(key, others);
        else owners.delete(key);
      }
    },
  };
}

async function isFreeRun(run: readonly number[]): Promise<boolean> {
  for (const port of run) if ((await firstBusy(port, TRANSPORTS)) !== undefined) return false;
  return true;
}

/** The first of the transports for which somebody has the port; undefined where nobody has. */
export async function firstBusy(port: number, transports: readonly Transport[]): Promise<Transport | undefined> {
  const free = await Promise.all(transports.map((transport) => isFree(port, transport)));
  return transports.find((_, at) => free[at] === false);
}

async function isFree(port: number, transport: Transport): Promise<boolean> {
  for (const host of HOSTS) {
    try {
      await (transport === 'tcp' ? tryTcp(port, host) : tryUdp(port, host));
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
      if (TAKEN.has(code)) return false;
      if (host !== '::' || !NO_SUCH_ADDRESS.has(code)) throw thrown;
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
  const socket = createSocket(host === '::' ? 'udp6' : 'udp4');
  try {
    socket.bind({ port, address: host, exclusive: true });
    await once(socket, 'listening');
  } finally {
    socket.close();
  }
}

/** Refuses a port, with who has it. */
export function takenBy(port: number, protocol: Transport, owner: Message): AppError {
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
