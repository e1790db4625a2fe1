// Which service may write a backup: the one that took it over last. Each start counts up a number in the backup, and in the data
// folder stands the number that it was given, so that neither a service that was replaced nor an older folder writes on. With it
// stands where: a place that was written and is empty by now is a disk that is not mounted, and no place for a new backup.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { writeDurably } from '../../platform/durable/write-durably.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { BackupPlace } from './places/backup-place.ts';

const generationFile = z.object({ generation: z.int().min(0), data_id: z.string(), since: z.string() });
type Generation = z.infer<typeof generationFile>;
/** In a data folder also the number that it was given last at each place, by its name; older ones lack it. */
const ownFile = generationFile.extend({ places: z.record(z.string(), z.int().min(0)).default({}) });
type OwnGeneration = z.infer<typeof ownFile>;
type Noted = Pick<OwnGeneration, 'places' | 'generation'>;

const NAME = 'generation.json';

export type Claim = {
  readonly generation: number;
  /** False once another service took the backup over. Throws where the backup cannot be found: its disk may be away. */
  isOurs(): Promise<boolean>;
};

/** Refuses a backup of other data, and one that a newer service than this folder's last one has written. */
export async function claimBackup(place: BackupPlace, paths: DataPaths, dataId: string): Promise<Claim> {
  const [found, own] = await Promise.all([readPlaceGeneration(place), readOwn(paths)]);
  const { places, generation: last }: Noted = own ?? { places: {}, generation: 0 };
  const lastHere = places[place.name];
  if (found !== undefined) requireOurs(place.name, found, { dataId, own: lastHere ?? last });
  else if (lastHere !== undefined) {
    throw new AppError('BACKUP_REFUSED', 'backup.gone-at-start', { place: place.name, file: paths.backupGeneration });
  }
  const generation = Math.max(found?.generation ?? 0, last) + 1;
  const claimed = { generation, data_id: dataId, since: new Date().toISOString() };
  const noted = { ...claimed, places: { ...places, [place.name]: generation } };
  // In the folder first: what ends between the two may claim again. Of a new place only the number: it may never become one.
  await writeOwn(paths, found === undefined ? { ...claimed, places } : noted);
  await place.write(NAME, JSON.stringify(claimed));
  if (found === undefined) await writeOwn(paths, noted);
  return { generation, isOurs: async () => isStill(await readPlaceGeneration(place), claimed, place.name) };
}

/** Each start counts up: a lower number is no later service, and other data are another disk. */
function isStill(now: Generation | undefined, claimed: Generation, place: string): boolean {
  if (now === undefined || now.data_id !== claimed.data_id || now.generation < claimed.generation) {
    throw new AppError('BACKUP_REFUSED', 'backup.gone', { place });
  }
  return now.generation === claimed.generation;
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
export async function noteRestored(paths: DataPaths, place: BackupPlace): Promise<void> {
  const found = await readPlaceGeneration(place);
  if (found !== undefined) await writeOwn(paths, { ...found, places: { [place.name]: found.generation } });
}

async function readPlaceGeneration(place: BackupPlace): Promise<Generation | undefined> {
  const text = await place.read(NAME);
  return text === undefined ? undefined : parse(generationFile, text, `${place.name}/${NAME}`);
}

async function writeOwn({ backupGeneration: file }: DataPaths, own: OwnGeneration): Promise<void> {
  await writeDurably(file, JSON.stringify(own));
}

async function readOwn({ backupGeneration: file }: DataPaths): Promise<OwnGeneration | undefined> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    return undefined;
  });
  return text === undefined ? undefined : parse(ownFile, text, file);
}

function parse<T>(schema: z.ZodType<T>, text: string, file: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (thrown) {
    throw new AppError('BACKUP_REFUSED', 'backup.generation-unreadable', { file }, { cause: thrown });
  }
}
