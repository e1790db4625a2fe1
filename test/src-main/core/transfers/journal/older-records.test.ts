// Records as Slipway 0.1.0 wrote them, with the reason of a pause beside it, are read as what they are today.
import { expect, it } from 'vitest';
import { inState, readRecord } from '../../../../../src-main/core/transfers/journal/transfer-record.ts';

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
