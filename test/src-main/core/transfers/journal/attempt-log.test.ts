// The log of tries on its own: what becomes one line, how many lines are kept, what a transfer takes with it.
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openJournal } from '../../../../../src-main/core/transfers/journal/journal.ts';
import type { TransferAttempt } from '../../../../../src-shared/transfers/bridge.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';

async function openLog() {
  const file = path.join(await makeTempFolder('tries'), 'transfers.db');
  const journal = await openJournal(file);
  onTestFinished(() => journal.close());
  return journal;
}

const failed = (at: number, message: string, step: TransferAttempt['step'] = 'parts'): TransferAttempt => {
  return { at, what: 'failed', step, problem: { code: 'INSTANCE_UNREACHABLE', message }, count: 1 };
};

it('makes one line of failures that are alike and follow each other, and counts them all', async () => {
  const journal = await openLog();
  journal.noteAttempt('t', { at: 1, what: 'began', step: 'pack', kept: 0, source_changed: false });
  for (const at of [2, 3, 9]) journal.noteAttempt('t', failed(at, 'EU does not answer.'));
  journal.noteAttempt('t', failed(10, 'EU is overloaded.'));
  journal.noteAttempt('t', failed(11, 'EU is overloaded.', 'confirm'));
  expect(journal.tries('t')).toEqual([
    { at: 1, what: 'began', step: 'pack', kept: 0, source_changed: false },
    { ...failed(2, 'EU does not answer.'), count: 3, until: 9 },
    failed(10, 'EU is overloaded.'),
    failed(11, 'EU is overloaded.', 'confirm'),
  ]);
  expect(journal.countTries('t')).toBe(6);
});

it('keeps the last hundred lines of a transfer, and none of one that was removed', async () => {
  const journal = await openLog();
  for (let n = 1; n <= 130; n += 1) journal.noteAttempt('t', failed(n, `This was number ${n}.`));
  journal.noteAttempt('other', failed(1, 'This is of another one.'));
  const kept = journal.tries('t');
  expect(kept).toHaveLength(100);
  expect(kept.at(-1)?.at).toBe(130);
  journal.remove('t');
  expect(journal.tries('t')).toEqual([]);
  expect(journal.countTries('t')).toBe(0);
  expect(journal.tries('other')).toHaveLength(1);
});
