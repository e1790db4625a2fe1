// The import thread: makes a file of this machine one of the service's own, by a link, a clone or a copy, whichever is the
// least work, and hashes what is stored then while the disk takes it.
/* oxlint-disable node/no-sync -- runs in the import thread, where only its own work waits for it */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fdatasync,
  linkSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { createEarlyWriteback } from '../../platform/threads/early-writeback.ts';
import { sendEvent, serveThread } from '../../platform/threads/serve-thread.ts';
import type { KnownFile, TakeCalls, TakeOrder, TakeProgress } from './import-messages.ts';

const READ_BYTES = 1_048_576;
const READS_A_TURN = 16;
const PROGRESS_MS = 100;

const syncFile = promisify(fdatasync);
/** One for all: each read is hashed and written before anything else runs. */
const buffer = Buffer.allocUnsafeSlow(READ_BYTES);

const underWay = new Set<Promise<unknown>>();

serveThread<TakeCalls>({
  take: async (order, signal) => {
    const taking = takeFile(order, signal);
    underWay.add(taking);
    try {
      return await taking;
    } catch (thrown) {
      throw explain(order.from, thrown);
    } finally {
      underWay.delete(taking);
    }
  },
  settle: async () => {
    await Promise.allSettled(underWay);
    return undefined;
  },
});

async function takeFile(
  { id, from, to, mayLink, known }: TakeOrder,
  signal: AbortSignal,
): Promise<TakeCalls['take']['output']> {
  const onBytes = createProgress(id);
  const isLinked = mayLink && link(from, to);
  if (isLinked && known !== undefined && isUntouched(to, known)) return await syncStored(to, known);
  const isThere = isLinked || clone(from, to);
  return await (isThere ? hashStored(to, signal, onBytes) : copyHashed(from, to, signal, onBytes));
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const UNREADABLE = new Set(['ENOENT', 'EACCES', 'EISDIR']);

function explain(from: string, thrown: unknown): unknown {
  const code = thrown instanceof AppError ? undefined : (errorCode(thrown) ?? '');
  if (code === undefined) return thrown;
  if (FULL.has(code)) return new AppError('STORAGE_FULL', undefined, { cause: thrown });
  if (!UNREADABLE.has(code)) return thrown;
  return new AppError('UPLOAD_INVALID', 'upload.file-unreadable', { file: from, code }, { cause: thrown });
}

/** What says that this file system, or this pair of them, has no such thing. */
const NOT_HERE = new Set([
  'EXDEV',
  'EPERM',
  'EMLINK',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'ENOTTY',
  'UNKNOWN',
]);

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (thrown) {
    if (NOT_HERE.has(errorCode(thrown) ?? '')) return false;
    throw thrown;
  }
}

function clone(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
    chmodSync(to, 0o600);
    return true;
  } catch (thrown) {
    if (!NOT_HERE.has(errorCode(thrown) ?? '')) throw thrown;
    rmSync(to, { force: true });
    return false;
  }
}

/** Nobody wrote into it since its hash was worked out. */
function isUntouched(file: string, known: KnownFile): boolean {
  const { ino, size, mtimeMs } = statSync(file);
  return ino === known.ino && size === known.size && mtimeMs === known.mtimeMs;
}

async function syncStored(file: string, { sha256, size }: KnownFile) {
  const fd = openSync(file, 'r+');
  try {
    await syncFile(fd);
    return { sha256, bytes: size };
  } finally {
    closeSync(fd);
  }
}

type OnBytes = (bytes: number) => void;

async function hashStored(file: string, signal: AbortSignal, onBytes: OnBytes) {
  const fd = openSync(file, 'r+');
  const synced = syncFile(fd);
  synced.catch(() => undefined); // awaited below, unless reading fails first
  try {
    const read = await readThrough(fd, signal, onBytes);
    await synced;
    return read;
  } finally {
    await synced.catch(() => undefined);
    closeSync(fd);
  }
}

async function copyHashed(from: string, to: string, signal: AbortSignal, onBytes: OnBytes) {
  const source = openSync(from, 'r');
  try {
    const fd = openSync(to, 'wx', 0o600);
    const disk = createEarlyWriteback(() => syncFile(fd));
    try {
      const read = await readThrough(source, signal, onBytes, (bytes) => {
        for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
        disk.written(bytes.length);
      });
      await disk.end();
      return read;
    } finally {
      await disk.idle();
      closeSync(fd);
    }
  } finally {
    closeSync(source);
  }
}

async function readThrough(fd: number, signal: AbortSignal, onBytes: OnBytes, take?: (bytes: Buffer) => void) {
  const hash = createHash('sha256');
  for (let bytes = 0, reads = 1; ; reads += 1) {
    const read = readSync(fd, buffer, 0, READ_BYTES, bytes);
    if (read === 0) return { sha256: hash.digest('hex'), bytes };
    const piece = buffer.subarray(0, read);
    take?.(piece);
    hash.update(piece);
    bytes += read;
    onBytes(read);
    if (reads % READS_A_TURN === 0) await turn();
    signal.throwIfAborted();
  }
}

function createProgress(id: number): OnBytes {
  let bytes = 0;
  let problemsAt = performance.now();
  return (more) => {
    bytes += more;
    if (performance.now() - problemsAt < PROGRESS_MS) return;
    problemsAt = performance.now();
    sendEvent({ id, bytes } satisfies TakeProgress);
  };
}
