// Keeps the cache of packs within bounds, without those that an unfinished transfer of the app or of the command line needs.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../../src-shared/errors/system-reason.ts';
import type { Packer } from '../../pack/packer.ts';
import { readRecord } from './transfer-record.ts';

const MOST_BYTES = 8 * 1024 ** 3;

/** The journals of the app's queue and of `slipway push`, in the app's folder. */
export const journalNames = { queue: 'transfers.db', pushes: 'pushes.db' } as const;

/** No transfer depends on it, so that where it fails that is only told. */
export async function evictOldPacks(
  { packer, cache, appFolder }: { packer: Packer; cache: string; appFolder: string },
  onProblem: (error: AppError) => void,
): Promise<void> {
  try {
    const inUse = new Set<string>();
    for (const name of Object.values(journalNames)) {
      for (const sha256 of await packsNeededBy(path.join(appFolder, name))) inUse.add(sha256);
    }
    await packer.evict(cache, MOST_BYTES, inUse);
  } catch (cause) {
    onProblem(new AppError('ERROR', 'pack.old-not-removed', { why: systemReason(cause) }, { cause }));
  }
}

/** Only looks: each journal has its owner. */
async function packsNeededBy(file: string): Promise<string[]> {
  if ((await stat(file).catch(() => undefined)) === undefined) return [];
  const sql = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
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
