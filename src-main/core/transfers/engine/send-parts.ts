// Sends all parts that are pending, several side by side: as many as the line takes. A part that fails is
// pending again, and is retried when backoff.ts allows the next try.
import { type FileHandle, open } from 'node:fs/promises';
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import { explainNetworkError } from '../../http/network-errors.ts';
import type { Part, PartFacts } from '../journal/model.ts';
import { createPace, type Pace } from '../wire/parallel-parts.ts';
import { outcomeOf, type PartAnswer, type PartOutcome } from '../wire/part-answer.ts';
import { isPassing, whyAgain } from './failures.ts';
import { uploadGone } from './prepare.ts';
import { digestOf, renewAddresses } from './reconcile.ts';
import { INTERRUPTED, type Run } from './transfer-run.ts';
import { createVerifier, type Verifier } from './verify-answer.ts';

type Sending = {
  run: Run;
  file: FileHandle;
  pace: Pace;
  addresses: Addresses;
  verify: Verifier;
  /** Ends all parts under way: the run is stopped, or one part met a failure that will not pass. */
  signal: AbortSignal;
};

export async function sendParts(run: Run): Promise<void> {
  const packed = run.packed();
  const file = await open(packed.file, 'r').catch((cause: unknown) => {
    throw new AppError('TRANSFER_SOURCE_CHANGED', 'transfer.file-unreadable', { file: packed.file }, { cause });
  });
  const broken = new AbortController();
  const sending: Sending = {
    run,
    file,
    pace: createPace(run.dependencies.limits.parallelParts),
    addresses: createAddresses(run),
    verify: createVerifier(run),
    signal: AbortSignal.any([run.signal, broken.signal]),
  };
  try {
    await runSenders(sending, (thrown) => broken.abort(thrown));
  } finally {
    await file.close();
  }
}

async function runSenders(sending: Sending, breakOff: (thrown: unknown) => void): Promise<void> {
  const { run, pace, signal } = sending;
  const underWay = new Map<number, Promise<void>>();
  for (;;) {
    const next = signal.aborted
      ? undefined
      : run.parts().find(({ number, state }) => state === 'pending' && !underWay.has(number));
    if (
      next !== undefined &&
      underWay.size < Math.min(pace.parallelParts(), run.dependencies.mostParallelParts?.() ?? Infinity)
    ) {
      const attempt = sendOne(sending, next.number).catch(breakOff);
      underWay.set(
        next.number,
        attempt.finally(() => underWay.delete(next.number)),
      );
    } else if (underWay.size > 0) {
      await Promise.race(underWay.values());
    } else {
      signal.throwIfAborted();
      return;
    }
  }
}

/** One try. It ends well, or with the part pending again; it throws only what no further try can help. */
async function sendOne(sending: Sending, number: number): Promise<void> {
  const { run, signal } = sending;
  const triedAt = await run.backoff.wait(signal);
  const generation = sending.addresses.generation();
  const sha256 = await digestOf(run, run.part(number));
  run.mark(number, 'sending', { sha256 });
  try {
    const answer = await putPart(sending, run.part(number));
    await settle(sending, { number, answer, triedAt, generation });
  } catch (thrown) {
    const error = signal.aborted ? undefined : explained(thrown);
    run.mark(number, 'pending', factsOfCut(run, number, error));
    signal.throwIfAborted();
    if (error === undefined) return; // interrupted, and tried again at once
    if (!isPassing(error)) throw error;
    sending.pace.failed();
    run.backoff.failed(error, triedAt);
  }
}

/** A line that is lost is no fault of the part: it is held, and goes on. Other failures are said of it. */
function factsOfCut(run: Run, number: number, error: AppError | undefined): PartFacts {
  if (error === undefined || error.code === 'INSTANCE_UNREACHABLE') {
    const { length, held = 0 } = run.part(number);
    // A later try that gets nowhere takes nothing away from what is seen.
    return { held: Math.min(length, Math.max(held, run.live.get(number) ?? 0)) };
  }
  return isPassing(error) ? { mishap: 'again', why: whyAgain(error) } : {};
}

async function putPart({ run, file, signal }: Sending, part: Part): Promise<PartAnswer> {
  const record = run.record();
  const { sendPart, agentsFor, limits } = run.dependencies;
  const digest = Buffer.from(part.sha256 ?? '', 'hex').toString('base64');
  const agents = await agentsFor(record, part.url);
  const sent = sendPart({
    url: part.url,
    file,
    offset: part.offset,
    length: part.length,
    stallMs: limits.stallMs,
    // A store may refuse a header that it did not sign; who tells of parts is known to take it.
    headers: record.upload_id === undefined ? {} : { 'content-digest': `sha-256=:${digest}:` },
    agents,
    signal: AbortSignal.any([signal, run.sending()]),
    onBytes: (bytes) => run.onBytes(part.number, bytes),
  });
  return await sent.catch((thrown: unknown) => {
    throw ofTheLine(thrown, part, agents.isPinned);
  });
}

type Answered = { number: number; answer: PartAnswer; triedAt: number; generation: number };

async function settle(sending: Sending, { number, answer, triedAt, generation }: Answered): Promise<void> {
  const { run, pace, addresses, verify } = sending;
  const outcome: PartOutcome = outcomeOf(answer);
  switch (outcome.kind) {
    case 'taken': {
      const state = await verify(run.part(number), answer);
      run.mark(number, state);
      run.change({}); // how much went out is kept with it
      addresses.work();
      pace.succeeded();
      run.backoff.succeeded();
      break;
    }
    case 'stale':
      run.mark(number, 'pending');
      if (!addresses.mayRenew()) run.backoff.failed(outcome.error, triedAt);
      await addresses.renew(generation);
      break;
    case 'passing':
      run.mark(number, 'pending', { mishap: 'again', why: whyAgain(outcome.error) });
      pace.failed();
      run.backoff.failed(outcome.error, triedAt, outcome.retryAfterMs);
      break;
    case 'gone':
      throw uploadGone(outcome.error);
    case 'refused':
      run.mark(number, 'pending', { mishap: 'refused', why: outcome.error.message });
      throw outcome.error;
  }
}

/** What was thrown as an error with a sentence, or nothing when the try was only interrupted. */
function explained(thrown: unknown): AppError | undefined {
  return thrown instanceof Error && thrown.message === INTERRUPTED ? undefined : asAppError(thrown);
}

/** What the system says of a line, in words; all else as it is. */
function ofTheLine(thrown: unknown, { url }: Part, isPinned: boolean): unknown {
  const isOfTheSystem = thrown instanceof Error && !(thrown instanceof AppError) && 'code' in thrown;
  return isOfTheSystem ? explainNetworkError(thrown, new URL(url).origin, isPinned) : thrown;
}

/** How often addresses are renewed at once before that counts as a failure like others. */
const RENEWALS = 2;

type Addresses = ReturnType<typeof createAddresses>;

/** Renews the addresses once for all parts that find theirs too old at the same time. */
function createAddresses(run: Run) {
  let generation = 0;
  let renewals = 0;
  let underWay: Promise<void> | undefined;
  return {
    generation: () => generation,
    work: () => {
      renewals = 0;
    },
    mayRenew: () => renewals < RENEWALS,
    renew: async (seen: number): Promise<void> => {
      if (seen !== generation) return;
      underWay ??= renewAddresses(run).finally(() => {
        generation += 1;
        renewals += 1;
        underWay = undefined;
      });
      await underWay;
    },
  };
}
