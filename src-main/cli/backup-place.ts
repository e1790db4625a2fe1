// Where a backup is, as the command line names it: a folder, a place in an object store, or a folder that ssh reaches.
import path from 'node:path';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { bucketName, sshPlaceName } from '../../src-shared/place-names.ts';
import type { BackupTarget } from '../core/local-service/closed-data-folder.ts';
import { openS3Place, parseS3Place, type S3Place, type S3Values } from './s3-place.ts';

export type BackupWords = Exclude<BackupTarget, { store: unknown }> | { s3: S3Place };

const SSH = /^ssh:\/\/((?:[a-z_][\w.-]*@)?[a-z0-9][\w.-]*|(?:[a-z_][\w.-]*@)?\[[\da-f:.]+\])(?::(\d{1,5}))?(\/.+)$/i;

export function parseBackupPlace(text: string, values: S3Values): BackupWords {
  const s3 = parseS3Place(text, values);
  if (s3 !== undefined) return { s3 };
  const [, host, port, folder] = SSH.exec(text) ?? [];
  if (host !== undefined && folder !== undefined) {
    return { ssh: { host: host.replace(/[[\]]/g, ''), ...(port === undefined ? {} : { port: Number(port) }), folder } };
  }
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(text)) throw new AppError('USAGE', 'cli.backup-place-invalid', { text });
  return { folder: path.resolve(text) };
}

/** As a person wrote it. */
export function backupName(place: BackupWords): string {
  if ('folder' in place) return place.folder;
  return 's3' in place ? bucketName(place.s3) : sshPlaceName(place.ssh);
}

export async function openBackupPlace(
  words: BackupWords,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BackupTarget> {
  return 's3' in words ? { store: await openS3Place(words.s3, env) } : words;
}

const AGAIN = {
  command: { away: 'cli.store-away', silent: 'cli.store-silent' },
  start: { away: 'cli.store-away-at-start', silent: 'cli.store-silent-at-start' },
} as const;
const AWAY: ReadonlySet<string> = new Set(['objects.unreachable', 'objects.silent', 'objects.busy']);

/** What goes on by itself while a service runs ends a command, and a service that only starts: it says when to try again. */
export async function whileStoreAnswers<T>(work: () => Promise<T>, what: keyof typeof AGAIN): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !AWAY.has(thrown.reason ?? '')) throw thrown;
    const { store = '', why } = thrown.params ?? {};
    const { away, silent } = AGAIN[what];
    if (why === undefined) throw new AppError(thrown.code, silent, { store }, { cause: thrown });
    throw new AppError(thrown.code, away, { store, why }, { cause: thrown });
  }
}
