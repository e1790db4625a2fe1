// The log of tries of a transfer: when it was tried, what failed and how it ended, durable and bounded. Failures that are alike
// and follow each other are one line, so that a night without a network does not push everything else out.
import type { DatabaseSync } from 'node:sqlite';
import { type TransferAttempt, transferAttempt } from '../../../../src-shared/transfers/bridge.ts';

/** Of one transfer no more lines are kept; the oldest go. */
const LINES_KEPT = 100;

export function attemptRows(sql: DatabaseSync) {
  const all = sql.prepare('SELECT n, entry FROM tries WHERE transfer_id = ? ORDER BY n');
  const last = sql.prepare('SELECT n, entry FROM tries WHERE transfer_id = ? ORDER BY n DESC LIMIT 1');
  const put = sql.prepare('INSERT OR REPLACE INTO tries (transfer_id, n, count, entry) VALUES (?, ?, ?, ?)');
  const trim = sql.prepare('DELETE FROM tries WHERE transfer_id = ? AND n <= ?');
  const sum = sql.prepare('SELECT sum(count) AS sum FROM tries WHERE transfer_id = ?');
  return {
    noteAttempt: (id: string, next: TransferAttempt): void => {
      const row = last.get(id);
      const n = Number(row?.['n'] ?? 0);
      const joined = row === undefined ? undefined : joinedAttempt(readTry(row), next);
      const entry = joined ?? next;
      put.run(id, joined === undefined ? n + 1 : n, countOf(entry), JSON.stringify(entry));
      trim.run(id, n + 1 - LINES_KEPT);
    },
    tries: (id: string): TransferAttempt[] => all.all(id).map(readTry),
    countTries: (id: string): number => Number(sum.get(id)?.['sum'] ?? 0),
  };
}

/** Both as one line where they say the same, else nothing. */
export function joinedAttempt(before: TransferAttempt, next: TransferAttempt): TransferAttempt | undefined {
  if (before.what !== 'failed' || next.what !== 'failed' || before.step !== next.step) return undefined;
  if (before.problem.message !== next.problem.message) return undefined;
  return { ...before, count: before.count + 1, until: next.at };
}

/** After a failure it is tried once more; what stopped is only tried again when it begins. */
function countOf(entry: TransferAttempt): number {
  if (entry.what === 'failed') return entry.count;
  return entry.what === 'began' ? 1 : 0;
}

function readTry(row: Record<string, unknown>): TransferAttempt {
  return transferAttempt.parse(JSON.parse(String(row['entry'])));
}
