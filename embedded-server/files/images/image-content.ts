// Tells what a stored build holds for an engine: a saved image, an image layout, a bundle; or nothing of the kind. It goes by
// the content, as a client of the original interface has no other name for a plain archive than "docker_image".
import { open } from 'node:fs/promises';
import { z } from 'zod';
import type { ImageKind } from '../../../src-shared/service/builds.ts';
import { TAR_BLOCK } from '../../platform/tar/tar-format.ts';
import type { EntryBytes } from '../archives/archive-entry.ts';
import { createByteReader } from '../archives/byte-reader.ts';
import { decodeFile } from '../archives/decode-file.ts';
import { type RawEntry, readTarEntries } from '../archives/tar-entries.ts';
import { isTarHeader } from '../archives/tar-header.ts';
import { type BundleProcess, readBundleConfig } from './bundle-process.ts';

export type ImageContent = { holds: 'image' } | { holds: 'bundle'; process: BundleProcess };

/** What saved images and layouts have at their top; anything else there is a server's own file. */
const OF_IMAGES =
  /^(?:manifest\.json|repositories|index\.json|oci-layout|blobs|[0-9a-f]{64}(?:\.json|\.tar(?:\.gz)?)?|sha256:[0-9a-f]{64}.*)$/;
const OF_BUNDLES = /^(?:config\.json|rootfs|umoci\.json|sha256_[0-9a-f]+\.mtree)$/;
/** What says what an image holds is never larger. */
export const LARGEST_JSON = 4_194_304;

const savedManifest = z.array(z.looseObject({ Config: z.string(), Layers: z.array(z.string()) })).min(1);
const layoutMark = z.looseObject({ imageLayoutVersion: z.string() });
const layoutIndex = z.looseObject({ manifests: z.array(z.looseObject({ digest: z.string() })).min(1) });

/** Undefined for what is no image: it runs as an archive then. */
export async function imageContentOf(
  file: string,
  kind: ImageKind,
  signal?: AbortSignal,
): Promise<ImageContent | undefined> {
  const handle = await open(file, 'r');
  try {
    const feed = await decodeFile(handle, (await handle.stat()).size);
    try {
      const reader = createByteReader({ ...feed, next: checking(feed.next, signal) });
      return await search(reader, kind);
    } finally {
      await feed.close();
    }
  } finally {
    await handle.close();
  }
}

/**
 * What a file that is to be sent holds for an engine, whatever it is called. Undefined for everything else, and for what cannot be
 * read: what is wrong with that is said by those who read archives.
 */
export async function imageKindOf(file: string, signal?: AbortSignal): Promise<ImageKind | undefined> {
  try {
    const content = await imageContentOf(file, 'docker_image', signal);
    if (content === undefined) return undefined;
    return content.holds === 'image' ? 'docker_image' : 'oci_bundle';
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/** Each piece is a moment to give up. */
export function checking<T>(next: () => Promise<T>, signal: AbortSignal | undefined): () => Promise<T> {
  return async () => {
    signal?.throwIfAborted();
    return await next();
  };
}

/** Names at the top, folders with a slash behind; with what those hold that say what the whole is. */
type Found = Map<string, unknown>;

async function search(reader: ReturnType<typeof createByteReader>, kind: ImageKind): Promise<ImageContent | undefined> {
  const head = await reader.take(TAR_BLOCK);
  if (!isTarHeader(head)) return undefined;
  const found: Found = new Map();
  let content: ImageContent | undefined;
  await readTarEntries(withFront(reader, Buffer.from(head)), { endMark: 'optional' }, async (entry, body) => {
    const name = topName(entry.path);
    if (kind === 'docker_image' && !OF_IMAGES.test(name) && !OF_BUNDLES.test(name) && name !== '') return 'stop';
    await take(found, entry, name, body);
    content = judge(found);
    return content === undefined ? undefined : 'stop';
  });
  return content;
}

/** A reader that gives these bytes once more. */
function withFront(reader: ReturnType<typeof createByteReader>, front: Buffer): ReturnType<typeof createByteReader> {
  let isGiven = false;
  return {
    ...reader,
    take: async (count) => {
      if (isGiven) return await reader.take(count);
      isGiven = true;
      return front;
    },
  };
}

/** The first name of a path: `a` of `./a/b`. */
function topName(path: string): string {
  return path.split('/').find((name) => name !== '' && name !== '.') ?? '';
}

async function take(found: Found, { path, size }: RawEntry, name: string, body: EntryBytes): Promise<void> {
  const isFile = path.split('/').filter((part) => part !== '' && part !== '.').length === 1;
  if (!isFile) {
    if (name !== 'blobs') found.set(`${name}/`, true);
    return;
  }
  found.set(name, true);
  const isJson = name.endsWith('.json') && !/^[0-9a-f]{64}/.test(name);
  if ((isJson || name === 'oci-layout') && size <= LARGEST_JSON) found.set(name, parse(await readAll(body)));
}

function judge(names: Found): ImageContent | undefined {
  if (savedManifest.safeParse(names.get('manifest.json')).success) return { holds: 'image' };
  const isLayout =
    layoutMark.safeParse(names.get('oci-layout')).success && layoutIndex.safeParse(names.get('index.json')).success;
  if (isLayout) return { holds: 'image' };
  const process = readBundleConfig(names.get('config.json'));
  if (process === undefined) return undefined;
  return names.has(process.root) || names.has(`${process.root}/`) ? { holds: 'bundle', process } : undefined;
}

export async function readAll(body: EntryBytes): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let piece = await body.read(); piece !== undefined; piece = await body.read()) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined; // then it is none of those that are known
  }
}
