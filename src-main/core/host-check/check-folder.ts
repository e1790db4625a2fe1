// Whether the service can use its data folder: its rights, the room on its disk, its records, and a copy of them elsewhere.
import { access, constants, readdir, readFile, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import {
  type BackupTarget,
  findRunningService,
  listBackup,
  lookAtRecords,
  type RecordsLook,
} from '../../../embedded-server/index.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { systemCode, systemReason } from '../../../src-shared/errors/system-reason.ts';
import { size } from '../../../src-shared/size-text.ts';
import { messageFor, messageOf } from '../../../src-shared/text/message.ts';
import { doCommand } from './check-unit.ts';
import { findingsOf, type HostFinding } from './finding.ts';

export type Owner = { uid: number | undefined; name: string };

const OTHERS = 0o077;
const RWX = 0o700;

const dataFindings = findingsOf('data');

/** Rights: of the folder and of what is in it, for the user that the service runs as. */
export async function checkData(folder: string, owner: Owner): Promise<HostFinding[]> {
  const found = await stat(folder).catch((thrown: unknown) => asError(thrown));
  return [found instanceof Error ? await checkAbsent(folder, found) : await checkPresent(folder, found, owner)];
}

async function checkAbsent(folder: string, thrown: Error): Promise<HostFinding> {
  const { note, stop } = dataFindings;
  if (systemCode(thrown) !== 'ENOENT') {
    return stop(messageFor('host.data-closed', { folder, why: systemReason(thrown) }), messageFor('host.do-as-root'));
  }
  const above = await nearestAbove(folder);
  const why = await whyNotWritable(above);
  if (why === undefined) return note(messageFor('host.data-new', { folder }));
  const sentence = messageFor('host.data-cannot-be-made', { folder, above, why: systemReason(why) });
  return stop(sentence, messageFor('host.do-give-folder'));
}

type Rights = { mode: number; uid: number };

async function checkPresent(folder: string, rights: Rights, owner: Owner): Promise<HostFinding> {
  const { ok, warning, stop } = dataFindings;
  const user = owner.name;
  const give = doCommand(`sudo chown -R ${user}: ${folder} && sudo chmod 700 ${folder}`);
  const why = await whyNotWritable(folder);
  if (systemCode(why) === 'EROFS') {
    return stop(messageFor('host.data-read-only', { folder }), messageFor('host.do-mount-writable'));
  }
  if (!isOwnerOf(rights, owner)) {
    return stop(messageFor('host.data-of-other', { folder, user, uid: rights.uid }), give);
  }
  if (why !== undefined) return stop(messageFor('host.data-closed', { folder, why: systemReason(why) }), give);
  const foreign = await foreignIn(folder, owner.uid);
  if (foreign !== undefined) return stop(messageFor('host.data-file-of-other', { file: foreign, user }), give);
  if (isOpen(rights)) return warning(messageFor('host.data-open', { folder }), doCommand(`sudo chmod 700 ${folder}`));
  return ok(messageFor('host.data-fine', { folder, user }));
}

function isOwnerOf({ mode, uid }: Rights, owner: Owner): boolean {
  return owner.uid === undefined || (uid === owner.uid && (mode & RWX) === RWX);
}

/** Windows keeps no such rights. */
function isOpen({ mode }: Pick<Rights, 'mode'>): boolean {
  return (mode & OTHERS) !== 0 && process.platform !== 'win32';
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

async function whyNotWritable(folder: string): Promise<Error | undefined> {
  return await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
}

async function nearestAbove(folder: string): Promise<string> {
  const above = path.dirname(folder);
  if (above === folder) return folder;
  return (await stat(above).catch(() => undefined)) === undefined ? await nearestAbove(above) : above;
}

/** One that a restore or a command as root left behind. */
async function foreignIn(folder: string, uid: number | undefined): Promise<string | undefined> {
  if (uid === undefined) return undefined;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined); // ended uploads go at any moment
    if (found !== undefined && found.uid !== uid) return file;
  }
  return undefined;
}

