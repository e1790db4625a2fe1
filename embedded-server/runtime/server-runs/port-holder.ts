// Names the server of ours that has the port which another one could not get: often the older one of the same game, whose port is
// written into the program.
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { processesOn } from '../../platform/listening/port-owner.ts';
import { ADDRESS_IN_USE } from '../hosting-thread/endings.ts';
import type { ServerRecord } from '../server-records/store.ts';

type Known = {
  /** The servers that live. */
  servers: () => readonly ServerRecord[];
  /** The name of the namespace that one is in. */
  namespaceOf(server: ServerRecord): string;
};

/** The hint of a server that ended because of that; undefined where no server of ours is known to have the port. */
export async function hintOfHolder(
  { server_id }: ServerRecord,
  tail: readonly string[],
  { servers, namespaceOf }: Known,
): Promise<Message | undefined> {
  const port = portIn(tail);
  if (port === undefined) return undefined;
  for (const protocol of ['tcp', 'udp'] as const) {
    const pids = new Set(await processesOn(port, protocol));
    const holder = servers().find(({ server_id: id, pid }) => id !== server_id && pid !== null && pids.has(pid));
    if (holder === undefined) continue;
    const owner = messageFor('port.server', { server: holder.server_id.slice(0, 8), namespace: namespaceOf(holder) });
    return messageFor('server.do-end-holder', { port, owner, place: '{port}' });
  }
  return undefined;
}

/** The number in a line that says so: "address already in use 0.0.0.0:7777", "cannot bind port 7777: Address already in use". */
function portIn(tail: readonly string[]): number | undefined {
  const lines = tail.filter((one) => ADDRESS_IN_USE.test(one));
  const numbers = lines.map((line) => Number(/(?::|\bport\s+)(\d{2,5})\b/i.exec(line)?.[1]));
  return numbers.findLast((number) => number > 0 && number < 65_536);
}
