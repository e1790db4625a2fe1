// The order of a game's namespaces, as a window gives it: the service keeps it, and every window sees it.
import { expect, test } from 'vitest';
import type { GameView } from '../../../../src-shared/games/bridge.ts';
import { startTestCore } from '../../../support/core.ts';
import { until } from '../../../support/until.ts';

test('an order that a window gives is what the game has from then on', async () => {
  const { client, whenState } = await startTestCore();
  await whenState('local', 'connected');
  const { game_id } = await client.call('games.create', { instance_id: 'local', display_name: 'Tidebreak' });
  let view: GameView = { game: null };
  client.subscribe('game', { instance_id: 'local', game_id }, { next: (next) => (view = next) });
  const ids = () => view.game?.namespaces.map(({ namespace_id: id }) => id) ?? [];
  await until(() => ids().length > 1, 'the game');
  const wanted = ids().toReversed();
  await client.call('namespaces.setOrder', { instance_id: 'local', game_id, namespace_ids: wanted });
  await until(() => ids().join() === wanted.join(), 'the new order');
  expect(view.game?.namespaces.map(({ order }) => order)).toEqual(wanted.map((_, at) => at));
});
