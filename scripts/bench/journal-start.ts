// What the start of the app pays for the journal of transfers: with none in it, and with ten thousand that have ended.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '../../src-main/core/transfers/journal/journal.ts';
import { nothingDone, type TransferRecord } from '../../src-main/core/transfers/journal/transfer-record.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';

const ENDED = 10_000;
const ROUNDS = 21;
/** As many as the app shows at its start. */
const SHOWN = 50;

export const journalStart: Measure = {
  name: 'journal-start',
  goal: `${ENDED} finished transfers do not slow the start`,
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-journal-'));
    try {
      const [few, many] = [path.join(folder, 'few.db'), path.join(folder, 'many.db')];
      await fill(few, SHOWN);
      await fill(many, ENDED);
      const times = { few: [] as number[], many: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        times.few.push(await startOn(few));
        times.many.push(await startOn(many));
      }
      return `${median(times.many).toFixed(1)} ms with ${ENDED}, ${median(times.few).toFixed(1)} ms with ${SHOWN}`;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** What the queue does when the app opens it. */
async function startOn(file: string): Promise<number> {
  const startedAt = performance.now();
  const journal = await openJournal(file);
  journal.live();
  journal.ended(SHOWN);
  const ms = performance.now() - startedAt;
  journal.close();
  return ms;
}

async function fill(file: string, count: number): Promise<void> {
  (await openJournal(file)).close();
  const sql = new DatabaseSync(file);
  const put = sql.prepare('INSERT INTO transfers (id, position, is_over, created_at, record) VALUES (?, ?, 1, ?, ?)');
  sql.exec('BEGIN');
  for (let at = 0; at < count; at += 1) {
    const record: TransferRecord = {
      id: randomUUID(),
      key: randomUUID(),
      created_at: at,
      ended_at: at,
      target: 'local',
      name: `1.0.${at}`,
      game_id: randomUUID(),
      namespace_id: randomUUID(),
      version_id: randomUUID(),
      source: `/builds/${at}`,
      options: { keep: [], allowSecrets: [], fixLineEnds: false },
      switches: true,
      step: 'switch',
      status: 'done',
      cells: { kinds: [], lengths: [] },
      ...nothingDone,
      bytes_on_wire: at,
    };
    put.run(record.id, at, at, JSON.stringify(record));
  }
  sql.exec('COMMIT');
  sql.close();
}
