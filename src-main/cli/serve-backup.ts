// The options of `slipway serve` about its continuous backup: where that is, and whether an empty data folder is restored from it.
import type { AppError } from '../../src-shared/errors/app-error.ts';
import type { BackupTarget } from '../core/local-service/closed-data-folder.ts';
import type { HeadlessOptions } from '../core/local-service/headless.ts';
import { usage } from './arguments.ts';
import { restoredText } from './backup.ts';
import { type BackupWords, openBackupPlace, parseBackupPlace } from './backup-place.ts';
import type { CommandIo } from './command-io.ts';
import type { Command } from './help.ts';
import type { S3Values } from './s3-place.ts';

export type ServeBackup = { place: BackupWords; restores: boolean };

export const backupHelp: Command['options'] = [
  [
    '--backup PLACE',
    'Back up all the time to DIR, s3://BUCKET/PREFIX or ssh://HOST/DIR: records within 10 seconds, then builds and kept folders',
  ],
  ['--restore', 'With --backup: make a data folder that is empty or not there from the newest backup'],
];

export const backupOptions = {
  backup: { type: 'string' },
  restore: { type: 'boolean', default: false },
} as const;

type Values = S3Values & { backup?: string | undefined; restore: boolean };

export function parseBackup({ backup, restore, ...values }: Values): ServeBackup | undefined {
  if (backup !== undefined) return { place: parseBackupPlace(backup, values), restores: restore };
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
  const target = await openBackupPlace(backup.place, io.env);
  if (backup.restores) await restoreWhereEmpty(target, data, io);
  let why: AppError | undefined;
  const onTakenOver = (error: AppError) => {
    why = error;
    taken.resolve();
  };
  return {
    options: { backup: { target, onTakenOver } },
    takenOver: taken.promise,
    end: () => (why === undefined ? Promise.resolve() : Promise.reject(why)),
  };
}

/** One that holds data goes on with it, so that the same line starts a service the first time and every time. */
async function restoreWhereEmpty(target: BackupTarget, data: string, io: CommandIo): Promise<void> {
  const { isEmptyFolder, listBackup, restoreBackup } = await import('../core/local-service/closed-data-folder.ts');
  if (!(await isEmptyFolder(data)) || (await listBackup(target)).length === 0) return;
  io.stderr.write(restoredText(await restoreBackup(target, data)));
}
