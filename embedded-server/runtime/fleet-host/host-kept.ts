// The kept folders of a host's server: brought here when it begins, copied to the service while it runs, and all of it sent there when it
// has ended. They lie in the host's own folder, as no other build of the node may see them.
import { createHash } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { reviveError } from '../../../src-shared/errors/revive-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { createTurns } from '../../../src-shared/turns.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { removeWhole } from '../../platform/storage/remove-whole.ts';
import type { KeptCopy } from '../fleet/fleet-kept.ts';
import type { ToHost } from '../fleet/host-messages.ts';
import type { ClaimKept } from '../kept/claim-kept.ts';
import { keptPaths, makeKeptFolders } from '../kept/kept-paths.ts';
import { packKept, unpackKept } from '../kept/pack-kept.ts';
import { walkKept } from '../kept/walk-kept.ts';
import { AGAIN_MS, callService, RefusedCall, type ServicePlace, tryAgain } from './service-call.ts';

type Parts = {
  place: ServicePlace;
  paths: DataPaths;
  /** Its server has to come past folders that are its host's. */
  isForOtherUser: boolean;
  copyMs: number;
  /** Asks the service for a set; the answer comes as a message. */
  ask(): void;
  note(text: string): void;
  onProblem(thrown: unknown): void;
};
export type HostKept = ReturnType<typeof createHostKept>;

/** A new world is not without a copy for long. From then on it is `copyMs`, which the service tells: the usual of fleet/host-watch.ts. */
const FIRST_COPY_MS = 30_000;
/** Copying takes no more than this share of the time. */
const PAUSES = 20;
/** So long it is tried to bring the last of it to a service that is away. */
const SEND_WITHIN_MS = 3_600_000;

export function createHostKept(parts: Parts) {
  const { place, paths, ask, note, onProblem } = parts;
  const turns = createTurns();
  let asked: PromiseWithResolvers<number> | undefined;
  let files: string | undefined;
  let sent = '';
  let hasCopies = false;
  let timer: NodeJS.Timeout | undefined;
  const claimed = async (signal: AbortSignal): Promise<number> => {
    asked = Promise.withResolvers<number>();
    const { promise, reject } = asked;
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      ask();
      return await promise;
    } finally {
      signal.removeEventListener('abort', stop);
      asked = undefined;
    }
  };
  const send = (as: KeptCopy): Promise<void> =>
    turns.of('kept')(async () => {
      if (files === undefined) throw new AppError('KEPT_NOT_FOUND');
      const present = await stateOf(files);
      const isKnown = present === sent && (as === 'running' || (as === 'last' && !hasCopies));
      if (isKnown) return;
      const body = Readable.from(packKept(files));
      (await callService(place, { method: 'PUT', path: `kept?as=${as}`, body })).resume();
      if (as === 'asked') return;
      sent = present;
      hasCopies = true;
    });
  const copyAgain = async (): Promise<void> => {
    const since = performance.now();
    // One that fails now comes with the next.
    await send('running').catch(onProblem);
    if (timer !== undefined) copyLater(Math.max(parts.copyMs, PAUSES * (performance.now() - since)));
  };
  const copyLater = (afterMs: number): void => {
    timer = setTimeout(() => void copyAgain(), afterMs);
  };
  const end = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const since = performance.now();
    const waits = [...AGAIN_MS];
    for (;;) {
      try {
        await send('last');
        return;
      } catch (thrown) {
        const isFinal = thrown instanceof RefusedCall && FINAL.has(thrown.status);
        if (isFinal || performance.now() - since > SEND_WITHIN_MS) {
          note(messageFor('kept.not-sent').text);
          onProblem(thrown);
          return;
        }
        if (waits.length === AGAIN_MS.length) note(messageFor('kept.send-again').text);
        await sleep(waits.length > 1 ? waits.shift() : waits[0]);
      }
    }
  };
  const claim: ClaimKept = async ({ namespace_id }, _serverCount, { signal, undo }) => {
    signal.throwIfAborted();
    const slot = await claimed(signal);
    const at = keptPaths(paths, { namespace_id, slot });
    await mkdir(paths.kept, { recursive: true, mode: 0o700 });
    await makeKeptFolders(at);
    await fetchKept(place, at.files, signal);
    const above = [paths.kept, at.namespace, at.slot, at.files];
    if (parts.isForOtherUser) for (const folder of above) await chmod(folder, 0o711);
    ({ files } = at);
    sent = await stateOf(files);
    undo.add(end);
    copyLater(Math.min(FIRST_COPY_MS, parts.copyMs));
    return { namespace_id, slot };
  };
  return {
    claim,
    /** What the service said to the question. */
    answered: (message: Extract<ToHost, { t: 'kept' }>): void => {
      if ('slot' in message) asked?.resolve(message.slot);
      else asked?.reject(reviveError(message.error));
    },
    /** The service may not have heard the question. */
    askAgain: (): void => {
      if (asked !== undefined) ask();
    },
    copy: () => send('asked'),
    /** Where they lie, once they are here. */
    files: () => files,
  };
}

/** What is refused by these is not taken later either. */
const FINAL = new Set([400, 401, 403, 404, 410, 413]);

async function fetchKept(place: ServicePlace, to: string, signal: AbortSignal): Promise<void> {
  const fetchOnce = async () => {
    await removeWhole(to); // what was broken off
    await unpackKept(await callService(place, { method: 'GET', path: 'kept', signal }), to);
  };
  try {
    await tryAgain(fetchOnce, { isFinal: isFull, signal });
  } catch (thrown) {
    signal.throwIfAborted();
    throw isFull(thrown) ? thrown : notFetched(thrown);
  }
}

function isFull(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'STORAGE_FULL';
}

function notFetched(thrown: unknown): AppError {
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'kept.not-fetched', {}, { cause: thrown });
}

/** Other after any change that a file system tells of. */
async function stateOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const { path, stats } of walkKept(folder))
    hash.update(`${path}\0${stats.mode} ${stats.isDirectory() ? '' : stats.size} ${stats.mtimeMs}\n`);
  return hash.digest('hex');
}
