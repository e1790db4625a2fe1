// One transfer while it is worked on: its record and parts, in memory as in the journal, and what only lasts as long as the
// work does.

import { type AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { SwitchOutcome } from '../../../../src-shared/namespaces/bridge.ts';
import type { ServiceClient } from '../../../../src-shared/service/client.ts';
import type { TransferAttempt, TransferTrouble } from '../../../../src-shared/transfers/bridge.ts';
import type { Network } from '../../http/network.ts';
import type { FileAdopter } from '../../local-service/adopt-file.ts';
import type { Packed } from '../../pack/pack-model.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Journal } from '../journal/journal.ts';
import {
  inState,
  type Part,
  type PartFacts,
  type PartState,
  type TransferFacts,
  type TransferRecord,
  type TransferState,
} from '../journal/transfer-record.ts';
import type { askPart } from '../wire/ask-part.ts';
import type { PartSender } from '../wire/send-part.ts';
import { type Backoff, createBackoff } from './backoff.ts';
import type { PartHashes } from './part-hashes.ts';
import { triesAfter, triesKept } from './parts-over-time.ts';
import { isPassing, retryAfterIn } from './passing-failures.ts';
import { createRate } from './progress.ts';

export type PackProgress = (bytes: number, total: number) => void;

/** Everything an upload depends on, so that the queue, the command line and tests each bring their own. */
export type TransferDependencies = {
  journal: Journal;
  clock: Clock;
  random: () => number;
  partHashes: PartHashes;
  sendPart: PartSender;
  /** Asks what came of a part that broke off. */
  askPart: typeof askPart;
  pack(record: TransferRecord, signal: AbortSignal, progress: PackProgress): Promise<Packed>;
  isWhole(packed: Packed, signal: AbortSignal): Promise<boolean>;
  /** The client of the transfer's instance; throws while there is none. */
  client(record: TransferRecord): ServiceClient;
  /** The way to an address that the instance named, which may be another machine. */
  agentsFor(record: TransferRecord, url: string): Promise<Network['agents']>;
  /** How an instance in this app is given the file itself; nothing where it has to be sent. */
  adopterFor?(record: TransferRecord): FileAdopter | undefined;
  /** Whether its instance is a service of ours, which knows more than the interface has. */
  isOurs?(record: TransferRecord): boolean;
  /** How fast all transfers together may send, now. */
  lineLimit?(): number | undefined;
  /** Whether its instance may tell what earlier builds hold, and takes that over. */
  reuses?(record: TransferRecord): boolean;
  switchTo(record: TransferRecord, version_id: string): Promise<SwitchOutcome>;
  /** Times and numbers other than the usual ones. */
  limits: { stallMs?: number; confirmMs?: number; patienceMs?: number | undefined; parallelParts?: number | undefined };
  /** How many parts a person lets go side by side, now. */
  mostParallelParts?(): number | undefined;
};

export type RunOptions = {
  signal: AbortSignal;
  /** Called with every change, however fast they come. */
  onChange(run: Run): void;
  /** The pack was made or checked just now, by whoever begins this. */
  isFresh?: boolean;
};

export type Run = ReturnType<typeof createRun>;

export function createRun(
  dependencies: TransferDependencies,
  begun: TransferRecord,
  { signal, onChange, isFresh }: RunOptions,
) {
  const { clock, random, limits } = dependencies;
  let trouble: TransferTrouble | undefined;
  let packing: { bytes: number; total: number } | undefined;
  let sendingNow = new AbortController();
  const rate = createRate(clock);
  const tell = () => onChange(run);
  const backoff: Backoff = createBackoff({
    clock,
    random,
    patienceMs: limits.patienceMs,
    onTrouble: (next) => {
      // Tries that fail together are one.
      if (next !== undefined && next.tries !== trouble?.tries)
        note({ what: 'failed', problem: next.problem, count: 1 });
      trouble = next;
      tell();
    },
  });
  const kept = createKept(dependencies, begun, tell);
  const note = createNote(dependencies, kept.record);
  const run = {
    ...kept,
    dependencies,
    signal,
    backoff,
    note,
    isFresh: isFresh === true,
    trouble: () => trouble,
    packing: () => packing,
    rate: rate.perSecond,
    /** Ends with `interrupt`, as do the tries under way. */
    sending: () => sendingNow.signal,
    /** After a sleep, lines only seem to be open: their tries start again. */
    interrupt: () => {
      sendingNow.abort(new Error(INTERRUPTED));
      sendingNow = new AbortController();
      backoff.endWait();
    },
    onBytes: (number: number, bytes: number) => {
      rate.add(bytes);
      kept.onBytes(number, bytes);
    },
    onPacked: (bytes: number, total: number) => {
      packing = { bytes, total };
      tell();
    },
  };
  return run;
}

/** The message of what a try fails with that was interrupted. */
export const INTERRUPTED = 'interrupted';

type WithoutPlace<T> = T extends unknown ? Omit<T, 'at' | 'step'> : never;

function packedOf({ packed, step }: TransferRecord): Packed {
  if (packed === undefined) throw new Error(`The step "${step}" came before the pack`);
  return packed;
}

/** Puts lines into the log of tries. */
function createNote({ journal, clock }: TransferDependencies, record: () => TransferRecord) {
  return (line: WithoutPlace<TransferAttempt>): void => {
    const { id, step } = record();
    journal.noteAttempt(id, { at: Math.round(clock.now()), step, ...line });
  };
}

/** Record and parts: in memory as in the journal, which comes first. */
function createKept({ journal, clock }: TransferDependencies, begun: TransferRecord, tell: () => void) {
  const now = () => Math.round(clock.now());
  let record = begun;
  let parts = journal.parts(begun.id);
  let sentNow = 0;
  const live = new Map<number, number>();
  const part = (number: number): Part => {
    const found = parts[number - 1];
    if (found === undefined) throw new Error(`There is no part ${number}`);
    return found;
  };
  const changed = (patch: Partial<TransferFacts>): TransferRecord => {
    return { ...record, ...patch, bytes_on_wire: begun.bytes_on_wire + sentNow };
  };
  const keep = (next: TransferRecord) => {
    record = next;
    journal.save(record);
    tell();
  };
  return {
    live,
    part,
    record: () => record,
    /** What every step after the first works on. */
    packed: () => packedOf(record),
    parts: (): readonly Part[] => parts,
    /** How much went out since this run began, failed tries too. */
    sentNow: () => sentNow,
    bytesOnWire: () => begun.bytes_on_wire + sentNow,
    change: (patch: Partial<TransferFacts>) => keep(changed(patch)),
    /** Into another state, together with what has become known. */
    enter: (state: TransferState, patch: Partial<TransferFacts> = {}) => keep(inState(changed(patch), state)),
    setParts: (next: readonly Part[], patch: Partial<TransferFacts> = {}) => {
      record = changed(patch);
      parts = [...next];
      journal.setParts(record, parts);
      tell();
    },
    mark: (number: number, state: PartState, facts: PartFacts = {}) => {
      const before = part(number);
      const tries = facts.kept === undefined ? before.tries : triesKept(before, facts.kept);
      const next = { ...before, state, ...facts, tries: triesAfter({ ...before, tries }, state, now()) };
      journal.mark(record.id, next);
      parts[number - 1] = next;
      if (state !== 'sending') live.delete(number);
      tell();
    },
    onBytes: (number: number, bytes: number) => {
      live.set(number, (live.get(number) ?? 0) + bytes);
      sentNow += bytes;
      tell();
    },
    /** How far those on their way are, into the journal. */
    noteLive: () => {
      const moved = parts.filter(({ number, state }) => state === 'sending' && (live.get(number) ?? 0) > 0);
      if (moved.length === 0) return;
      for (const one of moved) {
        const held = Math.min(one.length, (one.kept ?? 0) + (live.get(one.number) ?? 0));
        const tries = triesAfter(one, 'sending', now());
        parts[one.number - 1] = { ...one, held: Math.max(one.held ?? 0, held), tries };
      }
      record = changed({});
      journal.noteProgress(
        record,
        moved.map(({ number }) => part(number)),
      );
    },
    /** How far a part is that is handed over: nothing of it goes over a line. */
    onTaken: (number: number, bytes: number) => {
      parts[number - 1] = { ...part(number), kept: bytes };
      tell();
    },
  };
}

/** Does it until there is an answer: what passes is tried again, without end, and everybody sees it. */
export async function untilAnswered<T>(run: Run, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const triedAt = await run.backoff.wait(run.signal);
    try {
      const answer = await work();
      run.backoff.succeeded();
      return answer;
    } catch (thrown) {
      run.signal.throwIfAborted();
      failOrWait(run, asAppError(thrown), triedAt);
    }
  }
}

export function failOrWait(run: Run, error: AppError, triedAt: number): void {
  if (!isPassing(error)) throw error;
  run.backoff.failed(error, triedAt, retryAfterIn(error));
}
