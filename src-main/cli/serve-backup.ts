// The options of `slipway serve` about its continuous backup: where that is, and whether an empty data folder is restored from it.
import path from 'node:path';
import type { AppError } from '../../src-shared/errors/app-error.ts';
import type { HeadlessOptions } from '../core/local-service/headless.ts';
import { usage } from './arguments.ts';
import { restoredText } from './backup.ts';
import type { CommandIo } from './command-io.ts';
import type { Command } from './help.ts';

export type ServeBackup = { place: string; restores: boolean };

export const backupHelp: Command['options'] = [
  ['--backup DIR', 'Back up to this folder all the time: records within 10 seconds, then builds and kept folders'],
  ['--restore', 'With --backup: make a data folder that is empty or not there from the newest backup'],
];

export const backupOptions = {
  backup: { type: 'string' },
  restore: { type: 'boolean', default: false },
} as const;

type Values = { backup?: string | undefined; restore: boolean };

export function parseBackup({ backup, restore }: Values): ServeBackup | undefined {
  if (backup !== undefined && backup !== '') return { place: path.resolve(backup), restores: restore };
  if (restore) throw usage('serve', '--restore goes with --backup.');
  return undefined;
}

type Backup = {
  options: Pick<HeadlessOptions, 'backup'>;
  /** Resolves when another service took the backup over, and never otherwise. */
  takenOver: Promise<void>;
  /** Throws why the service had to end, if it had to. */
  end(): Promise<void>;
};

export async function withBackup(backup: ServeBackup | undefined, data: string, io: CommandIo): Promise<Backup> {
  const taken = Promise.withResolvers<void>();
  if (backup === undefined) return { options: {}, takenOver: taken.promise, end: () => Promise.resolve() };
  if (backup.restores) await restoreWhereEmpty(backup.place, data, io);
  let why: AppError | undefined;
  const onTakenOver = (error: AppError) => {
    why = error;
    taken.resolve();
  };
  return {
    options: { backup: { place: backup.place, onTakenOver } },
    takenOver: taken.promise,
    end: () => (why === undefined ? Promise.resolve() : Promise.reject(why)),
  };
}

/** One that holds data goes on with it, so that the same line starts a service the first time and every time. */
async function restoreWhereEmpty(place: string, data: string, io: CommandIo): Promise<void> {
  const { isEmptyFolder, listBackup, restoreBackup } = await import('../core/local-service/data.ts');
  if (!(await isEmptyFolder(data)) || (await listBackup(place)).length === 0) return;
  io.stderr.write(restoredText(await restoreBackup(place, data)));
}
