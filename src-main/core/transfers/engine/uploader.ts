// Takes one transfer from where it stands to its end: pack, prepare, parts, confirm, switch. Each step is in the journal before
// the next begins, so it can end at any moment and go on at any later one.
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import { asMessage, type Sentence } from '../../../../src-shared/text/message.ts';
import type { TransferResume } from '../../../../src-shared/transfers/bridge.ts';
import { isStored, type TransferRecord, type TransferState } from '../journal/transfer-record.ts';
import { confirm, findVersion } from './confirm.ts';
import { againOf, cellsOf } from './part-map.ts';
import { isPassing, stoppedBy } from './passing-failures.ts';
import { prepare, uploadGone } from './prepare.ts';
import { reconcile } from './reconcile.ts';
import { findBase } from './reuse.ts';
import { sendParts } from './send-parts.ts';
import { createRun, type Run, type RunOptions, type TransferDependencies, untilAnswered } from './transfer-run.ts';

/** A transfer under way. `ended` never throws: what went wrong is in the record. */
export type Upload = { readonly run: Run; readonly ended: Promise<TransferRecord> };

export function startUpload(dependencies: TransferDependencies, record: TransferRecord, options: RunOptions): Upload {
  const run = createRun(dependencies, record, options);
  // In a turn of its own, so that who begins it has the run before the first change is published.
  return { run, ended: Promise.resolve(run).then(take) };
}

