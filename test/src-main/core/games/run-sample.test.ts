// The sample of the first page: one call, and its page answers players; a second call finds what is there.
import { expect, test } from 'vitest';
import type { Build } from '../../../../src-shared/service/builds.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import { startTestCore } from '../../../support/core.ts';
import { until } from '../../../support/until.ts';

test('runs the sample game with its bots, and the same one when it is asked again', async () => {
  const { client, whenState } = await startTestCore();
  await whenState('local', 'connected');
  const first = await client.call('games.runSample', {});
  const get = async (at: string) => await fetch(new URL(at, first.url), { headers: { connection: 'close' } });
  expect(await (await get('/')).text()).toContain('Pocket Regatta');
  const players = async () => ((await (await get('/healthz')).json()) as { players: number }).players;
  await until(async () => (await players()) === 2, 'both bots');
  expect(await client.call('games.runSample', {})).toEqual(first);
});

test('uploads it again when its build was deleted, and leaves a protected namespace to a person', async () => {
  const { client, whenState } = await startTestCore();
  await whenState('local', 'connected');
  const { game_id, namespace_id } = await client.call('games.runSample', {});
  const place = { instance_id: 'local', game_id, namespace_id };
  let builds: readonly Build[] = [];
  let game: GameFull | null = null;
  client.subscribe('builds', place, { next: (now) => (builds = now.builds ?? []) });
  client.subscribe('game', place, { next: (now) => (game = now.game) });
  const version = (name: RegExp) =>
    game?.versions.find(({ display_name: display }) => name.test(display))?.version_id ?? '';
  await until(
    () => builds.length > 0 && version(/^0\.0\.1$/) !== '',
    'its build and the version that a game begins with',
  );
  await client.call('namespaces.switch', { ...place, version_id: version(/^0\.0\.1$/) });
  await client.call('builds.remove', { ...place, build_id: builds[0]?.id ?? '', confirm: builds[0]?.name ?? '' });
  await client.call('instances.protectNamespace', { ...place, is_protected: true });
  await expect(client.call('games.runSample', {})).rejects.toMatchObject({ code: 'NAMESPACE_PROTECTED' });
  await client.call('instances.protectNamespace', { ...place, is_protected: false });
  expect(await client.call('games.runSample', {})).toMatchObject({ game_id, namespace_id });
});
