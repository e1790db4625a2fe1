// Work on data folders that nobody has open. Its code is loaded when it is asked for: a service starts without it.
import type { CheckReport } from './service/data/check.ts';
import type { ExportOptions, ExportReport } from './service/data/export.ts';
import type { ImportReport } from './service/data/import.ts';

export type { CheckReport, ExportReport, ImportReport };

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
