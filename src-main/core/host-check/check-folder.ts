// Whether the service can use its data folder: its rights, the room on its disk, and its records.
import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { lookAtRecords, type RecordsLook } from '../../../embedded-server/index.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
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
export function isOpen({ mode }: Pick<Rights, 'mode'>): boolean {
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

/** About here the service ends the server that wrote most, see `disk-guard.ts`. */
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
