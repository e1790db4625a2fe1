// The build of a host's server: fetched by its hash, kept on the node for the next host, and checked before anything is made of it.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { CacheBounds } from '../../platform/storage/cached-builds.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { makeRoom, whileInUse } from './build-cache.ts';
import { callService, RefusedCall, type ServicePlace, tryAgain } from './service-call.ts';

export type BuildToFetch = { sha256: string; bytes: number };
type Fetching = ServicePlace & {
  /** A folder that all hosts of a node share. */
  cache: string;
  bounds?: CacheBounds;
  /** So long no byte may come until it is said that it waits. */
  quietMs?: number;
  /** Why it waits for the bytes; null once they are there. */
  onWait?: ((why: Message | null) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Answers its file. What lies in the folder was left by another host, so it is read through before it counts. */
export async function fetchBuild(build: BuildToFetch, fetching: Fetching): Promise<string> {
  const file = path.join(fetching.cache, build.sha256);
  const found = await stat(file).catch(() => undefined);
  const isRight = async () => (await hashOf(file, fetching.signal)) === build.sha256;
  if (found?.size === build.bytes && (await whileInUse(file, isRight))) return file;
  await mkdir(fetching.cache, { recursive: true });
  await makeRoom(fetching.cache, build.bytes, fetching.bounds);
  const { signal, onWait } = fetching;
  try {
    await tryAgain(() => fetchOnce(build, file, fetching), {
      isFinal,
      onWait: (thrown) => onWait?.(waits(thrown)),
      signal,
    });
    onWait?.(null);
    return file;
  } catch (thrown) {
    signal?.throwIfAborted();
    throw asFetchError(thrown);
  }
}

/** Under another name until it is whole and right: a second host of the node may be fetching the same. */
async function fetchOnce({ sha256 }: BuildToFetch, file: string, fetching: Fetching): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const quiet = createQuietWatch(fetching);
  try {
    const response = await ask(fetching);
    const hash = createHash('sha256');
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        quiet.heard();
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(response, hashed, createWriteStream(draft), { signal: fetching.signal });
    if (hash.digest('hex') !== sha256) throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'fleet.build-changed');
    await rename(draft, file);
  } finally {
    quiet.end();
    await rm(draft, { force: true });
  }
}

/** Whoever is silent is given up much later, and people are not to wonder until then. */
const QUIET_MS = 10_000;

/** Says that it waits where nothing comes for a while, and that it does not where something comes again. */
function createQuietWatch({ onWait, quietMs = QUIET_MS }: Fetching) {
  let isSaid = false;
  const sayQuiet = () => {
    isSaid = true;
    const why = messageFor('fleet.build-quiet', { seconds: Math.round(quietMs / 1_000) });
    onWait?.(messageFor('fleet.build-waits', { why }));
  };
  const timer = setTimeout(sayQuiet, quietMs);
  return {
    heard: () => {
      if (isSaid) onWait?.(null);
      isSaid = false;
      timer.refresh();
    },
    end: () => clearTimeout(timer),
  };
}

async function ask(fetching: Fetching): Promise<IncomingMessage> {
  try {
    return await callService(fetching, { method: 'GET', path: 'build', signal: fetching.signal });
  } catch (thrown) {
    if (!(thrown instanceof RefusedCall) || thrown.status !== 404) throw thrown;
    if (thrown.isFromStore) throw new AppError('BUILD_INVALID', 'fleet.build-not-in-store');
    throw new AppError('BUILDS_BUILD_NOT_FOUND', 'server.build-deleted');
  }
}

/** Asking again brings no other answer. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof AppError || isFull(thrown);
}

function isFull(thrown: unknown): boolean {
  return errorCode(thrown) === 'ENOSPC';
}

async function hashOf(file: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal });
  return hash.digest('hex');
}

function waits(thrown: unknown): Message {
  const said = thrown instanceof Error ? thrown.message : '';
  // Of an address with several numbers, each has its own words, and all of them together have none.
  return messageFor('fleet.build-waits', { why: said === '' ? String(errorCode(thrown)) : said });
}

function asFetchError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isFull(thrown)) return new AppError('STORAGE_FULL', 'fleet.node-full', {}, { cause: thrown });
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'fleet.build-unreachable', {}, { cause: thrown });
}
