// Removes the copies of what was dropped: each as soon as its transfer packs it no more, or is over.
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { Journal } from '../journal/journal.ts';
import { isOver, type TransferRecord } from '../journal/transfer-record.ts';
import type { Staging } from '../sources/staging.ts';
import type { Queue } from './queue.ts';

/** What is no folder is sent from where it lies. A folder may be packed twice: only the instance tells how it is sent best. */
function isNeeded({ packed, step }: TransferRecord): boolean {
  return packed?.kind !== 'folder' || step === 'pack' || step === 'prepare';
}

/** Watches the queue until the answer is called. What an earlier run left is removed first. */
export async function releaseCopies(
  queue: Queue,
  journal: Journal,
  staging: Staging,
  onUnexpected: (error: AppError) => void,
): Promise<() => void> {
  /** Transfers that nothing is left to do for: they have no copy, or it is gone. */
  const settled = new Set<string>();
  const look = (id: string) => {
    const record = journal.get(id);
    if (record === undefined) return;
    const isCopy = staging.isCopy(record.source);
    if (isCopy && isNeeded(record) && !isOver(record)) return;
    settled.add(id);
    if (!isCopy) return;
    staging.release(record.source).catch((cause: unknown) => {
      onUnexpected(new AppError('ERROR', 'drop.copy-not-removed', {}, { cause }));
    });
  };
  await staging.sweep(journal.live().map(({ source }) => source));
  return queue.source.listen(() => {
    for (const { id } of queue.source.snapshot()) if (!settled.has(id)) look(id);
  });
}
