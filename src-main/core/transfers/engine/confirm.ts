// After the last part: reads back until the instance shows the build or its version. Nothing is called done before that.
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import { asMessage, messageFor } from '../../../../src-shared/text/message.ts';
import { environmentOf, type TransferRecord } from '../journal/transfer-record.ts';
import { isPassing } from './passing-failures.ts';
import { uploadGone } from './prepare.ts';
import { failOrWait, type Run } from './transfer-run.ts';

/** `missing`: the instance lacks parts after all. */
export type Confirmed = { version_id: string } | 'missing';

const FIRST_LOOK_MS = 50;
const SLOWEST_LOOK_MS = 2_000;
/** An instance that answers may say so long that nothing is there, or as long as somebody has patience, where that is less. */
const CONFIRM_MS = 120_000;

export async function confirm(run: Run): Promise<Confirmed> {
  if (run.record().upload_id === undefined) return await lookUntil(run, lookAtGame(run));
  await askToComplete(run);
  return await lookUntil(run, () => lookAtBuild(run));
}

/** `checking`: it has all bytes, and is still reading them. */
type Look = (signal: AbortSignal) => Promise<Confirmed | 'checking' | undefined>;

/** Time without an answer is not held against the instance. */
async function lookUntil(run: Run, look: Look): Promise<Confirmed> {
  const { clock, limits } = run.dependencies;
  const confirmMs = limits.confirmMs ?? Math.min(CONFIRM_MS, limits.patienceMs ?? CONFIRM_MS);
  let wait = FIRST_LOOK_MS;
  let end = clock.now() + confirmMs;
  while (clock.now() < end) {
    end = Math.min(end, clock.now() + confirmMs); // the clock may have been set back
    const triedAt = await run.backoff.wait(run.signal);
    try {
      const found = await look(AbortSignal.any([run.signal, AbortSignal.timeout(Math.max(1, end - clock.now()))]));
      run.backoff.succeeded();
      if (found === 'checking') end = clock.now() + confirmMs;
      else if (found !== undefined) return found;
    } catch (thrown) {
      run.signal.throwIfAborted();
      const error = asAppError(thrown);
      if (error.code !== 'CANCELLED') {
        failOrWait(run, error, triedAt);
        end = clock.now() + confirmMs;
      }
    }
    await clock.sleep(wait, run.signal);
    wait = Math.min(SLOWEST_LOOK_MS, wait * 2);
  }
  const seconds = Math.round(confirmMs / 1000);
  throw new AppError('NOT_CONFIRMED', 'transfer.not-shown', { name: run.record().name, seconds });
}

/** Never needed, but it answers only when all is done, or cannot be. Looking would not tell of a store that does not put the parts together. */
async function askToComplete(run: Run): Promise<void> {
  for (;;) {
    const triedAt = await run.backoff.wait(run.signal);
    const error = await completeOnce(run);
    if (error?.code !== 'OBJECT_STORE_FAILED') return;
    failOrWait(run, error, triedAt);
  }
}

/** Why it is not complete yet, where it may become so. */
async function completeOnce(run: Run): Promise<AppError | undefined> {
  const record = run.record();
  try {
    const params = { ...environmentOf(record), build_id: record.build_id ?? '' };
    await run.dependencies.client(record).completeBuild({ params }, { once: true, signal: run.signal });
    return undefined;
  } catch (thrown) {
    run.signal.throwIfAborted();
    const error = asAppError(thrown);
    if (error.code === 'BUILDS_BUILD_NOT_FOUND' || error.code === 'UPLOAD_NOT_FOUND') throw uploadGone(error);
    // Looking tells: what it takes from an earlier build may still be under way.
    if (error.code === 'UPLOAD_INCOMPLETE' || isPassing(error)) return error;
    throw error;
  }
}

async function lookAtBuild(run: Run): ReturnType<Look> {
  const record = run.record();
  const params = { ...environmentOf(record), build_id: record.build_id ?? '' };
  const { build } = await run.dependencies.client(record).getBuild({ params }, { once: true, signal: run.signal });
  if (build.state === 'refused') {
    throw new AppError(
      'BUILD_INVALID',
      build.problem === undefined ? messageFor('transfer.build-refused') : asMessage(build.problem),
    );
  }
  if (build.state === 'uploading') return 'missing';
  if (build.state === 'checking') return 'checking';
  return build.state === 'complete' && build.version_id !== undefined ? { version_id: build.version_id } : undefined;
}

/** Waits for each change of the game, where the instance lets one wait. */
function lookAtGame(run: Run): Look {
  let index: string | undefined;
  return async (signal) => {
    const record = run.record();
    const query = index === undefined ? {} : { watch_index: index };
    const params = { game_id: record.game_id };
    const { game, watch } = await run.dependencies.client(record).getGame({ params, query }, { once: true, signal });
    index = watch.index;
    return newVersion(record, game);
  };
}

/** The version that came of this transfer, if the game shows one now. */
export async function findVersion(run: Run): Promise<Confirmed | undefined> {
  const found = await lookAtGame(run)(run.signal);
  return found === 'checking' ? undefined : found;
}

/** The newest version of this name that was not there before. */
function newVersion({ name, versions_before: before = [] }: TransferRecord, game: GameFull): Confirmed | undefined {
  const known = new Set(before);
  const found = game.versions
    .filter((version) => version.display_name === name && !known.has(version.version_id))
    .at(-1);
  return found === undefined ? undefined : { version_id: found.version_id };
}
