// Removes the copies of what was dropped: each as soon as its transfer has a pack of it, or is over.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Journal } from './journal.ts';
import { isOver } from './model.ts';
import type { Queue } from './queue.ts';
import type { Staging } from './staging.ts';

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
    if (isCopy && record.packed?.kind !== 'folder' && !isOver(record)) return;
    settled.add(id);
    if (!isCopy) return;
    staging.release(record.source).catch((cause: unknown) => {
      onUnexpected(new AppError('ERROR', 'A copy of what was dropped could not be removed.', { cause }));
    });
  };
  await staging.sweep(journal.live().map(({ source }) => source));
  return queue.source.listen(() => {
    for (const { id } of queue.source.snapshot()) if (!settled.has(id)) look(id);
  });
}
