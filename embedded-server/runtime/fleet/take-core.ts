// What hosts send of servers that crashed: the core dump, or why there is none.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { MOST_CORE_BYTES, takeCore } from '../crash-bundles/core-dump.ts';
import { writeNoCoreNote } from '../crash-bundles/no-core-note.ts';
import type { ServerRecords } from '../server-records/records.ts';

type Parts = {
  records: ServerRecords;
  paths: DataPaths;
  /** Whether its host has still to tell its end. */
  has(server_id: string): boolean;
};

/** So long after the service was away a host may take to say that its server has run. */
const SAYS_WITHIN_MS = 3_000;
const LOOK_MS = 100;

export function createCoreTaker({ records, paths, has }: Parts) {
  const requireLiving = (server_id: string) => {
    if (!has(server_id)) throw new AppError('SERVERS_SERVER_NOT_FOUND');
  };
  /** One whose program was not started yet has left nothing. */
  const requireRan = async (server_id: string): Promise<void> => {
    const since = performance.now();
    while (records.one(server_id)?.state === 'preparing') {
      if (performance.now() - since > SAYS_WITHIN_MS) throw new AppError('API_BAD_BODY', 'fleet.core-before-start');
      await sleep(LOOK_MS);
    }
  };
  return {
    /** A core dump of a server that its host has still to tell the end of. */
    takeCore: async (server_id: string, bytes: AsyncIterable<Buffer>): Promise<void> => {
      requireLiving(server_id);
      await requireRan(server_id);
      await takeCore(paths, server_id, bytes, MOST_CORE_BYTES);
    },
    /** Or why there is none, as its host says it. */
    takeNoCore: async (server_id: string, said: unknown): Promise<void> => {
      requireLiving(server_id);
      await writeNoCoreNote(paths, server_id, said);
    },
  };
}
