// Finds the memory image that the system may have left of a server that crashed, and reads it with known secrets overwritten.
import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { lstat, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { freeBytes } from '../../platform/storage/free-bytes.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';

export type CoreDump = { file: string; bytes: number };
export type CoreSearch = { folder: string; program: string; pid: number | undefined; startedAt: number };

/** Larger core dumps are in no crash bundle, and stay on their node. */
export const MOST_CORE_BYTES = 512 * 1_048_576;
const PATTERN_FILE = '/proc/sys/kernel/core_pattern';
const ELF_CORE = 4;
/** Of an ELF file, up to what kind it is. */
const HEAD_BYTES = 18;
const READ_BYTES = 1_048_576;
/** File times may be a little older than the clock. */
const CLOCK_STEP_MS = 2_000;

/** `pattern` is how the system names them; looked up when it is not given. */
export async function findCore(search: CoreSearch, pattern?: string): Promise<CoreDump | undefined> {
  const named = pattern ?? (await readCorePattern());
  // In its own folder whatever is one by its first bytes; elsewhere there may be those of other programs.
  const folders = [{ folder: search.folder, name: /(?:)/ }];
  if (named !== undefined && named.includes('/') && !named.startsWith('|')) folders.push(placeOf(named, search));
  for (const { folder, name } of folders) {
    for (const file of await namesIn(folder)) {
      const core = name.test(file) ? await coreAt(path.join(folder, file), search) : undefined;
      if (core !== undefined) return core;
    }
  }
  return undefined;
}

/** The bytes of the file with each needle overwritten, in its length, so that debuggers can still read it. */
export async function* readMasked({ file, bytes }: CoreDump, needles: readonly Buffer[]): AsyncGenerator<Buffer> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const overlap = Math.max(1, ...needles.map((needle) => needle.length)) - 1;
    let kept = Buffer.alloc(0);
    for (let at = 0; at < bytes; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      const whole = Buffer.concat([kept, buffer.subarray(0, bytesRead)]);
      for (const needle of needles) overwrite(whole, needle);
      // A needle may begin in the last bytes; what was overwritten there stays so.
      const ready = Math.max(0, whole.length - overlap);
      kept = whole.subarray(ready);
      if (ready > 0) yield whole.subarray(0, ready);
    }
    yield kept;
  } finally {
    await handle.close();
  }
}

function overwrite(bytes: Buffer, needle: Buffer): void {
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + needle.length)) {
    bytes.fill('*', at, at + needle.length);
  }
}

/** How the system names them. */
export async function readCorePattern(): Promise<string | undefined> {
  try {
    return (await readFile(PATTERN_FILE, 'utf8')).trim();
  } catch {
    return undefined; // another system, or one that does not tell: then only the usual names are looked for
  }
}

/** %p is the process and %e the program; what else there may be matches anything. */
function placeOf(pattern: string, { folder, program, pid }: CoreSearch): { folder: string; name: RegExp } {
  const full = path.resolve(folder, pattern);
  const parts: Readonly<Record<string, string>> = {
    '%p': pid === undefined ? String.raw`\d+` : `${pid}`,
    '%e': escape(path.basename(program).slice(0, 15)),
    '%%': '%',
  };
  const name = path.basename(full).split(/(%.)/);
  const source = name.map((part) => parts[part] ?? (part.startsWith('%') ? '.*' : escape(part))).join('');
  return { folder: path.dirname(full), name: new RegExp(`^${source}(?:\\.\\d+)?$`) };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(thrown) ?? '')) return [];
    throw thrown;
  }
}

/** A plain file that is a core by its head, of this life of the server; a link is none. */
async function coreAt(file: string, { startedAt }: CoreSearch): Promise<CoreDump | undefined> {
  const found = await lstat(file);
  if (!found.isFile() || found.mtimeMs < startedAt - CLOCK_STEP_MS) return undefined;
  return (await isCore(file)) ? { file, bytes: found.size } : undefined;
}

/** By its head, as a system may name them in any way. */
export async function isCore(file: string): Promise<boolean> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return isCoreHead(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    if (['ELOOP', 'EACCES', 'ENOENT'].includes(errorCode(thrown) ?? '')) return false;
    throw thrown;
  }
}

function isCoreHead(head: Buffer): boolean {
  return head.length >= HEAD_BYTES && head.toString('latin1', 0, 4) === '\x7fELF' && head[16] === ELF_CORE;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

/** Left free for all else. */
const MIN_FREE_BYTES = 1024 ** 3;

/** Writes the core dump that the host of a server on a node sends into the folder where servers of this machine leave theirs. */
export async function takeCore(
  paths: DataPaths,
  server_id: string,
  bytes: AsyncIterable<Buffer>,
  mostBytes: number,
): Promise<void> {
  const folder = paths.inside('servers', server_id);
  // A try whose line broke may yet be under way while its host tries again.
  const draft = path.join(folder, `receiving-${randomUUID()}`);
  const room = (await freeBytes(paths.root)) - MIN_FREE_BYTES;
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    let sum = 0;
    for await (const chunk of chunks) {
      sum += chunk.length;
      if (sum > mostBytes) throw tooLarge(mostBytes);
      if (sum > room) throw new AppError('STORAGE_FULL');
      yield chunk;
    }
  };
  await makeFolder(folder);
  try {
    await pipeline(bytes, requireCore, bounded, createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, path.join(folder, 'core'));
  } finally {
    await rm(draft, { force: true });
  }
}

function tooLarge(mostBytes: number): AppError {
  return new AppError('API_BODY_TOO_LARGE', 'http.body-larger', { most: `${mostBytes / 1_048_576} MiB` });
}

/** The same bytes, where their first ones are those of a core. */
async function* requireCore(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    if (!isCoreHead(head)) break;
    yield head;
    head = undefined;
  }
  if (head !== undefined) throw new AppError('API_BAD_BODY', 'fleet.core-unreadable');
}
