// Streams a stored build to an engine as that engine takes it: decompressed; a saved image under our name alone, so that
// loading it never moves a name that the user gave to an image of theirs; of a bundle just its files.
import { open } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { EntryBytes } from '../../files/archives/archive-entry.ts';
import { createByteReader } from '../../files/archives/byte-reader.ts';
import { decodeFile } from '../../files/archives/decode-file.ts';
import { type RawEntry, readTarEntries } from '../../files/archives/tar-entries.ts';
import { checking, LARGEST_JSON, readAll } from '../../files/images/image-content.ts';
import { paddingOf, TAR_END } from '../../platform/tar/tar-format.ts';
import { changedTarHeader } from '../../platform/tar/tar-writer.ts';

const HARD_LINK = '1';

type Write = (bytes: Buffer) => Promise<void>;
export type Repack = (entry: RawEntry, body: EntryBytes, write: Write) => Promise<void>;

export async function streamTar(file: string, repack: Repack, write: Write, signal?: AbortSignal): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const feed = await decodeFile(handle, (await handle.stat()).size);
    try {
      const reader = createByteReader({ ...feed, next: checking(feed.next, signal) });
      await readTarEntries(reader, { endMark: 'optional' }, async (entry, body) => {
        await repack(entry, body, write);
        return undefined;
      });
      await write(TAR_END);
    } finally {
      await feed.close();
    }
  } finally {
    await handle.close();
  }
}

/** A saved image or a layout, which may be both at once: each names its image in its own way. */
export function underName(name: string): Repack {
  return async (entry, body, write) => {
    const file = entry.path.replace(/^\.\//, '');
    if (file === 'repositories') return; // names once more, for engines long gone
    if (file === 'manifest.json') await writeJson(entry, renameManifest(await json(file, entry, body), name), write);
    else if (file === 'index.json') await writeJson(entry, renameIndex(await json(file, entry, body), name), write);
    else await copy(entry, body, write);
  };
}

/** The files of a bundle, without the folder that they are in. */
export function filesBelow(root: string): Repack {
  const below = (path: string) => {
    const plain = path.replace(/^(?:\.?\/)+/, '');
    return plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : undefined;
  };
  return async (entry, body, write) => {
    const path = below(entry.path);
    if (path === undefined || path === '') return;
    const linkPath = entry.kind === HARD_LINK ? (below(entry.linkPath) ?? entry.linkPath) : entry.linkPath;
    await copy({ ...entry, path, linkPath }, body, write);
  };
}

async function copy(entry: RawEntry, body: EntryBytes, write: Write): Promise<void> {
  await write(changedTarHeader(entry));
  for (let piece = await body.read(); piece !== undefined; piece = await body.read()) await write(piece);
  const padding = paddingOf(entry.size);
  if (padding > 0) await write(Buffer.alloc(padding));
}

async function writeJson(entry: RawEntry, value: unknown, write: Write): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value));
  await write(changedTarHeader({ ...entry, size: bytes.length }));
  await write(Buffer.concat([bytes, Buffer.alloc(paddingOf(bytes.length))]));
}

async function json(file: string, { size }: RawEntry, body: EntryBytes): Promise<unknown> {
  if (size > LARGEST_JSON) throw damaged(file);
  const text = (await readAll(body)).toString();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(file, cause);
  }
}

function damaged(file: string, cause?: unknown): AppError {
  return new AppError('BUILD_INVALID', 'container.image-damaged', { file }, { cause });
}

/** Of several images in one file the first one is run. */
function renameManifest(manifest: unknown, name: string): unknown {
  if (!Array.isArray(manifest)) return manifest;
  const [first]: unknown[] = manifest;
  return isObject(first) ? [{ ...first, RepoTags: [name] }] : manifest;
}

function renameIndex(index: unknown, name: string): unknown {
  if (!isObject(index) || !Array.isArray(index['manifests'])) return index;
  const [first]: unknown[] = index['manifests'];
  if (!isObject(first)) return index;
  const annotations = { 'io.containerd.image.name': name, 'org.opencontainers.image.ref.name': name };
  return { ...index, manifests: [{ ...first, annotations }] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
