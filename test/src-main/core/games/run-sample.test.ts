// The sample of the first page: one call, and its page answers players; a second call finds what is there.
import { expect, test } from 'vitest';
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
