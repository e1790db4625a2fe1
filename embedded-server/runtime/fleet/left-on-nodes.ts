// Servers on nodes, where the service was started without its fleet: they play on, and nobody here can reach them. They are neither
// ended nor replaced, until somebody ends them.
import { messageFor } from '../../../src-shared/text/message.ts';
import { type KeptSlots, placeOf } from '../kept/slots.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { type Control, writtenAs } from '../server-runs/server-control.ts';
import { isOnHost } from './remote-life.ts';

type Parts = { records: ServerRecords; slots: KeptSlots; now(): number; warn(message: string): void };
export type LeftOnNodes = ReturnType<typeof createLeftOnNodes>;

export function createLeftOnNodes({ records, slots, now, warn }: Parts) {
  const left = new Set<string>();
  return {
    has: (server_id: string) => left.has(server_id),
    /** Before any server begins. Answers those that there are. */
    find: (): ServerRecord[] => {
      const found = records.allAlive().filter(isOnHost);
      for (const { server_id } of found) left.add(server_id);
      if (found.length > 0) warn(messageFor('fleet.left-on-nodes', { count: String(found.length) }).text);
      return found;
    },
    /** Settles when somebody has ended it, which its host hears of when the service has its fleet again. */
    run: async (server: ServerRecord, control: Control): Promise<void> => {
      const { server_id: id } = server;
      const place = placeOf(server);
      if (place !== undefined) slots.hold(server, place);
      records.change(id, { problem: messageFor('fleet.needs-fleet') });
      await new Promise<void>((resolve) => control.onStop(() => resolve()));
      left.delete(id);
      if (place !== undefined) slots.release(place);
      const exit = { out_of_memory: false, by: writtenAs(control.stoppedBy() ?? 'slipway') };
      const problem = messageFor('fleet.may-run-on-node');
      records.change(id, { state: 'stopped', exit, problem, hint: null, destroy_ts: now(), pid: null, identity: null });
    },
  };
}
