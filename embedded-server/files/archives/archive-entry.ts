// What an archive is made of, as everybody here sees it: entries with their bytes, and how a build is refused.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

export type ArchiveEntry = {
  /** With `/` between names, relative, without `.` and `..`. */
  path: string;
  type: 'file' | 'folder' | 'link';
  /** In bytes as announced; what is read never has more. Undefined only for a lone file that is compressed. */
  size: number | undefined;
  /** The permission bits, where the archive keeps any. */
  mode: number | undefined;
  /** Of a link alone: relative, and it stays inside. */
  linkTarget?: string;
};

export type EntryBytes = {
  /** The next bytes, or undefined when there are no more. They are good until the next call. What is not read is passed. */
  read(): Promise<Buffer | undefined>;
};

/** Called for each entry in turn; the next one waits until it is done. */
export type OnEntry = (entry: ArchiveEntry, bytes: EntryBytes) => void | Promise<void>;

/** What the readers of each format hand over: nothing in it was checked. */
export type TakeEntry = (raw: ArchiveEntry, bytes: EntryBytes) => Promise<void>;

export const noBytes: EntryBytes = { read: () => Promise.resolve(undefined) };

const SHOWN_NAME = 200;
const PACK_AGAIN = messageFor('archive.do-pack-again');

/** Why a build cannot be unpacked and what to do, as one error. `what` continues "This build cannot be unpacked: ". */
export function refusal(what: Message, remedy: Message, cause?: unknown): AppError {
  return new AppError('BUILD_INVALID', 'archive.not-unpacked', { what, remedy }, { cause });
}

/** The same about one entry; `what` continues its name. */
export function entryRefusal(entry: string, what: Message, remedy: Message, cause?: unknown): AppError {
  const sentence = messageFor('archive.entry-not-unpacked', { entry: shownName(entry), what, remedy });
  return new AppError('BUILD_INVALID', sentence, { metadata: { entry }, cause });
}

/** The same about bytes that were changed or cut off; `format` is the name that people know. */
export function damagedData(format: string, what: Message, cause?: unknown): AppError {
  return refusal(messageFor('archive.data-damaged', { format, what }), PACK_AGAIN, cause);
}

/** Why stored bytes are not run that are not the ones that came. */
export function storedDamaged(): AppError {
  return new AppError('BUILD_INVALID', 'archive.stored-damaged');
}

/** What is to stand in quotes, on one line. */
export function shownName(name: string): string {
  return JSON.stringify(name.length > SHOWN_NAME ? `${name.slice(0, SHOWN_NAME)}...` : name).slice(1, -1);
}
