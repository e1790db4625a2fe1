// Checks a whole data folder that is not in use, and changes nothing in it: its checksums, the records, and every file.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { changedSince, readShutdownMarker } from '../../platform/storage/clean-shutdown-marker.ts';
import { explainDataError } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type Counted, checkFiles, checkSecrets } from './check-files.ts';
import { checkLogs } from './check-logs.ts';
import { checkRecords } from './check-records.ts';
import { createFindings, type Finding, type Findings } from './damage-found.ts';
import { openToRead, type ReadFolder } from './open-to-read.ts';

export type CheckReport = {
  data_folder: string;
  /** Whether the last end was clean, so that every byte could be distinguished from a changed one. */
  sealed: boolean;
  damaged: Finding[];
  notes: string[];
  checked: Counted & { games: number; versions: number; builds: number; logs: number };
};

const NOTHING = { games: 0, versions: 0, builds: 0, blobs: 0, parts: 0, bytes: 0, logs: 0 };

export async function checkDataFolder(folder: string): Promise<CheckReport> {
  const opened = await openToRead(folder);
  try {
    const findings = createFindings();
    const sealed = await checkMarker(opened.paths, findings);
    await checkSecrets(opened.paths, findings);
    const checked = await checkContents(opened, findings);
    return { data_folder: opened.paths.root, sealed, damaged: findings.damaged, notes: findings.notes, checked };
  } finally {
    await opened.close();
  }
}

async function checkMarker(paths: DataPaths, findings: Findings): Promise<boolean> {
  const checksums = await readShutdownMarker(paths);
  if (checksums === undefined) {
    findings.note(
      'Slipway did not end cleanly here, so there are no checksums: a changed byte within a text or number of the records cannot be noticed. Start and stop it once to write new ones.',
    );
    return false;
  }
  if (checksums === 'damaged') {
    findings.damage('file', 'The checksums of the folder are damaged themselves.', 'sealed');
    return false;
  }
  for (const name of await changedSince(paths, checksums)) {
    findings.damage('file', `${name} is not as it was when Slipway last let go of the folder, or is gone.`, name);
  }
  return true;
}

async function checkContents(opened: ReadFolder, findings: Findings): Promise<CheckReport['checked']> {
  const database = await openRecords(opened, findings);
  if (database === undefined || !checkRecords(database, findings)) return NOTHING;
  const files = await checkFiles({ paths: opened.paths, database }, findings);
  const logs = await checkLogs({ paths: opened.paths, database }, findings);
  const count = (table: string) => Number(database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
  return { games: count('games'), versions: count('versions'), builds: count('builds'), ...files, logs };
}

/** Records that cannot be opened are damage to tell of. A newer format is none, unless the checksums says it was changed. */
async function openRecords(opened: ReadFolder, findings: Findings): Promise<Database | undefined> {
  try {
    return await opened.openRecords();
  } catch (thrown) {
    const error = explainDataError(opened.paths.root, thrown);
    if (!(error instanceof AppError)) throw error;
    const isDamage = error.code === 'DATA_FOLDER_DAMAGED' || findings.damaged.length > 0;
    if (!isDamage) throw error;
    findings.damage('records', error.message);
    return undefined;
  }
}
