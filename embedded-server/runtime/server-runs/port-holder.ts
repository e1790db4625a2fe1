// Names the server of ours that has the port which another one could not get: often the older one of the same game, whose port is
// written into the program, so that no record of it says so.
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { Transport } from '../../../src-shared/service/port-faults.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { portOwner, processesOn } from '../../platform/listening/port-owner.ts';
import { ADDRESS_IN_USE } from '../hosting-thread/describe-ending.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { SettledPort } from './gather-run-settings.ts';

/** Above what hours, minutes and seconds may be. */
const LEAST_NAMED = 60;

type Asked = {
  ports: Readonly<Record<string, Pick<SettledPort, 'internal_port'>>>;
  /** Whether its slipway.json names them, and not whoever started it or uploaded its version. */
  hasOwnPorts: boolean;
};
type Known = {
  /** The servers that live. */
  servers: () => readonly ServerRecord[];
  /** The name of the namespace that one is in. */
  namespaceOf(server: ServerRecord): string;
};

/** Which of these servers has a port by the process that listens there; undefined where the system does not let us see it. */
export async function holderOf<S extends Pick<ServerRecord, 'pid'>>(
  port: number,
  protocol: Transport,
  servers: readonly S[],
): Promise<S | undefined> {
  const pids = new Set(await processesOn(port, protocol));
  return servers.find(({ pid }) => pid !== null && pids.has(pid));
}

export function nameOfHolder({ server_id }: ServerRecord, namespace: string): Message {
  return messageFor('port.server', { server: shortServerId(server_id), namespace });
}

/** What a server is told that ended for want of a port, and who has that, where it is one of ours. */
export type Taken = { hint: Message; by?: { holder: ServerRecord; port: number } };

/** Undefined where its last lines tell of something else, or of a port that nobody named. */
export async function findTaken(
  { server_id }: Pick<ServerRecord, 'server_id'>,
  tail: readonly string[],
  { ports, hasOwnPorts }: Asked,
  { servers, namespaceOf }: Known,
): Promise<Taken | undefined> {
  const lines = tail.filter((one) => ADDRESS_IN_USE.test(one));
  if (lines.length === 0) return undefined;
  // A program that insists on the number which was named is not helped by another one.
  const insists = hasOwnPorts ? 'server.do-end-holder-of-declared' : 'server.do-end-holder-of-set';
  const declared = Object.values(ports).flatMap(({ internal_port: inside }) => inside ?? []);
  const others = servers().filter(({ server_id: id }) => id !== server_id);
  const named = portsIn(lines);
  for (const port of [...named, ...declared]) {
    for (const protocol of ['tcp', 'udp'] as const) {
      const holder = await holderOf(port, protocol, others);
      if (holder === undefined) continue;
      const owner = nameOfHolder(holder, namespaceOf(holder));
      const isDeclared = declared.includes(port);
      const hint = isDeclared ? messageFor(insists, { port, owner }) : hintOf(port, owner, holder);
      return { hint, by: { holder, port } };
    }
  }
  const blamed = declared.find((port) => named.includes(port)) ?? onlyOne(declared, named);
  if (blamed === undefined) return undefined;
  return { hint: messageFor(insists, { port: blamed, owner: await ownerOf(blamed) }) };
}

function hintOf(port: number, owner: Message, holder: ServerRecord): Message {
  const hint = isEnding(holder) ? 'server.do-wait-for-holder' : 'server.do-end-holder';
  return messageFor(hint, { port, owner, place: '{port}' });
}

/** Programs may not say which port they could not get. What a time looks like is no port. */
function onlyOne(declared: readonly number[], named: readonly number[]): number | undefined {
  return declared.length === 1 && named.every((number) => number < LEAST_NAMED) ? declared[0] : undefined;
}

async function ownerOf(port: number): Promise<Message> {
  const another = messageFor('listening.another-program');
  const owners = await Promise.all((['tcp', 'udp'] as const).map((protocol) => portOwner(port, protocol)));
  return owners.find(({ text }) => text !== another.text) ?? another;
}

export function isEnding({ state }: ServerRecord): boolean {
  return state === 'draining' || state === 'stopping';
}

/**
 * The numbers in lines that say so, the last line first: "address already in use 0.0.0.0:7777", "cannot bind port 7777: Address already
 * in use". The time that a line begins with looks like one too.
 */
function portsIn(lines: readonly string[]): number[] {
  const numbers = lines
    .toReversed()
    .flatMap((line) => [...line.matchAll(/(?::|\bport[\s:=]+)(\d{2,5})\b/gi)].map(([, number]) => Number(number)));
  return [...new Set(numbers)].filter((number) => number > 0 && number < 65_536);
}
