// Whether there is a copy of the records elsewhere, and how old it is.
import { type BackupTarget, listBackup, lookAtRecords } from '../../../embedded-server/index.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor, messageOf } from '../../../src-shared/text/message.ts';
import { findingsOf, type HostFinding } from './finding.ts';

const DAY_MS = 86_400_000;
const OLD_BACKUP_DAYS = 7;

export type KnownBackup = { name: string; open(): Promise<BackupTarget> };

/** Of the place of `serve --backup`, or the folder that a person copies the records to. */
export async function checkBackup(backup: KnownBackup | undefined): Promise<HostFinding[]> {
  const { ok, note, warning } = findingsOf('backup');
  if (backup === undefined) return [note(messageFor('host.backup-unknown'), messageFor('host.do-name-backup'))];
  const { name: folder } = backup;
  const hint = messageFor('host.do-back-up');
  try {
    const target = await backup.open();
    const [newest] = await listBackup(target);
    const writtenAt = newest?.at ?? ('folder' in target ? (await lookAtRecords(folder)).writtenAt : undefined);
    if (writtenAt === undefined) return [warning(messageFor('host.backup-none', { folder }), hint)];
    const days = Math.floor((Date.now() - writtenAt) / DAY_MS);
    if (days >= OLD_BACKUP_DAYS) return [warning(messageFor('host.backup-old', { folder, days }), hint)];
    return [ok(messageFor('host.backup-fine', { folder, hours: Math.floor((Date.now() - writtenAt) / 3_600_000) }))];
  } catch (thrown) {
    return [warning(messageFor('host.backup-bad', { folder, why: messageOf(asAppError(thrown)) }), hint)];
  }
}
