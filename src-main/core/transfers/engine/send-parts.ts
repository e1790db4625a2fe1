// Sends all parts that are pending, several side by side: as many as the line takes. A part that fails is
// pending again, and is retried when backoff.ts allows the next try.
import { type FileHandle, open } from 'node:fs/promises';
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import { explainNetworkError } from '../../http/network-errors.ts';
import type { Part, PartFacts } from '../journal/transfer-record.ts';
import { createPace, type Pace } from '../wire/parallel-parts.ts';
import { outcomeOf, type PartAnswer, type PartOutcome } from '../wire/part-outcome.ts';
import { STALL_MS } from '../wire/send-part.ts';
import { isPassing, whyAgain } from './passing-failures.ts';
import { uploadGone } from './prepare.ts';
import { hashOfPart, renewAddresses } from './reconcile.ts';
import { createTornParts, type TornParts } from './torn-part.ts';
import { INTERRUPTED, type Run } from './transfer-run.ts';
import { createVerifier, type Verifier } from './verify-answer.ts';

type Sending = {
  run: Run;
  file: FileHandle;
  pace: Pace;
  torn: TornParts;
  addresses: Addresses;
  verify: Verifier;
  /** Ends all parts under way: the run is stopped, or one part met a failure that will not pass. */
  signal: AbortSignal;
  /** Something changed that may let another part begin. */
  look: () => void;
};

export async function sendParts(run: Run): Promise<void> {
  const packed = run.packed();
  const file = await open(packed.file, 'r').catch((cause: unknown) => {
    throw new AppError('TRANSFER_SOURCE_CHANGED', 'transfer.file-unreadable', { file: packed.file }, { cause });
  });
  const { limits, mostParallelParts, lineLimit } = run.dependencies;
  const broken = new AbortController();
  const wake = createWake();
  const sending: Sending = {
    run,
    file,
    pace: createPace({
      most: limits.parallelParts,
      mostNow: mostParallelParts,
      limit: lineLimit,
      keepsTorn: run.record().keeps_torn,
      isResumed: run.parts().some(({ state }) => state === 'sent' || state === 'verified'),
    }),
    torn: createTornParts(run),
    addresses: createAddresses(run),
    verify: createVerifier(run),
    signal: AbortSignal.any([run.signal, broken.signal]),
    look: wake.now,
  };
  const stopNoting = noteNowAndThen(run);
  try {
    await runSenders(sending, wake.next, (thrown) => broken.abort(thrown));
  } finally {
    stopNoting();
    noteLine(sending);
    await file.close();
  }
}

async function runSenders(
  sending: Sending,
  next: () => Promise<void>,
  breakOff: (thrown: unknown) => void,
): Promise<void> {
  const { run, pace, signal, look } = sending;
  const underWay = new Set<number>();
  for (;;) {
    const woken = next();
    const part = signal.aborted
      ? undefined
      : run.parts().find(({ number, state }) => state === 'pending' && !underWay.has(number));
    if (part !== undefined && pace.mayBegin(part.length)) {
      const { number, length } = part;
      pace.begin(number, length);
      underWay.add(number);
      void sendOne(sending, number)
        .catch(breakOff)
        .finally(() => {
          const { state } = run.part(number);
          pace.end(number, state === 'sent' || state === 'verified' ? length : 0);
          underWay.delete(number);
          look();
        });
    } else if (underWay.size > 0) {
      await woken;
    } else {
      signal.throwIfAborted();
      return;
    }
  }
}

