// Unpacked builds, each once however many servers run it, shared read-only, and evicted when nobody runs it and space is short.
import { stat } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import { openThread } from '../../platform/threads/open-thread.ts';
import { type ArchiveLimits, defaultArchiveLimits } from './archive-limits.ts';
import { createBuildFolders, sha256Of } from './build-folders.ts';
import { createSharedWork, type Waiter } from './shared-work.ts';
import type { UnpackProgress } from './unpack.ts';
import type { UnpackCalls, UnpackEvent } from './unpack-calls.ts';

export type UnpackedBuildsOptions = {
  /** Of its own: nobody else writes in it. */
  folder: string;
  /** The script of the unpacking thread. */
  script: URL;
  blobPath(sha256: string): string;
  limits?: ArchiveLimits;
  /** With less than this free, builds that nobody uses are evicted before another one is unpacked. */
  minFreeBytes: number;
  /** Called when an unpacking thread ended by itself. */
  onLost?: (thrown: unknown) => void;
};

/** A build in use. Its folder may not be written to, and stays until it is released. */
export type UsedBuild = { folder: string; release(): void };

export type UseOptions = Waiter<UnpackProgress> & {
  /** The name that the build's file had when it was uploaded. */
  name: string;
};

export type UnpackedBuilds = {
  /** Removes what a crash left. To be called before the first use. */
  recover(): Promise<void>;
  /** Unpacks the build if it is not there yet. */
  use(sha256: string, options: UseOptions): Promise<UsedBuild>;
  /** A folder of the user's own, as it is: nothing is copied, locked or removed. */
  useFolder(folder: string): Promise<UsedBuild>;
  /** Removes all that nobody uses; answers how many builds. */
  evictUnused(): Promise<number>;
  /** Removes what was unpacked of this file; where it is in use, with its last release. */
  remove(sha256: string): Promise<void>;
  /** Gives up what is under way. Unpacked builds stay for the next start. */
  close(): Promise<void>;
};

type State = ReturnType<typeof openState>;

export function createUnpackedBuilds(options: UnpackedBuildsOptions): UnpackedBuilds {
  const state = openState(options);
  const { folders, discard } = state;
  return {
    recover: async () => {
      await makeFolder(options.folder);
      const leftovers = await folders.leftovers();
      for (const leftover of leftovers) await state.thread.call('remove', leftover);
      await folders.shield();
      if (await folders.isNewBoot()) for (const build of await folders.oldestFirst()) await discard(build);
    },
    use: async (sha256, request) => {
      state.unwanted.delete(sha256); // the same file may have come back
      return await use(state, sha256, request);
    },
    useFolder: async (folder) => {
      await refuseMissing(folder);
      return { folder, release: () => {} };
    },
    evictUnused: async () => {
      let evicted = 0;
      for (const build of await folders.oldestFirst()) if (await discard(build)) evicted += 1;
      return evicted;
    },
    remove: async (sha256) => {
      let isUsed = state.unpacking.isUnderWay(sha256);
      for (const build of await folders.oldestFirst()) {
        if (build.startsWith(sha256) && !(await discard(build))) isUsed = true;
      }
      if (isUsed) state.unwanted.add(sha256);
    },
    close: async () => {
      await state.unpacking.stop(new Error('Slipway ends'));
      await state.removing();
      const leftovers = await folders.leftovers();
      for (const leftover of leftovers) await state.thread.call('remove', leftover);
      await state.thread.close();
    },
  };
}

