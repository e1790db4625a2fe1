// Records as Slipway 0.1.0 wrote them, with the reason of a pause beside it, are read as what they are today, and so are the parts of
// older journals.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openJournal } from '../../../../../src-main/core/transfers/journal/journal.ts';
import { inState, type Part, readRecord } from '../../../../../src-main/core/transfers/journal/transfer-record.ts';
import { messageFor } from '../../../../../src-shared/text/message.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';

const older = {
  id: 't',
  created_at: 5,
  target: 'local',
  game_id: 'g',
  namespace_id: 'n',
  name: '1.0',
  source: '/builds/1.0',
  options: {},
  switches: false,
  key: 'k',
  step: 'parts',
  bytes_on_wire: 1,
};
const problem = { code: 'INSTANCE_UNREACHABLE', message: 'EU does not answer.' };
const read = (more: object) => readRecord(JSON.stringify({ ...older, ...more }));

it('takes the reason of a pause into the pause', () => {
  const paused = { at: 7, by: 'network' };
  const record = read({ status: 'paused', paused, problem, remedies: ['retry'] });
  expect(record).toMatchObject({ status: 'paused', paused: { at: 7, by: 'network', problem } });
  expect(record).not.toHaveProperty('problem');
  expect(record).not.toHaveProperty('remedies');
});

it('knows one that another process worked on by its problem alone', () => {
  const busy = { code: 'TRANSFER_BUSY', message: 'Another Slipway works on this transfer.' };
  const record = read({ status: 'paused', problem: busy, remedies: ['retry'] });
  expect(record).toMatchObject({ paused: { by: 'other_process', at: 5, problem: busy } });
});

it('takes what a person paused without what had failed before', () => {
  expect(read({ status: 'paused', paused: { at: 7, by: 'person' }, problem })).toMatchObject({
    paused: { at: 7, by: 'person' },
  });
});

it('refuses what cannot be: one that failed without a reason, one that is done without its end', () => {
  expect(() => read({ status: 'failed', remedies: ['retry'] })).toThrow();
  expect(() => read({ status: 'done' })).toThrow();
});

it('leaves nothing of the state before when a record goes into another one', () => {
  const failed = read({ status: 'failed', problem, remedies: ['retry'], game_name: 'Tidebreak' });
  const queued = inState(failed, { status: 'queued' });
  expect(queued).toMatchObject({ status: 'queued', game_name: 'Tidebreak', bytes_on_wire: 1 });
  expect(Object.keys(queued)).not.toEqual(expect.arrayContaining(['problem']));
});

/** A journal of the fifth format, where why a part is sent again was a text. */
function makeOlderJournal(file: string): void {
  const sql = new DatabaseSync(file);
  sql.exec(
    `CREATE TABLE transfers (
       id TEXT PRIMARY KEY, position REAL NOT NULL, is_over INTEGER NOT NULL, created_at INTEGER NOT NULL, record TEXT NOT NULL
     ) STRICT;
     CREATE TABLE parts (
       transfer_id TEXT NOT NULL, number INTEGER NOT NULL, byte_offset INTEGER NOT NULL, length INTEGER NOT NULL,
       url TEXT NOT NULL, state TEXT NOT NULL, sha256 TEXT, mishap TEXT, why TEXT, held INTEGER, kept INTEGER, tries TEXT,
       PRIMARY KEY (transfer_id, number)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE tries (
       transfer_id TEXT NOT NULL, n INTEGER NOT NULL, count INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (transfer_id, n)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE lines (
       target TEXT PRIMARY KEY, bytes_per_second INTEGER NOT NULL, measured_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     INSERT INTO parts (transfer_id, number, byte_offset, length, url, state, mishap, why) VALUES
       ('t', 1, 0, 5, '', 'pending', 'again', 'checksum mismatch'), ('t', 2, 5, 5, '', 'pending', 'refused', '{"code": "FULL"}'),
       ('t', 3, 10, 5, '', 'sent', NULL, NULL);
     PRAGMA user_version = 5;`,
  );
  sql.close();
}

it('reads the texts that said why a part is sent again as they are, and keeps reasons from now on', async () => {
  const file = path.join(await makeTempFolder('journal'), 'transfers.db');
  makeOlderJournal(file);
  const first = await openJournal(file);
  const parts = first.parts('t');
  expect(parts.map(({ why }) => why)).toEqual([{ text: 'checksum mismatch' }, { text: '{"code": "FULL"}' }, undefined]);
  const why = messageFor('transfer.not-shown', { name: '1.0', seconds: 5 });
  first.mark('t', { ...(parts[2] as Part), mishap: 'again', why });
  first.close();
  const journal = await openJournal(file);
  expect(journal.parts('t')[2]).toMatchObject({ mishap: 'again', why });
  expect(journal.parts('t').slice(0, 2)).toEqual(parts.slice(0, 2));
  journal.close();
});