/** Whoever called `next` is woken by the `now` after it. */
function createWake() {
  let waiting = Promise.withResolvers<void>();
  return {
    now: () => {
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
    next: () => waiting.promise,
  };
}

/** What the line gave is worth knowing before the next build is cut into parts. */
function noteLine({ run, pace }: Sending): void {
  const rate = pace.rate();
  const { journal, clock } = run.dependencies;
  if (rate !== undefined) journal.noteLine(run.record().target, rate, clock.now());
}

const NOTE_EVERY_MS = 1_000;

/** How far parts on their way are, so that one who comes after a crash can say what of them is sent again. */
function noteNowAndThen(run: Run): () => void {
  const timer = setInterval(run.noteLive, NOTE_EVERY_MS);
  return () => clearInterval(timer);
}

/** One try. It ends well, or with the part pending again; it throws only what no further try can help. */
async function sendOne(sending: Sending, number: number): Promise<void> {
  const { run, signal } = sending;
  const triedAt = await run.backoff.wait(signal);
  const generation = sending.addresses.generation();
  const sha256 = await hashOfPart(run, run.part(number));
  run.mark(number, 'sending', { sha256 });
  try {
    const agents = await run.dependencies.agentsFor(run.record(), run.part(number).url);
    const line: Line = { agents, signal: AbortSignal.any([signal, run.sending()]) };
    if (await isThere(sending, run.part(number), line)) {
      taken(sending, number, 'verified');
      return;
    }
    const answer = await putPart(sending, run.part(number), line);
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
  const held = heldOf(run, number);
  if (error === undefined || error.code === 'INSTANCE_UNREACHABLE' || !isPassing(error)) return held;
  return { ...held, mishap: 'again', why: whyAgain(error) };
}

/** A later try that gets nowhere takes nothing away from what is seen. */
function heldOf(run: Run, number: number): PartFacts {
  const { length, held = 0, kept = 0 } = run.part(number);
  return { held: Math.min(length, Math.max(held, kept + (run.live.get(number) ?? 0))) };
}

/** The way of one try, and what ends it. */
type Line = { agents: Awaited<ReturnType<Run['dependencies']['agentsFor']>>; signal: AbortSignal };

/** Whether all of it came with a try before, although nobody heard of it. */
async function isThere({ run, torn }: Sending, part: Part, line: Line): Promise<boolean> {
  return await torn.isThere(part, asking(run, part, line)).catch((thrown: unknown) => {
    throw ofTheLine(thrown, part, line.agents.isPinned);
  });
}

function asking({ dependencies: { askPart, limits } }: Run, { url }: Part, { agents, signal }: Line) {
  return () => askPart({ url, agents, signal, stallMs: limits.stallMs ?? STALL_MS });
}

async function putPart({ run, file, pace, torn, look }: Sending, part: Part, line: Line): Promise<PartAnswer> {
  const { number, url } = part;
  const { sendPart, limits } = run.dependencies;
  const { from, headers } = torn.stretchOf(part);
  const sent = sendPart({
    ...line,
    url,
    file,
    headers,
    offset: part.offset + from,
    length: part.length - from,
    stallMs: limits.stallMs ?? STALL_MS,
    mayWrite: () => pace.mayWrite(number),
    isMoving: torn.moving(part, asking(run, part, line)),
    onBytes: (bytes) => run.onBytes(number, bytes),
    onWritten: () => {
      pace.written(number);
      look();
    },
  });
  return await sent.catch((thrown: unknown) => {
    throw ofTheLine(thrown, part, line.agents.isPinned);
  });
}

function taken({ run, addresses, pace }: Sending, number: number, state: 'sent' | 'verified'): void {
  run.mark(number, state, { held: undefined, kept: undefined });
  run.change({}); // how much went out is kept with it
  addresses.work();
  pace.succeeded();
  run.backoff.succeeded();
}

type Answered = { number: number; answer: PartAnswer; triedAt: number; generation: number };

async function settle(sending: Sending, { number, answer, triedAt, generation }: Answered): Promise<void> {
  const { run, pace, torn, addresses, verify } = sending;
  const outcome: PartOutcome = outcomeOf(answer);
  if (torn.refuses(answer, outcome)) {
    run.mark(number, 'pending', { kept: undefined }); // and goes whole, at once
    return;
  }
  switch (outcome.kind) {
    case 'taken':
      taken(sending, number, await verify(run.part(number), answer));
      break;
    case 'stale':
      run.mark(number, 'pending');
      if (!addresses.mayRenew()) run.backoff.failed(outcome.error, triedAt);
      await addresses.renew(generation);
      break;
    case 'passing':
      run.mark(number, 'pending', { ...heldOf(run, number), mishap: 'again', why: whyAgain(outcome.error) });
      pace.failed();
      run.backoff.failed(outcome.error, triedAt, outcome.retryAfterMs);
      break;
    case 'gone':
      throw uploadGone(outcome.error);
    case 'refused':
      run.mark(number, 'pending', { mishap: 'refused', why: outcome.error.toMessage() });
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

/** The addresses of parts while they are sent: renewed once for all parts that find theirs too old at the same time. */
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