function openState(options: UnpackedBuildsOptions) {
  const folders = createBuildFolders(options.folder);
  const users = new Map<string, number>();
  /** Hashes of files that are gone, with builds of them still in use. */
  const unwanted = new Set<string>();
  const leaving = new Map<string, Promise<unknown>>();
  const tellers = new Map<number, (progress: UnpackProgress) => void>();
  const removals = new Set<Promise<unknown>>();
  const thread = openThread<UnpackCalls, UnpackEvent>({
    script: options.script,
    name: 'unpack',
    ...(options.onLost === undefined ? {} : { onLost: options.onLost }),
    onEvent: ({ id, ...progress }) => tellers.get(id)?.(progress),
  });
  const hide = async (build: string) => {
    try {
      return await folders.hide(build);
    } catch (thrown) {
      if (errorCode(thrown) === 'ENOENT') return undefined; // it was never there
      throw thrown;
    }
  };
  /** False when it is in use. Who wants to use it meanwhile waits until it is out of sight, and unpacks it again. */
  const discard = async (build: string): Promise<boolean> => {
    if (users.has(build) || leaving.has(build)) return false;
    const hiding = hide(build);
    leaving.set(build, hiding);
    const hidden = await hiding.finally(() => leaving.delete(build));
    if (hidden !== undefined) await thread.call('remove', hidden);
    return true;
  };
  const track = (removal: Promise<unknown>) => {
    removals.add(removal);
    const forget = () => removals.delete(removal);
    removal.then(forget, forget);
  };
  const removing = async () => {
    await Promise.allSettled(removals);
  };
  const unpacking = createSharedWork<UnpackProgress, void>();
  return { options, folders, users, unwanted, leaving, tellers, thread, discard, track, removing, unpacking };
}

async function use(state: State, sha256: string, options: UseOptions): Promise<UsedBuild> {
  const { folders, leaving } = state;
  const places = folders.placesOf(sha256, options.name);
  // Claimed before it is there, so that nobody evicts it on its way.
  const claims = [places.archive, places.lone].map((build) => ({ build, release: claim(state, build) }));
  try {
    for (const { build } of claims) await leaving.get(build);
    for (;;) {
      for (const { build, release } of claims) {
        if (!(await folders.touch(build))) continue;
        for (const other of claims) if (other.build !== build) other.release();
        return { folder: folders.place(build), release };
      }
      await state.unpacking.join(sha256, options, (signal, tell) =>
        unpackOnce(state, sha256, options.name, signal, tell),
      );
    }
  } catch (thrown) {
    for (const { release } of claims) release();
    throw thrown;
  }
}

/** One more user, until what it answers is called. */
function claim(state: State, build: string): () => void {
  const { users, unwanted } = state;
  users.set(build, (users.get(build) ?? 0) + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (users.get(build) ?? 1) - 1;
    if (left > 0) users.set(build, left);
    else users.delete(build);
    if (left === 0 && unwanted.has(sha256Of(build))) state.track(state.discard(build));
  };
}

let lastId = 0;

async function unpackOnce(
  state: State,
  sha256: string,
  name: string,
  signal: AbortSignal,
  tell: (progress: UnpackProgress) => void,
): Promise<void> {
  const { folders, options, tellers, thread } = state;
  const places = folders.placesOf(sha256, name);
  const file = options.blobPath(sha256);
  const request = { file, name, target: folders.place(places.archive), loneTarget: folders.place(places.lone) };
  const once = async () => {
    lastId += 1;
    const id = lastId;
    tellers.set(id, tell);
    const temp = folders.temp();
    try {
      await thread.call('unpack', { ...request, id, temp, limits: options.limits ?? defaultArchiveLimits }, signal);
    } finally {
      tellers.delete(id);
      // It is gone already, unless the thread was lost or has yet to hear that nobody waits.
      await thread.call('remove', temp);
    }
  };
  await makeRoom(state, (await stat(file)).size);
  try {
    await once();
  } catch (thrown) {
    const isFull = thrown instanceof AppError && thrown.code === 'STORAGE_FULL';
    if (!isFull || !(await makeRoom(state, Number.POSITIVE_INFINITY))) throw thrown;
    await once();
  }
}

/** Evicts what nobody uses, the longest unused first, until so much more is free; answers whether anything went. */
async function makeRoom({ folders, options, discard }: State, bytes: number): Promise<boolean> {
  let wasEvicted = false;
  for (const build of await folders.oldestFirst()) {
    if ((await folders.freeBytes()) >= options.minFreeBytes + bytes) break;
    if (await discard(build)) wasEvicted = true;
  }
  return wasEvicted;
}

async function refuseMissing(folder: string): Promise<void> {
  const found = await stat(folder).catch((thrown: unknown) => {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return undefined;
    throw thrown;
  });
  if (found?.isDirectory() === true) return;
  throw new AppError(
    'BUILD_INVALID',
    'archive.no-folder',
    { folder },
    {
      metadata: { folder },
    },
  );
}
