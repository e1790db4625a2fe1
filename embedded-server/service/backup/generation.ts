// Which service may write a backup: the one that took it over last. Each start counts up a number in the backup, and in the data
// folder stands the number that it was given, so that neither a service that was replaced nor an older folder writes on.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { writeDurably } from '../../platform/durable/write-durably.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';

const generationFile = z.object({ generation: z.int().min(0), data_id: z.string(), since: z.string() });
type Generation = z.infer<typeof generationFile>;

const inPlace = (place: string) => path.join(place, 'generation.json');

export type Claim = {
  readonly generation: number;
  /** False once another service took the backup over. */
  isOurs(): Promise<boolean>;
};

/** Refuses a backup of other data, and one that a newer service than this folder's last one has written. */
export async function claimBackup(place: string, paths: DataPaths, dataId: string): Promise<Claim> {
  await mkdir(place, { recursive: true, mode: 0o700 });
  const [found, own] = await Promise.all([readGeneration(inPlace(place)), readGeneration(paths.backupGeneration)]);
  if (found !== undefined) requireOurs(place, found, { dataId, own: own?.generation ?? 0 });
  const generation = (found?.generation ?? 0) + 1;
  // In the folder first: what ends between the two may claim again.
  const claimed = { generation, data_id: dataId, since: new Date().toISOString() };
  await noteGeneration(paths, claimed);
  await writeDurably(inPlace(place), JSON.stringify(claimed));
  return {
    generation,
    isOurs: async () => (await readGeneration(inPlace(place)))?.generation === generation,
  };
}

function requireOurs(
  place: string,
  { data_id: id, generation, since }: Generation,
  { dataId, own }: { dataId: string; own: number },
): void {
  if (id !== dataId) throw new AppError('BACKUP_REFUSED', 'backup.other-data', { place });
  if (generation > own) throw new AppError('BACKUP_REFUSED', 'backup.newer', { place, generation, since, own });
}

/** In a data folder that was restored from a backup: it goes on from there. */
export async function noteGeneration(paths: DataPaths, generation: Generation): Promise<void> {
  await writeDurably(paths.backupGeneration, JSON.stringify(generation));
}

export function readPlaceGeneration(place: string): Promise<Generation | undefined> {
  return readGeneration(inPlace(place));
}

async function readGeneration(file: string): Promise<Generation | undefined> {
  try {
    return generationFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    if (errorCode(thrown) !== undefined) throw thrown;
    throw new AppError('BACKUP_REFUSED', 'backup.generation-unreadable', { file }, { cause: thrown });
  }
}
