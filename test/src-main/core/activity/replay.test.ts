// The same read again, of the instance or of another one: real services, and only reads.
import { expect, it } from 'vitest';
import type { ActivityRow } from '../../../../src-shared/activity/bridge.ts';
import { startTestCore } from '../../../support/core.ts';
import { startWithGame } from '../../../support/service.ts';

it('asks another instance what was asked of the first one, and nothing that changes things', async () => {
  const service = await startWithGame();
  const { client, whenState } = await startTestCore();
  await whenState('local', 'connected');
  const added = await client.call('instances.add', {
    url: service.server.url,
    token: service.server.token,
    name: 'EU',
  });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  const eu = added.instance_id;
  await whenState(eu, 'connected');
  const find = async (wanted: (row: ActivityRow) => boolean): Promise<ActivityRow> => {
    const { rows } = await client.call('activity.page', { instance_id: eu, limit: 500 });
    const found = rows.find(wanted);
    if (found === undefined) throw new Error('expected such a call');
    return found;
  };
  const read = await find(({ method, path }) => method === 'GET' && path.startsWith('/cloud/games'));
  const mine = await client.call('activity.replay', { id: read.id, instance_id: eu });
  expect(mine).toMatchObject({ status: 200 });
  expect(mine.answer_body).toContain('Tidebreak');
  const other = await client.call('activity.replay', { id: read.id, instance_id: 'local' });
  expect(other).toMatchObject({ status: 200 });
  expect(other.answer_body).not.toContain('Tidebreak');
  await client.call('games.create', { instance_id: 'local', display_name: 'Reef' });
  const { rows } = await client.call('activity.page', { instance_id: 'local', method: 'POST' });
  const written = rows[0];
  expect(written?.method).toBe('POST');
  const again = client.call('activity.replay', { id: written?.id ?? '', instance_id: eu });
  await expect(again).rejects.toMatchObject({ code: 'REQUEST_REFUSED' });
  const one = await client.call('activity.page', { game_id: service.game_id, limit: 500 });
  expect(one.rows.every(({ path }) => path.includes(service.game_id))).toBe(true);
});

it('says why an instance gave no answer', async () => {
  const { client, whenState } = await startTestCore();
  await whenState('local', 'connected');
  const { rows } = await client.call('activity.page', { instance_id: 'local' });
  const read = rows.find(({ method }) => method === 'GET');
  const answer = client.call('activity.replay', { id: read?.id ?? '', instance_id: 'nobody' });
  await expect(answer).resolves.toMatchObject({ error: expect.any(String) });
});
