// A token that was put in comes out nowhere: not in a frame to the window, a file, a record, an archive, a log or a sentence.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ActivityRow } from '../../../src-shared/activity/bridge.ts';
import { startTestCore } from '../../support/core.ts';
import { startElevenRemote } from '../../support/eleven-remote.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { startWithGame } from '../../support/service.ts';
import { until } from '../../support/until.ts';

it('is true of the tokens of remotes, of Local and of device links', async () => {
  const service = await startWithGame();
  const eleven = await startElevenRemote(service.server.url);
  const proxy = await startFaultProxy(service.server.url);
  const { client, frames, folder, whenState, core, instance, host } = await startTestCore({ askEvery: 50 });
  const { token } = service.server;
  const local = (await readFile(path.join(folder, 'local', 'owner-token'), 'utf8')).trim();
  let live: ActivityRow[] = [];
  client.subscribe('activity', {}, { next: (rows) => (live = rows) });

  const first = await client.call('instances.add', { url: proxy.url, token, name: 'EU' });
  if (first.outcome !== 'added') throw new Error('expected it to be added');
  const second = await client.call('instances.add', { url: eleven.url, token, name: 'Theirs' });
  if (second.outcome !== 'added') throw new Error('expected it to be added');
  await Promise.all([whenState('local', 'connected'), whenState(first.instance_id, 'connected')]);
  await whenState(second.instance_id, 'connected');

  // What answers quotes the token, in an answer and in failures of several kinds.
  const request = {
    instance_id: first.instance_id,
    game_id: service.game_id,
    namespace_id: service.place.namespace_id,
  };
  const limits = { lobby_count_max: 1, max_players: 1 };
  for (const body of [`{"message":"no ${token}"}`, `<html><title>${token}</title></html>`, `plain ${token}`]) {
    proxy.fail({ method: 'POST', times: 1, fault: { kind: 'status', status: 400, body } });
    const refused = client.call('namespaces.setLimits', { ...request, limits });
    await expect(refused).rejects.toThrow('$SLIPWAY_TOKEN');
  }
  const wrong = 'slipway_owner_a-wrong-token-that-is-nobodys-but-secret-all-the-same';
  await expect(client.call('instances.add', { url: proxy.url, token: wrong })).rejects.toThrow();

  const started = await client.call('instances.addByDeviceLink', { url: service.server.url, name: 'Linked' });
  if (started.outcome !== 'waiting') throw new Error('expected a link');
  const completed = { device_link_token: started.link.code, game_id: service.game_id };
  await service.call('POST', '/cloud/devices/links/complete', { body: completed });
  await until(() => core.instances.source.snapshot().some(({ name }) => name === 'Linked'));
  const linked = core.instances.source.snapshot().find(({ name }) => name === 'Linked')?.id ?? '';
  await whenState(linked, 'connected');
  const cloud = (await host.secrets.get(`instance-token:${linked}`)) ?? '';
  expect(cloud).toMatch(/^slipway_cloud_/);

  await until(() => live.some((row) => row.status === 400));
  const { text: har } = await client.call('activity.har', {});
  const { rows } = await client.call('activity.page', { limit: 500 });
  const details = await Promise.all(rows.map(({ id }) => client.call('activity.get', { id })));
  const curls = await Promise.all(rows.map(({ id }) => client.call('activity.curl', { id })));
  expect(details.map((row) => row.path).join('\n')).toContain('/cloud/devices/links?device_link_token=***');
  const log = core.instances.find('local').log.snapshot();
  const files = await filesBelow(folder);
  const places: Record<string, string> = {
    frames: frames.join('\n'),
    har,
    live: JSON.stringify(live),
    details: JSON.stringify(details),
    curls: JSON.stringify(curls),
    log: log.join('\n'),
    views: JSON.stringify(instance(first.instance_id)),
    ...files,
  };
  for (const secret of [token, local, cloud, wrong]) {
    const found = Object.entries(places).filter(([, text]) => text.includes(secret));
    expect(found.map(([place]) => place)).toEqual([]);
  }
});

/** Every file of the app but the one for secrets, and the owner's own token in the service's folder. */
async function filesBelow(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'secrets.json' || entry.name === 'owner-token') continue;
    const file = path.join(entry.parentPath, entry.name);
    files[file] = await readFile(file, 'latin1');
  }
  return files;
}
