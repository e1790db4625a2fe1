// Says in a sentence why a data folder cannot be used, and what can be done, from what the system or SQLite threw.
import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ErrorCode } from '../../../src-shared/errors/codes.ts';
import { systemCode } from '../../../src-shared/errors/system-reason.ts';

/** The system's code of an error, or SQLite's primary one by name. */
export const errorCode = systemCode;

type DataCode = Extract<ErrorCode, `DATA_FOLDER_${string}`>;

/** An error about the folder. Each names a fresh folder beside it that could be used instead; nothing is created yet. */
export function dataError(
  code: DataCode,
  folder: string,
  sentence: string,
  cause?: unknown,
  beside = folder,
): AppError {
  const fresh = freshFolderBeside(beside);
  return new AppError(code, sentence, { cause, metadata: { data_folder: folder, fresh_folder: fresh } });
}

export function newerError(folder: string, found: number, known: number): AppError {
  return dataError(
    'DATA_FOLDER_NEWER',
    folder,
    `${folder} was written by a newer Slipway (format ${found}; this one knows ${known}). Nothing was changed. Update Slipway, or start with a fresh folder.`,
  );
}

/** A fresh folder is offered beside another one: what is written where the drive should be would be hidden by it. */
export function goneError(folder: string, besideFolder: string): AppError {
  return dataError(
    'DATA_FOLDER_GONE',
    folder,
    `The data of Slipway is not at ${folder} any more. Its drive may have been taken out, or the folder was moved or removed. Nothing is written there until it is back, and then Slipway goes on by itself. Or start with a fresh folder.`,
    undefined,
    besideFolder,
  );
}

export function damagedError(folder: string, what: string, cause?: unknown): AppError {
  return dataError(
    'DATA_FOLDER_DAMAGED',
    folder,
    `The records in ${folder} are damaged: ${what}. They were left as they are. Start with a fresh folder, or put a copy from its backups folder in place.`,
    cause,
  );
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
    const sentence = `Slipway may not write to ${folder} (${code}). Nothing was changed. Give it the right to write there, or start with another folder.`;
    return dataError('DATA_FOLDER_UNWRITABLE', folder, sentence, thrown);
  }
  if (FULL.has(code) || (FAILING.has(code) && isFull(folder))) {
    const sentence = `The disk with ${folder} is full (${code}). Nothing was changed. Free some space and start again, or start with a folder on another disk.`;
    return dataError('DATA_FOLDER_FULL', folder, sentence, thrown);
  }
  if (FAILING.has(code)) {
    const sentence = `The disk with ${folder} failed to read or write (${code}). Look at the disk and how it is connected, and save what is on it. Then start again, or start with a folder on another disk.`;
    return dataError('DATA_FOLDER_DISK_FAILED', folder, sentence, thrown);
  }
  if (DAMAGED.has(code)) {
    return damagedError(folder, `slipway.db cannot be read as records (${code})`, thrown);
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
