// Where preferences are kept: a JSON file, the same one and the same format in every shell. Several processes may change it, so
// each change begins with what is there, and no two are under way at once.
import { constants, copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Conf from 'conf';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../platform/error-code.ts';
import { followFile } from '../platform/storage/file-changes.ts';
import { whileLocked } from '../platform/storage/file-lock.ts';
import { FORMAT, FORMAT_KEY } from './settings-format.ts';

/** What the core needs of a store. electron-store and conf, which it is built on, both have this shape. */
export type SettingsStore = {
  readonly store: Record<string, unknown>;
  readonly path: string;
  set(values: Record<string, unknown>): void;
};

export type SettingsFile = {
  read(): Record<string, unknown>;
  /** `edit` gets what is there now, and answers what has to change. */
  change(edit: (now: Record<string, unknown>) => Record<string, unknown>): void;
  /** Called when the file changed, whoever changed it, until the answer is called. */
  follow(onChange: () => void): () => void;
};

/** Where the file lies. */
export function settingsPlace(folder: string): string {
  return path.join(folder, `${settingsName}.json`);
}

const DAMAGED = '.damaged';

/** The options that both stores are opened with. A file that cannot be read is replaced by them. */
export const settingsName = 'settings';

/** The store of plain Node. */
export async function openSettingsFile(folder: string): Promise<SettingsFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined); // what cannot be kept is said when it changes
  await keepUnreadable(folder);
  const options = { cwd: folder, configName: settingsName, projectName: 'slipway', clearInvalidConfig: true };
  return shareSettings(openStore(folder, () => new Conf(options)));
}

/** Opens a store, which reads its file at once. A file that is there but cannot be read is an error, not replaced by defaults. */
export function openStore<S extends SettingsStore>(folder: string, open: () => S): S {
  try {
    return open();
  } catch (cause) {
    throw new AppError(
      'SETTINGS_UNREADABLE',
      'settings.unreadable',
      { file: settingsPlace(folder), why: systemReason(cause) },
      { cause },
    );
  }
}

/** A store that other processes have open as well. What is damaged or gone takes nothing away from a process that runs. */
export function shareSettings(kept: SettingsStore): SettingsFile {
  let last: Record<string, unknown> = {};
  const read = () => {
    const found = kept.store; // nothing where it cannot be read
    if (Object.keys(found).length > 0) last = found;
    return last;
  };
  const write = (edit: (now: Record<string, unknown>) => Record<string, unknown>) => {
    const now = read();
    const isFirst = Object.keys(now).length === 0;
    const next = { ...(isFirst ? { [FORMAT_KEY]: FORMAT } : {}), ...now, ...edit(now) };
    kept.set(next);
    last = next;
  };
  return {
    read,
    change: (edit) => orSayWhy(() => whileLocked(kept.path, () => write(edit))),
    follow: (onChange) => followFile(kept.path, onChange),
  };
}

/** What cannot be kept is not changed: it would be another after the next start. */
function orSayWhy(change: () => void): void {
  try {
    change();
  } catch (cause) {
    const sentence = messageFor('settings.not-writable', { why: systemReason(cause) });
    throw new AppError('SETTINGS_UNWRITABLE', sentence, { cause });
  }
}

/**
 * Keeps a settings file that cannot be read as `.damaged` beside it, before a store replaces it; answers that name. What is
 * kept already is never written over: a later one gets its date as well, and the same bytes are kept once.
 */
export async function keepUnreadable(folder: string): Promise<string | undefined> {
  const file = settingsPlace(folder);
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined || isRecord(bytes.toString())) return undefined;
  for (;;) {
    const earlier = await earlierKept(file);
    const kept = (await sameAs(bytes, earlier)) ?? (await keptAs(file, earlier.length === 0 ? DAMAGED : datedSuffix()));
    if (kept !== undefined) return kept;
  }
}

async function earlierKept(file: string): Promise<string[]> {
  const folder = path.dirname(file);
  const names = await readdir(folder);
  return names.filter((name) => name.startsWith(path.basename(file) + DAMAGED)).map((name) => path.join(folder, name));
}

async function sameAs(bytes: Buffer, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if ((await readFile(file).catch(() => undefined))?.equals(bytes)) return file;
  return undefined;
}

/** Undefined where another process, which starts as well, has taken that name. */
async function keptAs(file: string, suffix: string): Promise<string | undefined> {
  try {
    await copyFile(file, file + suffix, constants.COPYFILE_EXCL);
    return file + suffix;
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST') return undefined;
    throw thrown;
  }
}

function datedSuffix(): string {
  return `${DAMAGED}-${new Date().toISOString().replaceAll(':', '-')}`;
}

function isRecord(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}
