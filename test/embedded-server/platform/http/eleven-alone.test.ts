// The loop closes with the eleven calls of the interface alone. They are made to a front that has nothing else, so whatever
// else would be called is refused, and the test with it. The developer group is what an owner knows from elsewhere.
import { connect } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createServiceClient } from '../../../../src-shared/service/client.ts';
import type { PresignedRequest } from '../../../../src-shared/service/uploads.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { addressOf, nodeBuild } from '../../../support/hosting.ts';
import { bluePng } from '../../../support/png.ts';
import { caller, startTestService } from '../../../support/service.ts';
import { tarOf } from '../../../support/tar.ts';
import { until } from '../../../support/until.ts';
import { put, slice } from '../../../support/upload.ts';

async function startAlone() {
  const { server } = await startTestService({ defaultServerCount: 1 });
  const remote = await startElevenRemote(server.url);
  const call = caller({ url: remote.url, token: server.token });
  const client = createServiceClient(({ method, path: to, body }) =>
    call(method, to, body === undefined ? {} : { body }),
  );
  const onRecord = (sql: string): string => {
    const records = new DatabaseSync(path.join(server.dataFolder, 'slipway.db'), { readOnly: true });
    const [first = ''] = Object.values(records.prepare(sql).get() ?? {});
    records.close();
    return String(first);
  };
  return { server, client, remote, onRecord };
}

async function send(file: Uint8Array<ArrayBuffer>, parts: readonly PresignedRequest[]): Promise<void> {
  for (const part of parts) expect((await put(part.url, slice(file, part))).status).toBe(200);
}

it('from no game to a server that answers, with a logo, limits and a history', async () => {
  const { server, client, remote, onRecord } = await startAlone();
  const developer_group_id = onRecord('SELECT group_id FROM groups');
  const { game_id } = await client.createGame({ body: { developer_group_id, display_name: 'Tidebreak' } });
  const params = { game_id };
  const { game } = await client.getGame({ params });
  const [prod] = game.namespaces;
  const place = { game_id, namespace_id: prod?.namespace_id ?? '', environment_id: prod?.namespace_id ?? '' };

  const file = tarOf(nodeBuild());
  const image_file = { path: 'server.tar', content_length: file.length };
  const prepared = await client.prepareBuild({
    params: place,
    body: { name: '0.5.0', image_tag: 'tidebreak:5', image_file, kind: 'archive', multipart_upload: true },
  });
  await send(file, prepared.image_presigned_requests ?? []);
  const { game: published, watch } = await client.getGame({ params });
  const version_id = published.versions.find(({ display_name: name }) => name === '0.5.0')?.version_id ?? '';
  expect(await client.updateMatchmakerConfig({ params: place, body: { lobby_count_max: 1, max_players: 4 } })).toEqual(
    {},
  );
  expect(await client.updateNamespaceVersion({ params: place, body: { version_id } })).toEqual({});
  const changed = await client.getGame({ params, query: { watch_index: watch.index } });
  expect(changed.game.namespaces.find(({ namespace_id: id }) => id === place.namespace_id)).toMatchObject({
    version_id,
  });
  expect((await client.listVersionHistory({ params: place })).versions).toMatchObject([{ version_id }]);

  await until(() => onRecord('SELECT state FROM servers') === 'running', 'a server of the version');
  const server_id = onRecord('SELECT server_id FROM servers');
  const { server: running } = await client.getServer({ params: { ...place, server_id } });
  const { host, port } = addressOf(running);
  expect(await text(connect(port, host))).toBe('hello 0.5.0');

  const picture = new Uint8Array(bluePng(8, 8));
  const logo = await client.prepareGameLogo({ params, body: { path: 'logo.png', content_length: picture.length } });
  await send(picture, [logo.presigned_request]);
  const { game: shown } = await client.getGame({ params });
  expect((await fetch(shown.logo_url ?? '', { headers: { connection: 'close' } })).status).toBe(200);

  const names = { display_name: 'Test', name_id: 'prod' };
  const { errors } = await client.validateNamespace({ params, body: names });
  expect(errors).toEqual([{ path: ['name-id', 'not-unique'] }]);
  const { group } = await client.getGroupBilling({ params: { group_id: developer_group_id } });
  expect(group).toEqual({});
  // A device asks at the service itself; what it got, the owner brings to the game.
  const link = await fetch(`${server.url}/cloud/devices/links`, { method: 'POST', headers: { connection: 'close' } });
  const { device_link_token } = (await link.json()) as { device_link_token: string };
  expect(await client.completeDeviceLink({ body: { device_link_token, game_id } })).toEqual({});
  expect(remote.refused).toEqual([]);
});
