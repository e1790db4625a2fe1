// The copies of the records in a backup: how they are called, which there are, and which of them have had their time.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../platform/storage/data-errors.ts';

export type RecordsCopy = {
  /** The name of its file, by which a person names it. */
  name: string;
  file: string;
  /** Which service wrote it: each one that takes a backup over has the next number. */
  generation: number;
  /** In ms. */
  at: number;
  bytes: number;
};

const NAME = /^(\d{6})-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** So many of the newest are kept, then one of each hour of a day, and one of each day of a month. */
const NEWEST = 3;
const HOURS = 24;
const DAYS = 30;

/** Without colons, which Windows does not take. */
export function copyName(generation: number, at: number): string {
  return `${String(generation).padStart(6, '0')}-${new Date(at).toISOString().replaceAll(':', '-')}.db`;
}

export const recordsFolder = (place: string): string => path.join(place, 'records');

/** The newest first: of a later service, however its clock stands. */
export async function listCopies(place: string): Promise<RecordsCopy[]> {
  const folder = recordsFolder(place);
  const names = await readdir(folder).catch((thrown: unknown) => {
    if (errorCode(thrown) === 'ENOENT') return [];
    throw thrown;
  });
  const copies = await Promise.all(names.map((name) => copyOf(folder, name)));
  return copies
    .filter((copy) => copy !== undefined)
    .toSorted((one, other) => other.generation - one.generation || other.at - one.at);
}

async function copyOf(folder: string, name: string): Promise<RecordsCopy | undefined> {
  const [, generation, hour, minute, second] = NAME.exec(name) ?? [];
  if (generation === undefined) return undefined;
  const file = path.join(folder, name);
  const { size } = await stat(file);
  return { name, file, generation: Number(generation), at: Date.parse(`${hour}:${minute}:${second}`), bytes: size };
}

/** `copies` as they are listed. */
export function outdatedCopies(copies: readonly RecordsCopy[], now: number): RecordsCopy[] {
  const kept = new Set(copies.slice(0, NEWEST));
  const firstOfEach = (spanMs: number, spans: number) => {
    const seen = new Set<number>();
    for (const copy of copies) {
      const span = Math.floor(copy.at / spanMs);
      if (now - copy.at > spans * spanMs || seen.has(span)) continue;
      seen.add(span);
      kept.add(copy);
    }
  };
  firstOfEach(HOUR_MS, HOURS);
  firstOfEach(DAY_MS, DAYS);
  return copies.filter((copy) => !kept.has(copy));
}
