// Packs a folder into a file: first under a name that nobody looks for, then by a rename, with what belongs to it beside it.
import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../platform/error-code.ts';
import { createBlockWriter } from './block-writer.ts';
import { checkRoom } from './check-room.ts';
import { listSourceFiles } from './list-source-files.ts';
import { type OpenSink, openSink } from './open-sink.ts';
import type { Compression, Packed, PackOptions, Plan, Stamps } from './pack-model.ts';
import type { Made } from './pack-sink.ts';
import { refuseFiles } from './refuse-files.ts';
import { type Written, writeFiles } from './write-files.ts';

/** What a file is called until it is whole. */
export const PACKING = '.packing-';
const ENDING: Record<Compression, string> = { zstd: '.tar.zst', gzip: '.tar.gz', none: '.tar' };

/** Into the cache under its hash, or into a file of that name. */
export type PackPlace = { cache: string } | { file: string };

export type PackOrder = {
  source: string;
  place: PackPlace;
  compression: Compression;
  options: PackOptions;
  /** Whether the disk shall have all of it at the end: then it begins while bytes still come. */
  syncs?: boolean;
  /** The data folder of an instance on this machine, where the pack will be kept and unpacked. */
  unpackIn?: string | undefined;
};

export type PackDependencies = {
  /** Where the script of the sink thread is. */
  sinkThread: URL;
  signal: AbortSignal;
  onBytes(bytes: number, total: number): void;
};

export async function packFolder(
  { source, place, compression, options, syncs = false, unpackIn }: PackOrder,
  { sinkThread, signal, onBytes }: PackDependencies,
): Promise<Packed> {
  const plan = await listSourceFiles(source, options, signal);
  refuseFiles(plan);
  const total = plan.entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.size : 0), 0);
  if ('file' in place) checkOutside(plan.root, path.resolve(place.file));
  const target = 'cache' in place ? place.cache : path.dirname(path.resolve(place.file));
  const staging = path.join(target, `${PACKING}${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    await checkRoom(target, plan.entries, unpackIn);
    await mkdir(target, { recursive: true });
    const written = {
      fixLineEnds: options.fixLineEnds === true,
      signal,
      onBytes: (more: number) => onBytes(more, total),
    };
    const sink = openSink(staging, { script: sinkThread, compression, total, syncs });
    const made = await writeOut(plan, sink, written);
    const file = 'cache' in place ? path.join(target, made.sha256 + ENDING[compression]) : path.resolve(place.file);
    const beside = await writeBeside(file, staging, made, options);
    const seal = await putInPlace(staging, file, 'cache' in place ? made.bytes : undefined);
    return {
      source: plan.root,
      kind: 'folder',
      file,
      compression,
      sha256: made.sha256,
      bytes: made.bytes,
      ...beside,
      ...(seal === undefined ? {} : { seal }),
      name: path.basename(plan.root) + ENDING[compression],
      files: made.stamps.length,
      content_bytes: made.manifest.reduce((sum, { size }) => sum + size, 0),
    };
  } catch (thrown) {
    await rm(staging, { force: true });
    throw explain(thrown, target);
  }
}

/** Within it, it would be part of the next pack. */
function checkOutside(root: string, file: string): void {
  if (path.relative(root, file).startsWith('..') || path.parse(root).root !== path.parse(file).root) return;
  const sentence = messageFor('pack.file-within-folder', { file, folder: root });
  throw new AppError('PACK_UNWRITABLE', sentence, { metadata: { path: file } });
}

/** A pack that is in the cache has the same bytes, and may just be sent: it stays, and counts as new, as the oldest goes first. */
async function putInPlace(staging: string, file: string, bytes: number | undefined): Promise<Packed['seal']> {
  const there = bytes === undefined ? undefined : await stat(file).catch(() => undefined);
  if (there?.size !== bytes || there === undefined) {
    const { ino, size, mtimeMs } = await stat(staging);
    await rename(staging, file);
    return { ino, size, mtimeMs };
  }
  await rm(staging);
  const now = new Date();
  await utimes(file, now, now);
  return undefined;
}

type Whole = Written & Made;

async function writeOut(plan: Plan, sink: OpenSink, options: Parameters<typeof writeFiles>[2]): Promise<Whole> {
  try {
    const written = await writeFiles(plan, createBlockWriter(sink), options);
    return { ...written, ...(await sink.end()) };
  } finally {
    await sink.close();
  }
}

/** Before the pack itself gets its name, so that a pack that is there has both. */
async function writeBeside(file: string, staging: string, { manifest, stamps }: Whole, options: PackOptions) {
  const kept: Stamps = {
    keep: [...(options.keep ?? [])],
    allow_secrets: [...(options.allowSecrets ?? [])],
    files: stamps,
  };
  const names = { manifest_file: `${file}.manifest.json`, stamps_file: `${file}.stamps.json` };
  for (const [name, content] of [
    [names.manifest_file, manifest],
    [names.stamps_file, kept],
  ] as const) {
    const half = `${staging}-beside`;
    try {
      await writeFile(half, JSON.stringify(content), { mode: 0o600 });
      await rename(half, name);
    } catch (thrown) {
      await rm(half, { force: true });
      throw thrown;
    }
  }
  return names;
}

function explain(thrown: unknown, folder: string): unknown {
  const code = thrown instanceof AppError ? undefined : errorCode(thrown);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const sentence = messageFor('pack.disk-full', { folder });
    return new AppError('PACK_DISK_FULL', sentence, { metadata: { folder }, cause: thrown });
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    const sentence = messageFor('pack.not-writable', { folder });
    return new AppError('PACK_UNWRITABLE', sentence, { metadata: { folder }, cause: thrown });
  }
  return thrown;
}
