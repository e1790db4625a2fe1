// The copies of the records in a backup: how they are called, which there are, and which of them have had their time.
import type { BackupPlace, Stored } from './places/backup-place.ts';

export type RecordsCopy = {
  /** The name of its file, by which a person names it. */
  name: string;
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

const FOLDER = 'records';
/** Where in the place of the backup the records of a copy are. */
export const recordsFileOf = (name: string): string => `${FOLDER}/${name}`;
const LIST = '.files';
/** The list of the files that a copy names, beside it, so that nobody has to read all copies to know which builds are needed. */
export const fileListOf = (name: string): string => `${FOLDER}/${name}${LIST}`;

/** The newest first: of a later service, however its clock stands. */
export async function listCopies(place: Pick<BackupPlace, 'list'>): Promise<RecordsCopy[]> {
  return copiesAmong(await place.list(FOLDER));
}

/** What may go: copies that have had their time, and lists of copies that never came. A later service may yet bring those of its own. */
export async function listOutdated(
  place: Pick<BackupPlace, 'list'>,
  generation: number,
  now: number,
): Promise<string[]> {
  const stored = await place.list(FOLDER);
  const copies = copiesAmong(stored);
  const there = new Set(copies.map(({ name }) => name));
  const lists = stored.filter(({ name }) => name.endsWith(LIST));
  const listed = copiesAmong(lists.map((list) => ({ ...list, name: list.name.slice(0, -LIST.length) })));
  const cutOff = listed.filter((copy) => !there.has(copy.name) && copy.generation <= generation);
  return [
    ...outdatedCopies(copies, now).flatMap(({ name }) => [recordsFileOf(name), fileListOf(name)]),
    ...cutOff.map(({ name }) => fileListOf(name)),
  ];
}

function copiesAmong(stored: readonly Stored[]): RecordsCopy[] {
  const copies = stored.map(copyOf).filter((copy) => copy !== undefined);
  return copies.toSorted((one, other) => other.generation - one.generation || other.at - one.at);
}

function copyOf({ name: full, bytes }: Stored): RecordsCopy | undefined {
  const name = full.slice(FOLDER.length + 1);
  const [, generation, hour, minute, second] = NAME.exec(name) ?? [];
  if (generation === undefined) return undefined;
  return { name, generation: Number(generation), at: Date.parse(`${hour}:${minute}:${second}`), bytes };
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
