// Work on data folders that nobody has open. What checks and carries them is loaded when it is asked for: a service starts without it.
import { defaultLimits } from './platform/http/http-limits.ts';
import { createLog } from './platform/logging/log.ts';
import { openDataFolder } from './platform/storage/data-folder.ts';
import { createWatchHub } from './platform/watch/watch-hub.ts';
import { createParts } from './server.ts';
import type { ServerOptions } from './server-options.ts';
import type { RecordsCopy } from './service/backup/copies.ts';
import type { BackupTarget } from './service/backup/places/open-place.ts';
import type { Restored } from './service/backup/restore.ts';
import type { CheckReport } from './service/data/check.ts';
import type { ExportOptions, ExportReport } from './service/data/export.ts';
import type { ImportReport } from './service/data/import.ts';

export type { CheckReport, ExportReport, ImportReport, RecordsCopy, Restored };

export async function checkDataFolder(dataFolder: string): Promise<CheckReport> {
  const work = await import('./service/data/check.ts');
  return await work.checkDataFolder(dataFolder);
}

export async function exportDataFolder(
  dataFolder: string,
  folder: string,
  options?: ExportOptions,
): Promise<ExportReport> {
  const work = await import('./service/data/export.ts');
  return await work.exportDataFolder(dataFolder, folder, options);
}

export async function importDataFolder(folder: string, dataFolder: string): Promise<ImportReport> {
  const work = await import('./service/data/import.ts');
  return await work.importDataFolder(folder, dataFolder);
}

export async function restoreBackup(target: BackupTarget, dataFolder: string, copy?: string): Promise<Restored> {
  const work = await import('./service/backup/restore.ts');
  return await work.restoreBackup(target, dataFolder, copy);
}

export async function isEmptyFolder(folder: string): Promise<boolean> {
  const work = await import('./service/backup/restore.ts');
  return await work.isEmptyFolder(folder);
}

export async function listBackup(target: BackupTarget): Promise<RecordsCopy[]> {
  const work = await import('./service/backup/restore.ts');
  return await work.listBackup(target);
}

/** After a crash that no start follows at once: ends the servers that it left running, and says of each what became of it. */
export async function endServersLeft({
  dataFolder,
  onLog,
  ...dependencies
}: Pick<ServerOptions, 'dataFolder' | 'threads' | 'onLog'>): Promise<void> {
  const folder = await openDataFolder(dataFolder);
  const hub = createWatchHub();
  const parts = createParts(folder, hub, {
    ...dependencies,
    isReachedByOthers: true, // it starts nothing
    leastPace: defaultLimits.leastPace,
    log: createLog(onLog),
  });
  try {
    await parts.recover();
  } finally {
    hub.close();
    await parts.close();
    await folder.close();
  }
}
