// Signing in by a device link: shown while it waits, cancelled, and refused in words where there is none.
import { expect, it } from 'vitest';
import type { DeviceLinkView } from '../../../../src-shared/instances/bridge.ts';
import { startTestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startWithGame } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

async function startLinking() {
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const core = await startTestCore();
  let links: DeviceLinkView[] = [];
  core.client.subscribe('instances.deviceLinks', {}, { next: (next) => (links = next) });
  const start = async () => {
    const started = await core.client.call('instances.addByDeviceLink', { url: proxy.url, name: 'Linked' });
    if (started.outcome !== 'waiting') throw new Error(`expected a link, not ${started.outcome}`);
    return started.link;
  };
  const complete = (code: string) =>
    service.call('POST', '/cloud/devices/links/complete', {
      body: { device_link_token: code, game_id: service.game_id },
    });
  return { ...core, service, proxy, start, complete, links: () => links };
}

it('adds the remote once somebody opened the link, although the line was cut meanwhile', async () => {
  const { start, complete, links, proxy, whenState } = await startLinking();
  const link = await start();
  expect(link).toMatchObject({ state: 'waiting', url: proxy.url, link: expect.stringContaining(link.code) });
  expect(link.expires_at).toBeGreaterThan(Date.now() + 50 * 60_000);
  proxy.offline();
  await until(() => 'problem' in (links()[0] ?? {}));
  expect((await complete(link.code)).status).toBe(200);
  proxy.heal();
  await until(() => links()[0]?.state === 'done');
  const [done] = links();
  const view = await whenState(done?.state === 'done' ? done.instance_id : '', 'connected');
  expect(view).toMatchObject({ name: 'Linked', token_kind: 'cloud' });
});

it('takes nothing after it was cancelled', async () => {
  const { start, complete, links, client, instances } = await startLinking();
  const link = await start();
  await client.call('instances.cancelDeviceLink', { link_id: link.id });
  await until(() => links().length === 0);
  await complete(link.code);
  expect(instances()).toHaveLength(1);
});

it('says so where a remote makes no links', async () => {
  const { client, service } = await startLinking();
  const eleven = await startElevenRemote(service.server.url);
  await expect(client.call('instances.addByDeviceLink', { url: eleven.url })).rejects.toMatchObject({
    code: 'NOT_OFFERED',
    message: expect.stringContaining('does not create device links'),
  });
});
