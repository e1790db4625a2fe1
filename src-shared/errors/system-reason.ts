// What the system or SQLite says, as a reason with what to do, and its code in brackets. Their own messages are for programmers, and
// name paths of a machine that may not be the reader's: they go to the log alone.

type Reason = (code: string) => string;

const isFull: Reason = (code) => `the disk is full (${code}). Free some space on it, then try again`;
const noRight: Reason = (code) =>
  `this user has no right to it (${code}). Give it the right, or choose another place, then try again`;
const readOnly: Reason = (code) =>
  `it can only be read, not written (${code}). Allow writing there, or choose another place`;
const noDisk: Reason = (code) =>
  `the disk failed to read or write it (${code}). Look at the disk and how it is connected, and save what is on it`;
const notThere: Reason = (code) => `it is not there, or not any more (${code}). Look whether its folder and drive are`;
const notOpened: Reason = (code) =>
  `it cannot be opened (${code}). Look whether its folder is there, and whether this user may write to it`;
const noMemory: Reason = (code) =>
  `the machine has too little free memory (${code}). End some programs, then try again`;
const inUse: Reason = (code) => `another program uses it (${code}). End that one, or wait a moment, then try again`;
const damaged: Reason = (code) =>
  `the file is damaged (${code}). Move it away, or put a copy of it in its place, then start again`;
const otherKind: Reason = (code) => `a folder is where a file should be, or the other way round (${code}). Look there`;

const reasons: Readonly<Record<string, Reason>> = {
  ENOSPC: isFull,
  SQLITE_FULL: isFull,
  EDQUOT: (code) => `this user has used up its share of the disk (${code}). Free some space, then try again`,
  EACCES: noRight,
  EPERM: noRight,
  EROFS: readOnly,
  SQLITE_READONLY: readOnly,
  EIO: noDisk,
  SQLITE_IOERR: noDisk,
  ENODEV: notThere,
  ENOENT: notThere,
  ENXIO: notThere,
  ESTALE: notThere,
  SQLITE_CANTOPEN: notOpened,
  EMFILE: (code) =>
    `Slipway has as many files open as the system allows (${code}). Stop some servers, or raise the limit, then try again`,
  ENFILE: (code) => `the machine has as many files open as it allows (${code}). End some programs, then try again`,
  ENOMEM: noMemory,
  SQLITE_NOMEM: noMemory,
  EBUSY: inUse,
  ETXTBSY: inUse,
  SQLITE_BUSY: inUse,
  SQLITE_LOCKED: inUse,
  SQLITE_CORRUPT: damaged,
  SQLITE_NOTADB: damaged,
  EISDIR: otherKind,
  ENOTDIR: otherKind,
  EEXIST: (code) => `something of that name is there already (${code}). Move it away, or choose another name`,
  ENAMETOOLONG: (code) => `its name or path is longer than the system takes (${code}). Choose a shorter one`,
  EFBIG: (code) => `that disk takes no file as large (${code}). Choose a place on another disk`,
};

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

/** Why something failed, for the end of a sentence: without a period. What is no word of the system stays as it is. */
export function systemReason(thrown: unknown): string {
  const known = knownReason(thrown);
  if (known !== undefined) return known;
  const isOurs = thrown instanceof Error && thrown.name === 'AppError';
  const code = isOurs ? undefined : systemCode(thrown);
  if (code !== undefined && /^E[A-Z0-9]+$|^SQLITE_/.test(code)) return `the system says ${code}`;
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, '');
}

/** A whole sentence of what the system said; undefined for what it did not say, or only programmers can do something about. */
export function systemSentence(thrown: unknown): string | undefined {
  const reason = knownReason(thrown);
  return reason === undefined ? undefined : `This did not work: ${reason}.`;
}

function knownReason(thrown: unknown): string | undefined {
  const code = systemCode(thrown);
  return code !== undefined && Object.hasOwn(reasons, code) ? reasons[code]?.(code) : undefined;
}
