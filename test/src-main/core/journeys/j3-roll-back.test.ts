// Journey J3: a bad release runs in production. It is seen, rolled back over a line that loses answers, and watched; somebody else
// switches meanwhile; then it goes forward again.

import { expect, it, vi } from 'vitest';
import type { GameView } from '../../../../src-shared/games/bridge.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { startTestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startWithGame } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

// A whole journey.
vi.setConfig({ testTimeout: 60_000 });

const isVersion = /\/version$/;

/** A remote whose prod ran 1.4.0, then 1.4.1 and now the bad 1.4.2. */
async function startAfterRelease({ eleven }: { eleven: boolean }) {
  const service = await startWithGame();
  const ids: Record<string, string> = {};
  const params = { game_id: service.game_id };
  for (const name of ['1.4.0', '1.4.1', '1.4.2']) {
    const body = { display_name: name, config: {} };
    ids[name] = (await service.client.createVersion({ params, body })).version_id;
    await service.client.updateNamespaceVersion({ params: service.place, body: { version_id: ids[name] ?? '' } });
  }
  const front = eleven ? await startElevenRemote(service.server.url) : undefined;
  const proxy = await startFaultProxy(front?.url ?? service.server.url);
  const app = await startTestCore({ askEvery: 50 });
  const { client } = app;
  const added = await client.call('instances.add', { url: proxy.url, token: service.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await app.whenState(added.instance_id, 'connected');
  if (eleven) await client.call('games.pin', { instance_id: added.instance_id, game_id: service.game_id });
  const place = { instance_id: added.instance_id, ...service.place };
  let view: GameView | undefined;
  const { instance_id, game_id } = place;
  client.subscribe('game', { instance_id, game_id }, { next: (next) => (view = next) });
  const prod = () => view?.game?.namespaces.find(({ name_id: name }) => name === 'prod');
  const elsewhere = async (name: string) => {
    const body = { version_id: ids[name] ?? '' };
    await service.client.updateNamespaceVersion({ params: service.place, body });
  };
  const shown = (name: string) => until(() => prod()?.version_id === ids[name], `prod to be shown with ${name}`);
  return { service, proxy, app, client, place, ids, shown, elsewhere, view: () => view };
}

it.each([
  ['of ours', false, 'rollback.never-ran'],
  ['with the eleven calls alone', true, 'rollback.crashes-unknown'],
])('J3 on a remote %s: what is reported of prod is what prod runs, at every step', async (_, eleven, reason) => {
  const { service, proxy, client, place, ids, shown, elsewhere, view } = await startAfterRelease({ eleven });

  // 1. Prod is seen on 1.4.2, and since when, with names; while the line is gone it is said since when that is old.
  await shown('1.4.2');
  const history = await client.call('namespaces.history', place);
  expect(history.rows.map(({ display_name: name }) => name)).toEqual(['1.4.2', '1.4.1', '1.4.0']);
  expect(history.rows[0]).toMatchObject({ is_current: true, by: 'elsewhere', deploy_ts: expect.stringMatching(/Z$/) });
  const note = expect.objectContaining({ reason });
  expect(history.previous).toEqual({ version_id: ids['1.4.1'], display_name: '1.4.1', note });
  proxy.offline();
  await until(() => view()?.stale_since !== undefined, 'it to be told that this is old');
  proxy.heal();
  await until(() => view()?.stale_since === undefined, 'it to be told that this is fresh');

  // 2. Before the click it is said what the step back changes; a protected namespace wants its own name.
  const { instance_id, game_id, namespace_id } = place;
  const step = { from_version_id: ids['1.4.2'] ?? '', to_version_id: ids['1.4.1'] ?? '' };
  const compared = await client.call('versions.compare', { ...place, ...step });
  expect([compared.from.version_id, compared.to.version_id]).toEqual([ids['1.4.2'], ids['1.4.1']]);
  if (eleven) expect(textOf(compared.to.unknown.build ?? '')).toMatch(/\.$/);
  await client.call('instances.protectNamespace', { instance_id, game_id, namespace_id, is_protected: true });
  const forgotten = client.call('namespaces.rollBack', place);
  await expect(forgotten).rejects.toMatchObject({ code: 'NAMESPACE_PROTECTED' });
  const wrong = client.call('namespaces.rollBack', { ...place, confirm: 'staging' });
  await expect(wrong).rejects.toMatchObject({ code: 'NAMESPACE_PROTECTED' });

  // 3. The request never arrives: it is reported that nothing was switched. Then nobody can tell: so is that.
  const confirmed = { ...place, confirm: 'prod' };
  proxy.fail({ method: 'PUT', match: isVersion, fault: { kind: 'drop' } });
  const not = await client.call('namespaces.rollBack', confirmed);
  expect(not).toMatchObject({ outcome: 'not_switched', version_id: ids['1.4.2'] });
  expect(textOf(not.sentence)).toContain('prod still runs 1.4.2: the switch did not arrive');
  proxy.heal();
  proxy.fail({ method: 'PUT', match: isVersion, fault: { kind: 'lose-answer' } });
  const lost = await client.call('namespaces.rollBack', confirmed);
  expect(lost, 'done, although no answer came').toMatchObject({ outcome: 'switched', version_id: ids['1.4.1'] });
  proxy.heal();

  // 4. It is seen to take effect, and is not taken for somebody else's doing. Then somebody else does switch.
  await shown('1.4.1');
  expect(view()?.changed_elsewhere ?? []).toEqual([]);
  await elsewhere('1.4.0');
  await shown('1.4.0');
  expect(view()?.changed_elsewhere).toMatchObject([
    { namespace_id, from_version_id: ids['1.4.1'], version_id: ids['1.4.0'], seen_at: expect.any(Number) },
  ]);

  // 5. One click goes on from there, to what was switched away from, and the history keeps what everybody did.
  const undone = await client.call('namespaces.switch', { ...confirmed, version_id: step.to_version_id });
  expect(undone).toMatchObject({ outcome: 'switched', version_id: ids['1.4.1'], from_version_id: ids['1.4.0'] });
  await shown('1.4.1');
  const { rows } = await client.call('namespaces.history', place);
  expect(rows.slice(0, 4).map(({ display_name: name, by }) => [name, by])).toEqual([
    ['1.4.1', 'here'],
    ['1.4.0', 'elsewhere'],
    ['1.4.1', 'here'],
    ['1.4.2', 'elsewhere'],
  ]);
  const { game } = await service.client.getGame({ params: { game_id } });
  expect(game.namespaces[0]?.version_id).toBe(ids['1.4.1']);
});
