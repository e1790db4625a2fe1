// Developer groups over the bridge: name, games, and billing that is live, also on a remote that has only the eleven calls.
import { expect, it } from 'vitest';
import type { BillingView } from '../../../../src-shared/groups/bridge.ts';
import { startTestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startWithGame } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

async function start(through: (url: string) => Promise<string> = async (url) => url) {
  const service = await startWithGame();
  const { client: bridge, whenState } = await startTestCore({ askEvery: 50 });
  const url = await through(service.server.url);
  const added = await bridge.call('instances.add', { url, token: service.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const group = { instance_id: added.instance_id, group_id: service.game.developer_group_id };
  const seen: { last: BillingView } = { last: { billing: null } };
  bridge.subscribe('groups.billing', group, { next: (next) => (seen.last = next) });
  return { ...service, bridge, group, seen };
}

it('tells a group’s name and games, and its billing as it changes', async () => {
  const { bridge, group, seen, game } = await start();
  expect(await bridge.call('groups.read', group)).toEqual({
    display_name: 'My games',
    games: [{ game_id: game.game_id, name_id: game.name_id, display_name: 'Tidebreak' }],
  });
  await until(() => seen.last.billing !== null);
  expect(seen.last.billing).toEqual({});
  const failed = { payment_failed_ts: '2026-11-03T09:12:00.000Z' };
  await bridge.call('groups.setBilling', { ...group, billing: failed });
  await until(() => seen.last.billing?.payment_failed_ts !== undefined);
  expect(seen.last.billing).toEqual(failed);
});

it('has the billing of a remote with only the eleven calls, and neither name nor test states', async () => {
  const { bridge, group, seen, call } = await start(async (url) => (await startElevenRemote(url)).url);
  expect(await bridge.call('groups.read', group)).toEqual({ display_name: null, games: null });
  const state = { payment_succeeded_ts: '2026-11-03T09:12:00.000Z' };
  await call('PUT', `/cloud/groups/${group.group_id}/billing/test-state`, { body: state });
  await until(() => seen.last.billing?.payment_succeeded_ts !== undefined);
  await expect(bridge.call('groups.setBilling', { ...group, billing: {} })).rejects.toMatchObject({
    code: 'NOT_OFFERED',
  });
});
