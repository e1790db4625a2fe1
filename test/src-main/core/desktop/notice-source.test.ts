// What a window hears of servers that go wrong, over a real bridge to a real service.
import { expect, test } from 'vitest';
import type { KeptNotice } from '../../../../src-shared/desktop/bridge.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { startTestCore } from '../../../support/core.ts';
import { anyResources } from '../../../support/hosting.ts';
import { until } from '../../../support/until.ts';

/** A server of the sample that asks for a port which it does not have. */
async function failToStart({ client }: Pick<Awaited<ReturnType<typeof startTestCore>>, 'client'>) {
  const { game_id, namespace_id } = await client.call('games.runSample', {});
  const place = { instance_id: 'local', game_id, namespace_id };
  let servers: Server[] = [];
  const stop = client.subscribe('servers', place, { next: (next) => (servers = next) });
  await until(() => servers.some(({ state }) => state === 'running'));
  const build = servers[0]?.runtime.build ?? '';
  const { server_id: id } = await client.call('servers.create', {
    ...place,
    body: {
      datacenter: 'local',
      tags: {},
      network: { ports: {} },
      resources: anyResources,
      runtime: { build, arguments: ['{port:voice}'] },
    },
  });
  await until(() => servers.some((server) => server.id === id && server.state === 'failed'));
  stop();
  return { game_id, namespace_id, id };
}

test('tells once of a server that could not be started, with the reason and its page', async () => {
  const { client, whenState } = await startTestCore();
  await whenState('local', 'connected');
  let notices: KeptNotice[] = [];
  client.subscribe('desktop.notices', {}, { next: (next) => (notices = next) });
  const { game_id, namespace_id, id } = await failToStart({ client });
  await until(() => notices.length > 0, 'a notice');
  expect(notices).toMatchObject([
    {
      kind: 'servers_failed',
      count: 1,
      names: ['Pocket Regatta'],
      reason: { text: expect.stringContaining('{port:voice}') },
    },
  ]);
  expect(notices[0]?.hash).toBe(`#/games/local/${game_id}/servers/${namespace_id}/${id}`);
});

test('tells what crashed before the first window was open, and once', async () => {
  const { client, whenState } = await startTestCore();
  await whenState('local', 'connected');
  await failToStart({ client });
  let notices: KeptNotice[] = [];
  const listen = () => client.subscribe('desktop.notices', {}, { next: (next) => (notices = next) });
  const leave = listen();
  await until(() => notices.length > 0, 'a notice');
  leave();
  listen();
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // longer than what happens together is gathered
  expect(notices).toMatchObject([{ kind: 'servers_failed', count: 1 }]);
});
