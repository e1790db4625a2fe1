// Says in a sentence why a data folder cannot be used, and what can be done, from what the system or SQLite threw.
import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ErrorCode } from '../../../src-shared/errors/codes.ts';
import { systemCode } from '../../../src-shared/errors/system-reason.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

/** The system's code of an error, or SQLite's primary one by name. */
export const errorCode = systemCode;

type DataCode = Extract<ErrorCode, `DATA_FOLDER_${string}`>;

/** An error about the folder. Each names a fresh folder beside it that could be used instead; nothing is created yet. */
export function dataError(
  code: DataCode,
  folder: string,
  sentence: Message,
  cause?: unknown,
  beside = folder,
): AppError {
  const fresh = freshFolderBeside(beside);
  return new AppError(code, sentence, { cause, metadata: { data_folder: folder, fresh_folder: fresh } });
}

export function newerError(folder: string, found: number, known: number): AppError {
  return dataError('DATA_FOLDER_NEWER', folder, messageFor('data.newer-format', { folder, found, known }));
}

/** A fresh folder is offered beside another one: what is written where the drive should be would be hidden by it. */
export function goneError(folder: string, besideFolder: string): AppError {
  return dataError('DATA_FOLDER_GONE', folder, messageFor('data.folder-gone', { folder }), undefined, besideFolder);
}

export function damagedError(folder: string, what: Message, cause?: unknown): AppError {
  return dataError('DATA_FOLDER_DAMAGED', folder, messageFor('data.records-damaged', { folder, what }), cause);
}

const UNWRITABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
]);
/** Of these: a file is there, or above it. */
const NO_FOLDER = new Set(['ENOTDIR', 'EEXIST']);
const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
/** Of SQLite these also tell of a full disk, where it needs room beside its file. */
const FAILING = new Set(['EIO', 'SQLITE_IOERR']);
/** With less than this free, a disk that fails is a full one. */
const LEAST_FREE_BYTES = 1_048_576;
const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_ERROR']);

/** Turns what opening the folder threw into one of ours; what is already ours passes. */
export function explainDataError(folder: string, thrown: unknown): unknown {
  const code = thrown instanceof AppError ? undefined : errorCode(thrown);
  if (code === undefined) return thrown;
  if (UNWRITABLE.has(code)) {
    const sentence = messageFor(NO_FOLDER.has(code) ? 'data.not-a-folder' : 'data.not-writable', { folder, code });
    return dataError('DATA_FOLDER_UNWRITABLE', folder, sentence, thrown);
  }
  if (FULL.has(code) || (FAILING.has(code) && isFull(folder))) {
    const sentence = messageFor('data.disk-full', { folder, code });
    return dataError('DATA_FOLDER_FULL', folder, sentence, thrown);
  }
  if (FAILING.has(code)) {
    const sentence = messageFor('data.disk-failed', { folder, code });
    return dataError('DATA_FOLDER_DISK_FAILED', folder, sentence, thrown);
  }
  if (DAMAGED.has(code)) {
    return damagedError(folder, messageFor('data.records-unreadable', { code }), thrown);
  }
  return thrown;
}

/** Whether the disk that the folder is on, or would be on, has no room left. */
function isFull(folder: string): boolean {
  try {
    // oxlint-disable-next-line node/no-sync -- asked once, only when the start has failed
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_FREE_BYTES;
  } catch (thrown) {
    const above = path.dirname(folder);
    return errorCode(thrown) === 'ENOENT' && above !== folder && isFull(above);
  }
}

/** The first free name of the form `<folder>-fresh`, `<folder>-fresh-2`, ... */
function freshFolderBeside(folder: string): string {
  for (let n = 1; ; n += 1) {
    const candidate = `${folder}-fresh${n === 1 ? '' : `-${n}`}`;
    // oxlint-disable-next-line node/no-sync -- asked once, only when the start has failed
    if (!existsSync(candidate)) return candidate;
  }
}
