// Developer groups and their billing state, against the real service in a temp folder.
import { expect, it } from 'vitest';
import { id, moment } from '../../../src-shared/service/examples.ts';
import { readRecords } from '../../../support/records.ts';
import { clientOf, firstGroup, startTestService } from '../../../support/service.ts';

it('has one group from the start, and others in the order they were made in', async () => {
  const { call } = await startTestService();
  const client = clientOf(call);
  const { group_id } = await client.createGroup({ body: { display_name: 'Studio' } });
  const { groups } = await client.listGroups({});
  expect(groups.map(({ display_name }) => display_name)).toEqual(['My games', 'Studio']);
  const { game_id } = await client.createGame({ body: { developer_group_id: group_id, display_name: 'Mine' } });
  expect((await client.getGame({ params: { game_id } })).game.developer_group_id).toBe(group_id);
});

it.each(['', ' a', 'a\tb', 'x'.repeat(129), '\ud800'])('refuses the group name %j', async (display_name) => {
  const { call, server } = await startTestService();
  const before = readRecords(server.dataFolder);
  expect((await call('POST', '/group/groups', { body: { display_name } })).body).toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  expect(readRecords(server.dataFolder)).toBe(before);
});

it('answers an empty billing state until one is set, then just that one, and wakes who watches', async () => {
  const { call, server } = await startTestService();
  const client = clientOf(call);
  const params = { group_id: await firstGroup(call) };
  const empty = await client.getGroupBilling({ params });
  expect(empty.group).toEqual({});
  const waiting = client.getGroupBilling({ params, query: { watch_index: empty.watch.index } });
  await client.setBillingTestState({ params, body: { payment_failed_ts: moment, payment_succeeded_ts: null } });
  expect((await waiting).group).toEqual({ payment_failed_ts: moment });
  await client.setBillingTestState({ params, body: { payment_method_valid_ts: moment } });
  await server.close();
  const again = clientOf((await startTestService({ dataFolder: server.dataFolder })).call);
  expect((await again.getGroupBilling({ params })).group).toEqual({ payment_method_valid_ts: moment });
  await again.setBillingTestState({ params, body: {} });
  const { group, watch } = await again.getGroupBilling({ params });
  expect(group).toEqual({});
  expect(BigInt(watch.index)).toBeGreaterThan(BigInt(empty.watch.index));
});

it('refuses times that are none, and groups that are not there', async () => {
  const { call, server } = await startTestService();
  const group = await firstGroup(call);
  const before = readRecords(server.dataFolder);
  const path = `/cloud/groups/${group}/billing/test-state`;
  for (const time of [
    '',
    'yesterday',
    '2026-01-02',
    '2026-01-02 03:04:05Z',
    '2026-01-02T03:04:05.678+25:00',
    '2026-13-02T03:04:05.678Z',
    5,
    {},
    true,
  ]) {
    const { body } = await call('PUT', path, { body: { payment_failed_ts: time } });
    expect([time, body]).toMatchObject([time, { code: 'API_BAD_BODY' }]);
  }
  for (const [method, unknown] of [
    ['GET', `/cloud/groups/${id(9)}/billing`],
    ['PUT', `/cloud/groups/${id(9)}/billing/test-state`],
  ] as const) {
    expect((await call(method, unknown)).body).toMatchObject({ code: 'GROUP_NOT_FOUND' });
  }
  expect(readRecords(server.dataFolder)).toBe(before);
});
