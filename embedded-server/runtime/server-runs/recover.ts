// Before a start serves anything: ends the servers that a crash of the service left running, says of each what became of it,
// and empties the folders of all servers, with any core dump in them.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServerExit } from '../../../src-shared/service/servers.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import { removeWhole } from '../../platform/storage/remove-whole.ts';
import type { HostingThread } from '../hosting-thread/open-hosting-thread.ts';
import type { Leftover } from '../runner/runner.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';

export type RecoverParts = {
  records: ServerRecords;
  host: HostingThread;
  paths: DataPaths;
  /** Whether a host has it, which goes on without us. */
  isElsewhere(server: ServerRecord): boolean;
  now: () => number;
  /** When the service that was lost is known to have lived last; undefined where nothing tells. */
  lastAlive: number | undefined;
  onProblem(thrown: unknown): void;
};

const LOST = messageFor('server.service-ended');
/** One that waited, or was being unpacked. */
const LOST_UNSTARTED = messageFor('server.service-ended-before-start');
/** One that was told to end has ended by who told it. */
const LOST_ENDING = messageFor('server.service-ended-while-stopping');
const LOST_RESTART = messageFor('server.service-ended-while-restarting');

export async function recoverServers(parts: RecoverParts): Promise<void> {
  const { records, host, paths, now, onProblem } = parts;
  const lost = records.allAlive().filter((server) => !parts.isElsewhere(server));
  const outlived = new Set(lost.length === 0 ? [] : await host.call('endLeftovers', lost.map(leftoverOf)));
  for (const server of lost) {
    const { server_id: id } = server;
    const { why, exit, problem } = endOf(server);
    await noteEnd(host, id, why).catch(onProblem);
    const destroy_ts = outlived.has(id) ? now() : endedAt(server, parts);
    records.change(id, { state: 'stopped', destroy_ts, pid: null, identity: null, hint: null, exit, problem });
  }
  // What cannot be removed takes room, but no new server gets its name.
  await removeWhole(paths.servers).catch(onProblem);
  await makeFolder(paths.servers);
  // Node obeys the nearest package.json above a program, be it in somebody's home. The next start makes up for a full disk.
  await writeFile(path.join(paths.servers, 'package.json'), '{}\n').catch(onProblem);
}

/** It ended with its service, so no later than the service was last seen. */
function endedAt({ create_ts: created, start_ts: started }: ServerRecord, { lastAlive, now }: RecoverParts): number {
  if (lastAlive === undefined) return now();
  return Math.min(now(), Math.max(lastAlive, created, started ?? 0));
}

type End = { why: Message; exit: ServerExit; problem: Message | null };

function endOf(server: ServerRecord): End {
  const { exit } = server;
  if (exit === null) {
    const why = server.state === 'preparing' ? LOST_UNSTARTED : LOST;
    return { why, exit: { out_of_memory: false, by: 'slipway' }, problem: why };
  }
  const stopped = stoppedByRestart(server);
  if (stopped === undefined) return { why: LOST_ENDING, exit, problem: null };
  return { why: LOST_RESTART, exit: { ...stopped, by: 'slipway' }, problem: LOST_RESTART };
}

/**
 * How one ends whose restart a lost service had begun: stopped, as nobody starts another. Undefined for any other, and for a kept one,
 * which its namespace starts again.
 */
export function stoppedByRestart({ exit, kept }: ServerRecord): ServerExit | undefined {
  if (kept || exit?.asked?.to !== 'restart') return undefined;
  return { ...exit, asked: { ...exit.asked, to: 'stop' } };
}

/** Its log says why it ends there. What it wrote meanwhile, nobody read. */
async function noteEnd(host: HostingThread, server_id: string, why: Message): Promise<void> {
  await host.call('note', { server_id, text: messageFor('server.output-lost-after', { why }).text });
  await host.call('closeLog', server_id);
}

/** Also one that was being started when it was lost: nobody wrote its pid down, but its environment names the server. */
export function leftoverOf({ server_id, pid, identity }: ServerRecord): Leftover {
  return { server_id, pid: pid ?? 0, identity: identity ?? '' };
}