async function take(run: Run): Promise<TransferRecord> {
  const { clock } = run.dependencies;
  const { worked_ms: before } = run.record();
  const startedAt = clock.now();
  const worked = () => ({ worked_ms: before + Math.max(0, Math.round(clock.now() - startedAt)) });
  try {
    noteBegin(run);
    run.enter({ status: 'running', resumed: resumedIn(run.record()) });
    await pack(run);
    if (run.record().step === 'prepare') await prepare(run);
    else if (run.record().step === 'parts') await goOn(run);
    await sendAndConfirm(run);
    const outcome = await switchNamespace(run);
    run.note({ what: 'done' });
    run.enter({ status: 'done', ended_at: clock.now(), cells: cellsOf(run.parts(), false), outcome }, worked());
  } catch (thrown) {
    run.enter(stateAfter(run, thrown), worked());
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
  const stopped = record();
  if (stopped.status === 'paused' && stopped.paused.by === 'network') {
    note({ what: 'paused', by: stopped.paused.by, problem: stopped.paused.problem });
  } else if (stopped.status === 'failed' || stopped.status === 'not_confirmed') {
    note({ what: 'stopped', problem: stopped.problem });
  }
}

/** What is there counts from here; what went out in vain is said. */
async function goOn(run: Run): Promise<void> {
  await reconcile(run);
  const resumed = resumedIn(run.record());
  if (resumed === undefined) return;
  const kept = run.parts().filter(isStored).length;
  run.enter({ status: 'running', resumed: { ...resumed, kept, again: againOf(run.parts()) } });
}

function resumedIn(record: TransferRecord): TransferResume | undefined {
  return record.status === 'queued' || record.status === 'running' ? record.resumed : undefined;
}

function stateAfter({ dependencies, signal }: Run, thrown: unknown): TransferState {
  const at = dependencies.clock.now();
  // A person who paused it is put in by the queue.
  if (signal.aborted) return { status: 'paused', paused: { by: 'end', at } };
  const error = asAppError(thrown);
  // Somebody's patience is over; nothing is wrong with the transfer itself.
  if (isPassing(error)) return { status: 'paused', paused: { by: 'network', at, problem: error.toBody() } };
  return stoppedBy(error);
}

/** After a break the packed file is read through, as it may not be whole or no longer be there. */
async function pack(run: Run): Promise<void> {
  const { packed, step } = run.record();
  const { dependencies, signal } = run;
  const isSent = step === 'confirm' || step === 'switch';
  if (packed !== undefined && (run.isFresh || isSent || (await dependencies.isWhole(packed, signal)))) return;
  if (packed === undefined) await lookForBase(run);
  const made = await dependencies.pack(run.record(), signal, run.onPacked);
  if (packed !== undefined && made.sha256 !== packed.sha256) {
    throw new AppError('TRANSFER_SOURCE_CHANGED', 'transfer.source-changed', { source: packed.source });
  }
  run.change({ packed: made, ...(step === 'pack' ? { step: 'prepare' } : {}) });
}

/** What is there already decides how to pack: compressed bytes after a change have nothing in common with those before. */
async function lookForBase(run: Run): Promise<void> {
  const record = run.record();
  const { client, reuses } = run.dependencies;
  if (reuses?.(record) !== true) return;
  const base = await untilAnswered(run, () => findBase(client(record), record, { once: true, signal: run.signal }));
  run.change({ base_build_id: base?.id });
}

/** An instance that lacks parts although it took them gets them again. */
async function sendAndConfirm(run: Run): Promise<void> {
  while (run.record().step === 'parts' || run.record().step === 'confirm') {
    if (run.record().step === 'parts') {
      if (!(await letAdopt(run))) await sendParts(run).catch((thrown: unknown) => unlessAllThere(run, thrown));
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
      run.change({ version_id: confirmed.version_id, step: 'switch', bytes_reused: bytesReused });
    }
  }
}

/** A store has nothing to send to once it put the parts together: a part whose answer was lost learns that when it comes again. */
async function unlessAllThere(run: Run, thrown: unknown): Promise<void> {
  const isGone = asAppError(thrown).code === 'TRANSFER_NEEDS_NEW_BUILD' && run.record().upload_id === undefined;
  if (!isGone || (await untilAnswered(run, () => findVersion(run))) === undefined) throw thrown;
}

/** What became of the switch, where there is one. */
async function switchNamespace(run: Run): Promise<Sentence | undefined> {
  const record = run.record();
  if (!record.switches) return undefined;
  const { version_id = '' } = record;
  const { outcome, sentence } = await untilAnswered(run, () => run.dependencies.switchTo(record, version_id));
  if (outcome === 'switched') return sentence;
  if (outcome === 'unknown') throw new AppError('NOT_CONFIRMED', asMessage(sentence));
  throw new AppError('REQUEST_REFUSED', asMessage(sentence));
}

/** Lets an instance of this app take the packed file itself. Whether it did; otherwise the parts are to be sent. */
async function letAdopt(run: Run): Promise<boolean> {
  const [part, ...more] = run.parts();
  if (part?.state !== 'pending' || more.length > 0) return false;
  return await untilAnswered(run, () => letAdoptOnce(run, part.number));
}

async function letAdoptOnce(run: Run, number: number): Promise<boolean> {
  const record = run.record();
  const { packed, upload_id } = record;
  const give = run.dependencies.adopterFor?.(record);
  if (give === undefined || packed === undefined || upload_id === undefined) return false;
  const { file, sha256, kind, seal } = packed;
  run.mark(number, 'sending', { sha256 });
  try {
    // Nobody writes into a pack any more; into a file of the person's own they may.
    const order = { upload_id, file, sha256, mayLink: kind === 'folder', seal };
    await give(order, run.signal, (bytes) => run.onTaken(number, bytes));
    run.mark(number, 'verified', { kept: undefined });
    return true;
  } catch (thrown) {
    run.mark(number, 'pending', { kept: undefined });
    throw explained(asAppError(thrown));
  }
}

function explained(error: AppError): AppError {
  if (error.code === 'UPLOAD_NOT_FOUND') return uploadGone(error);
  if (error.code !== 'UPLOAD_INVALID') return error;
  return new AppError(
    'TRANSFER_SOURCE_CHANGED',
    'transfer.do-send-as-new',
    { why: error.toMessage() },
    { cause: error },
  );
}