/** Below this the service ends the server that wrote most. */
const LITTLE_BYTES = 512_000_000;
/** Below this even the records may not be written. */
const NEXT_TO_NOTHING = 16_777_216;
const FEW_FILES = 10_000;
const NO_FILES = 100;

export async function checkSpace(folder: string): Promise<HostFinding[]> {
  const { ok, warning, stop } = findingsOf('space');
  const there = (await stat(folder).catch(() => undefined)) === undefined ? await nearestAbove(folder) : folder;
  const { bavail, bsize, blocks, ffree, files } = await statfs(there);
  const free = bavail * bsize;
  const params = { folder, free: size(free) };
  if (free < NEXT_TO_NOTHING) return [stop(messageFor('host.disk-full', params), messageFor('host.do-make-room'))];
  // Some disks count no files, and say 0 of 0.
  if (files > 0 && ffree < NO_FILES) {
    return [stop(messageFor('host.no-inodes', { folder, free: ffree }), messageFor('host.do-free-inodes'))];
  }
  if (free < LITTLE_BYTES) return [warning(messageFor('host.disk-little', params), messageFor('host.do-make-room'))];
  if (files > 0 && ffree < FEW_FILES) {
    return [warning(messageFor('host.few-inodes', { folder, free: ffree }), messageFor('host.do-free-inodes'))];
  }
  return [ok(messageFor('host.disk-room', { ...params, size: size(blocks * bsize) }))];
}

export type Records = { look: RecordsLook | undefined; findings: HostFinding[] };

export async function checkRecords(folder: string): Promise<Records> {
  const { ok, note, stop } = findingsOf('records');
  try {
    const look = await lookAtRecords(folder);
    const { format, knownFormat } = look;
    if (format === undefined) return { look, findings: [note(messageFor('host.records-new'))] };
    if (format < knownFormat) {
      const older = messageFor('host.records-older', { format, known: knownFormat });
      return { look, findings: [note(older, messageFor('host.do-keep-backup'))] };
    }
    return { look, findings: [ok(messageFor('host.records-fine', { format }))] };
  } catch (thrown) {
    const error = asAppError(thrown);
    return { look: undefined, findings: [stop(messageOf(error), messageFor('host.do-look-operate'))] };
  }
}

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

/** The token of whoever collects figures: closed to others, and good where the service runs. */
export async function checkMetrics(folder: string, owner: Owner, isAnswering: boolean): Promise<HostFinding[]> {
  const { ok, note, warning } = findingsOf('metrics');
  const file = path.join(folder, 'metrics-token');
  try {
    const { mode } = await stat(file);
    if (isOpen({ mode })) {
      return [warning(messageFor('host.metrics-open', { file }), messageFor('host.do-new-metrics-token', { file }))];
    }
    if (isAnswering && (await isTurnedAway(folder, (await readFile(file, 'utf8')).trim()))) {
      return [warning(messageFor('host.metrics-refused', { file }), messageFor('host.do-restart'))];
    }
    return [ok(messageFor('host.metrics-fine', { file, user: owner.name }))];
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return [note(messageFor('host.metrics-none', { file }))];
    const why = thrown instanceof AppError ? messageOf(thrown) : systemReason(thrown);
    return [warning(messageFor('host.metrics-unreadable', { file, why }), messageFor('host.do-as-root'))];
  }
}

const ASKED_MS = 5_000;

/** False as well where nothing answers: that is said of the port. */
async function isTurnedAway(folder: string, token: string): Promise<boolean> {
  const running = await findRunningService(folder).catch(() => undefined);
  // With a certificate the address is the public one, and the token is for nobody on the way there.
  if (running?.url.startsWith('http://') !== true) return false;
  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(ASKED_MS);
  const answer = await fetch(`${running.url}/metrics`, { headers, signal }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 401;
}
