// Keeps the cache of packs within bounds, without those that an unfinished transfer of the app or of the command line needs.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Packer } from '../../pack/packer.ts';
import { readRecord } from './transfer-record.ts';

const MOST_BYTES = 8 * 1024 ** 3;

/** The journals of the app's queue and of `slipway push`, in the app's folder. */
export const journalNames = { queue: 'transfers.db', pushes: 'pushes.db' } as const;

export async function evictOldPacks(packer: Packer, cache: string, appFolder: string): Promise<void> {
  const inUse = new Set<string>();
  for (const name of Object.values(journalNames)) {
    for (const sha256 of await packsNeededBy(path.join(appFolder, name))) inUse.add(sha256);
  }
  await packer.evict(cache, MOST_BYTES, inUse);
}

/** Only looks: each journal has its owner. */
async function packsNeededBy(file: string): Promise<string[]> {
  if ((await stat(file).catch(() => undefined)) === undefined) return [];
  const sql = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = sql.prepare('SELECT record FROM transfers WHERE is_over = 0').all();
    return rows.flatMap((row) => {
      const { packed } = readRecord(String(row['record']));
      return packed === undefined ? [] : [packed.sha256];
    });
  } finally {
    sql.close();
  }
}
