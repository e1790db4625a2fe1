// What the system or SQLite says, as a reason with what to do, and its code in brackets. Their own messages are for programmers, and
// name paths of a machine that may not be the reader's: they go to the log alone.
import { type Message, messageFor, messageOf } from '../text/message.ts';

const reasons = {
  ENOSPC: 'system.disk-full',
  SQLITE_FULL: 'system.disk-full',
  EDQUOT: 'system.quota-used',
  EACCES: 'system.no-right',
  EPERM: 'system.no-right',
  EROFS: 'system.read-only',
  SQLITE_READONLY: 'system.read-only',
  EIO: 'system.disk-failed',
  SQLITE_IOERR: 'system.disk-failed',
  ENODEV: 'system.not-there',
  ENOENT: 'system.not-there',
  ENXIO: 'system.not-there',
  ESTALE: 'system.not-there',
  SQLITE_CANTOPEN: 'system.not-opened',
  EMFILE: 'system.too-many-files',
  ENFILE: 'system.too-many-files-on-machine',
  ENOMEM: 'system.too-little-memory',
  SQLITE_NOMEM: 'system.too-little-memory',
  EBUSY: 'system.in-use',
  ETXTBSY: 'system.in-use',
  SQLITE_BUSY: 'system.in-use',
  SQLITE_LOCKED: 'system.in-use',
  SQLITE_CORRUPT: 'system.file-damaged',
  SQLITE_NOTADB: 'system.file-damaged',
  EISDIR: 'system.other-kind',
  ENOTDIR: 'system.other-kind',
  EEXIST: 'system.name-taken',
  ENAMETOOLONG: 'system.name-too-long',
  EFBIG: 'system.file-too-large',
} as const;

const sqliteCodes: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** The system's code of an error, or SQLite's primary one by name. */
export function systemCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('errcode' in thrown && typeof thrown.errcode === 'number') return sqliteCodes[thrown.errcode & 0xff];
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Why something failed, for the end of a sentence. What is no word of the system stays as it is. */
export function systemReason(thrown: unknown): Message {
  const known = knownReason(thrown);
  if (known !== undefined) return known;
  if (thrown instanceof Error && thrown.name === 'AppError') return messageOf(thrown);
  const code = systemCode(thrown);
  if (code !== undefined && /^E[A-Z0-9]+$|^SQLITE_/.test(code)) return messageFor('system.code', { code });
  return { text: (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, '') };
}

/** A whole sentence of what the system said; undefined for what it did not say, or only programmers can do something about. */
export function systemMessage(thrown: unknown): Message | undefined {
  const why = knownReason(thrown);
  return why === undefined ? undefined : messageFor('system.failed', { why });
}

function knownReason(thrown: unknown): Message | undefined {
  const code = systemCode(thrown);
  return code !== undefined && isKnown(code) ? messageFor(reasons[code], { code }) : undefined;
}

function isKnown(code: string): code is keyof typeof reasons {
  return Object.hasOwn(reasons, code);
}
