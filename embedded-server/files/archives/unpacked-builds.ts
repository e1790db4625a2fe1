// Unpacked builds, each once however many servers run it, shared read-only, and evicted when nobody runs it and space is short.
import { stat } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import { openThread, type Thread } from '../../platform/threads/open-thread.ts';
import { type ArchiveLimits, defaultArchiveLimits } from './archive-limits.ts';
import { createBuildFolders, sha256Of } from './build-folders.ts';
import { type Claim, createBuildUsers } from './build-users.ts';
import { createSharedWork, type Waiter } from './shared-work.ts';
import type { UnpackProgress } from './unpack.ts';
import type { UnpackCalls, UnpackEvent } from './unpack-calls.ts';
import { explainMissing, unpackVerified } from './unpack-verified.ts';

export type UnpackedBuildsOptions = {
  /** Of its own: nobody else writes in it. */
  folder: string;
  /** The script of the unpacking thread; or a thread that is there already and serves its calls, to whose owner it stays. */
  script: URL | Thread<UnpackCalls>;
  /** The path of a build's file, once it is here. */
  fetchBlob(sha256: string, signal?: AbortSignal): Promise<string>;
  limits?: ArchiveLimits;
  /** With less than this free, builds that nobody uses are evicted before another one is unpacked. */
  minFreeBytes: number;
  /** Called when a thread ended by itself. */
  onLost?: (thrown: unknown) => void;
  /** Called when an unpacked build is not as it was left, and is unpacked again. `path` is empty where nobody can say what changed. */
  onChanged?: (changed: { build: string; path: string }) => void;
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
      for (const leftover of leftovers) await state.threads.unpacking.call('remove', leftover);
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
      const ending = new Error('Slipway ends');
      await Promise.all([state.unpacking.stop(ending), state.checking.stop(ending)]);
      await state.removing();
      const leftovers = await folders.leftovers();
      for (const leftover of leftovers) await state.threads.unpacking.call('remove', leftover);
      if (options.script instanceof URL)
        await Promise.all([state.threads.unpacking.close(), state.threads.checking.close()]);
    },
  };
}

function openState(options: UnpackedBuildsOptions) {
  const folders = createBuildFolders(options.folder);
  /** Hashes of files that are gone, with builds of them still in use. */
  const unwanted = new Set<string>();
  const leaving = new Map<string, Promise<unknown>>();
  const tellers = new Map<number, (progress: UnpackProgress) => void>();
  const removals = new Set<Promise<unknown>>();
  const { script, onLost = () => undefined } = options;
  const onEvent = ({ id, ...progress }: UnpackEvent) => tellers.get(id)?.(progress);
  const threads =
    script instanceof URL
      ? {
          unpacking: openThread<UnpackCalls, UnpackEvent>({ script, name: 'unpack', isShared: true, onLost, onEvent }),
          checking: openThread<UnpackCalls>({ script, name: 'check unpacked', isShared: true, onLost }),
        }
      : { unpacking: script, checking: script };
  const track = (removal: Promise<unknown>) => {
    removals.add(removal);
    const forget = () => removals.delete(removal);
    removal.then(forget, forget);
  };
  const users = createBuildUsers(
    (build) => {
      if (unwanted.has(sha256Of(build))) track(discard(build));
    },
    (hidden) => track(threads.unpacking.call('remove', hidden)),
  );
  const hide = (build: string) => ifThere(folders.hide(build));
  const leave = async (build: string): Promise<string | undefined> => {
    const hiding = hide(build);
    leaving.set(build, hiding);
    return await hiding.finally(() => leaving.delete(build));
  };
  /** False when it is in use. Who wants to use it meanwhile waits until it is out of sight, and unpacks it again. */
  const discard = async (build: string): Promise<boolean> => {
    if (users.isUsed(build) || leaving.has(build)) return false;
    const hidden = await leave(build);
    if (hidden !== undefined) await threads.unpacking.call('remove', hidden);
    return true;
  };
  const removing = async () => {
    await Promise.allSettled(removals);
  };
  const unpacking = createSharedWork<UnpackProgress, void>();
  const checking = createSharedWork<never, string | undefined>();
  return {
    options,
    folders,
    users,
    unwanted,
    leaving,
    leave,
    tellers,
    threads,
    discard,
    removing,
    unpacking,
    checking,
  };
}

