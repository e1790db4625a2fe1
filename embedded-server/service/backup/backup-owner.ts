// Which service may write a backup: the one that took it over last. Each start counts up a number in the backup, and in the data
// folder stands the number that it was given, so that neither a service that was replaced nor an older folder writes on.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { writeDurably } from '../../platform/durable/write-durably.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { BackupPlace } from './places/backup-place.ts';

const generationFile = z.object({ generation: z.int().min(0), data_id: z.string(), since: z.string() });
type Generation = z.infer<typeof generationFile>;

const NAME = 'generation.json';

export type Claim = {
  readonly generation: number;
  /** False once another service took the backup over. */
  isOurs(): Promise<boolean>;
};

/** Refuses a backup of other data, and one that a newer service than this folder's last one has written. */
export async function claimBackup(place: BackupPlace, paths: DataPaths, dataId: string): Promise<Claim> {
  const [found, own] = await Promise.all([readPlaceGeneration(place), readOwn(paths)]);
  if (found !== undefined) requireOurs(place.name, found, { dataId, own: own?.generation ?? 0 });
  const generation = (found?.generation ?? 0) + 1;
  // In the folder first: what ends between the two may claim again.
  const claimed = { generation, data_id: dataId, since: new Date().toISOString() };
  await noteGeneration(paths, claimed);
  await place.write(NAME, JSON.stringify(claimed));
  return { generation, isOurs: async () => (await readPlaceGeneration(place))?.generation === generation };
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

export async function readPlaceGeneration(place: BackupPlace): Promise<Generation | undefined> {
  const text = await place.read(NAME);
  return text === undefined ? undefined : parse(text, `${place.name}/${NAME}`);
}

async function readOwn({ backupGeneration: file }: DataPaths): Promise<Generation | undefined> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    return undefined;
  });
  return text === undefined ? undefined : parse(text, file);
}

function parse(text: string, file: string): Generation {
  try {
    return generationFile.parse(JSON.parse(text));
  } catch (thrown) {
    throw new AppError('BACKUP_REFUSED', 'backup.generation-unreadable', { file }, { cause: thrown });
  }
}
