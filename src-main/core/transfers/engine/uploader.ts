// Takes one transfer from where it stands to its end: pack, prepare, parts, confirm, switch. Each step is in the journal before
// the next begins, so it can end at any moment and go on at any later one.
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import { isStored, type TransferRecord } from '../journal/model.ts';
import { handOver } from './adopt-file.ts';
import { confirm, findVersion } from './confirm.ts';
import { isPassing, stoppedBy } from './failures.ts';
import { cellsOf } from './part-map.ts';
import { prepare } from './prepare.ts';
import { reconcile } from './reconcile.ts';
import { findBase } from './reuse.ts';
import { sendParts } from './send-parts.ts';
import { createRun, type Run, type RunOptions, type TransferDependencies, untilAnswered } from './transfer-run.ts';

/** A transfer under way. `ended` never throws: what went wrong is in the record. */
export type Upload = { readonly run: Run; readonly ended: Promise<TransferRecord> };

export function startUpload(world: TransferDependencies, record: TransferRecord, options: RunOptions): Upload {
  const run = createRun(world, record, options);
  // In a turn of its own, so that who begins it has the run before the first change is told.
  return { run, ended: Promise.resolve(run).then(take) };
}

async function take(run: Run): Promise<TransferRecord> {
  const { clock } = run.world;
  const { worked_ms: before = 0 } = run.record();
  const startedAt = clock.now();
  const worked = () => ({ worked_ms: before + Math.max(0, Math.round(clock.now() - startedAt)) });
  try {
    noteBegin(run);
    run.change({ status: 'running', problem: undefined, remedies: undefined });
    await pack(run);
    if (run.record().step === 'prepare') await prepare(run);
    else if (run.record().step === 'parts') await reconcile(run);
    await sendAndConfirm(run);
    await switchNamespace(run);
    run.note({ what: 'done' });
    run.change({ status: 'done', ended_at: clock.now(), cells: cellsOf(run.parts(), false), ...worked() });
  } catch (thrown) {
    run.change({ ...stoppedRecord(run, thrown), ...worked() });
    noteStop(run);
  }
  return run.record();
}

function noteBegin({ record, parts, note }: Run): void {
  note({ what: 'began', kept: parts().filter(isStored).length, source_changed: record().source_changed });
}

/** Who ended it from outside says so there. */
function noteStop({ signal, record, note }: Run): void {
  if (signal.aborted) return;
  const { paused, problem } = record();
  note(paused === undefined ? { what: 'stopped', problem } : { what: 'paused', by: paused.by, problem });
}

function stoppedRecord(run: Run, thrown: unknown): Partial<TransferRecord> {
  // A person who paused it is put in by the queue.
  if (run.signal.aborted) return pausedBy(run, 'end');
  const error = asAppError(thrown);
  // Somebody's patience is over; nothing is wrong with the transfer itself.
  if (isPassing(error)) return { ...pausedBy(run, 'network'), problem: error.toBody(), remedies: ['retry'] };
  return stoppedBy(error);
}

function pausedBy({ world }: Run, by: 'end' | 'network'): Partial<TransferRecord> {
  return { status: 'paused', paused: { at: world.clock.now(), by } };
}

/** After a break the packed file is read through, as it may not be whole or no longer be there. */
async function pack(run: Run): Promise<void> {
  const { packed, step } = run.record();
  const { world, signal } = run;
  const isSent = step === 'confirm' || step === 'switch';
  if (packed !== undefined && (run.isFresh || isSent || (await world.isWhole(packed, signal)))) return;
  if (packed === undefined) await lookForBase(run);
  const made = await world.pack(run.record(), signal, run.onPacked);
  if (packed !== undefined && made.sha256 !== packed.sha256) {
    const sentence = `${packed.source} changed since it was packed, and the pack is no longer there. Send it as a new build.`;
    throw new AppError('TRANSFER_SOURCE_CHANGED', sentence);
  }
  run.change({ packed: made, ...(step === 'pack' ? { step: 'prepare' } : {}) });
}

/** What is there already decides how to pack: compressed bytes after a change have nothing in common with those before. */
async function lookForBase(run: Run): Promise<void> {
  const record = run.record();
  const { client, reuses } = run.world;
  if (reuses?.(record) !== true) return;
  const base = await untilAnswered(run, () => findBase(client(record), record, run.signal));
  run.change({ base_build_id: base?.id });
}

/** An instance that lacks parts although it took them gets them again. */
async function sendAndConfirm(run: Run): Promise<void> {
  while (run.record().step === 'parts' || run.record().step === 'confirm') {
    if (run.record().step === 'parts') {
      if (!(await handOver(run))) await sendParts(run).catch((thrown: unknown) => unlessAllThere(run, thrown));
      run.change({ step: 'confirm' });
    }
    const confirmed = await confirm(run);
    if (confirmed === 'missing') {
      run.change({ step: 'parts' });
      await reconcile(run);
    } else {
      const reused = run.parts().filter(({ state }) => state === 'reused');
      run.setParts(run.parts().map((part) => (part.state === 'reused' ? part : { ...part, state: 'verified' })));
      const bytesReused = reused.reduce((sum, { length }) => sum + length, 0);
      run.change({ version_id: confirmed.versionId, step: 'switch', bytes_reused: bytesReused });
    }
  }
}

/** A store has nothing to send to once it put the parts together: a part whose answer was lost is told that when it comes again. */
async function unlessAllThere(run: Run, thrown: unknown): Promise<void> {
  const isGone = asAppError(thrown).code === 'TRANSFER_NEEDS_NEW_BUILD' && run.record().upload_id === undefined;
  if (!isGone || (await untilAnswered(run, () => findVersion(run))) === undefined) throw thrown;
}

async function switchNamespace(run: Run): Promise<void> {
  const record = run.record();
  if (!record.switches) return;
  const { version_id: versionId = '' } = record;
  const { outcome, sentence } = await untilAnswered(run, () => run.world.switchTo(record, versionId));
  if (outcome === 'switched') run.change({ outcome: sentence });
  else if (outcome === 'unknown') throw new AppError('NOT_CONFIRMED', sentence);
  else throw new AppError('REQUEST_REFUSED', sentence);
}