async function use(state: State, sha256: string, options: UseOptions): Promise<UsedBuild> {
  const { folders, leaving, users } = state;
  const places = folders.placesOf(sha256, options.name);
  // Claimed before it is there, so that nobody evicts it on its way.
  const claims = new Map([places.archive, places.lone].map((build) => [build, users.claim(build)]));
  try {
    for (;;) {
      for (const [build, claim] of claims) {
        await leaving.get(build);
        if (!(await folders.touch(build))) continue;
        if (await isAsLeft(state, build, claim, options.signal)) {
          for (const [other, { release }] of claims) if (other !== build) release();
          return { folder: folders.place(build), release: claim.release };
        }
        claims.set(build, users.claim(build));
        claim.release();
      }
      await state.unpacking.join(sha256, options, (signal, tell) =>
        unpackOnce(state, sha256, options.name, signal, tell),
      );
    }
  } catch (thrown) {
    for (const { release } of claims.values()) release();
    throw thrown;
  }
}

/** Whether nobody changed it since it was unpacked. One that was changed goes out of sight, and with its last user for good. */
async function isAsLeft(state: State, build: string, claim: Claim, signal: AbortSignal | undefined): Promise<boolean> {
  const { folders, threads, options } = state;
  // Those who want it at once look once.
  const changed = await state.checking.join(build, { signal }, (inner) =>
    threads.checking.call('findChanged', { folder: folders.place(build), manifest: folders.manifest(build) }, inner),
  );
  if (changed === undefined) return true;
  if (!claim.retire()) return false;
  options.onChanged?.({ build, path: changed });
  claim.movedTo(await state.leave(build));
  return false;
}

let lastId = 0;

async function unpackOnce(
  state: State,
  sha256: string,
  name: string,
  signal: AbortSignal,
  tell: (progress: UnpackProgress) => void,
): Promise<void> {
  const { folders, options, tellers, threads } = state;
  const places = folders.placesOf(sha256, name);
  const file = await options.fetchBlob(sha256, signal);
  const limits = options.limits ?? defaultArchiveLimits;
  const once = async () => {
    lastId += 1;
    const id = lastId;
    tellers.set(id, tell);
    const temp = folders.temp();
    const [target, loneTarget] = [`${temp}-archive`, `${temp}-lone`];
    try {
      const unpacked = await unpackVerified(
        threads,
        { id, sha256, file, name, temp, target, loneTarget, limits },
        signal,
      );
      const build = unpacked.folder === loneTarget ? places.lone : places.archive;
      const place = { from: unpacked.folder, to: folders.place(build), manifest: folders.manifest(build) };
      await threads.unpacking.call('place', place, signal);
    } finally {
      tellers.delete(id);
      // They are gone already, unless a thread was lost, has yet to hear that nobody waits, or the bytes were not the right ones.
      for (const rest of [temp, target, loneTarget]) await threads.unpacking.call('remove', rest);
    }
  };
  await makeRoom(state, await sizeOf(file));
  try {
    await once();
  } catch (thrown) {
    const isFull = thrown instanceof AppError && thrown.code === 'STORAGE_FULL';
    if (!isFull || !(await makeRoom(state, Number.POSITIVE_INFINITY))) throw thrown;
    await once();
  }
}

async function sizeOf(file: string): Promise<number> {
  const { size } = await stat(file).catch((thrown: unknown) => {
    throw explainMissing(thrown);
  });
  return size;
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
