// A namespace over time, as the core tells it: what else changed with each deployment, and how a moment differs from now.
import { expect, it } from 'vitest';
import { startTestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startWithGame } from '../../../support/service.ts';

async function startWithHistory(isOld = false) {
  const service = await startWithGame();
  const url = isOld ? (await startElevenRemote(service.server.url)).url : service.server.url;
  const { client, whenState } = await startTestCore();
  const added = await client.call('instances.add', { url, token: service.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const place = { instance_id: added.instance_id, ...service.place };
  const deploy = async (name: string, config: object) => {
    const made = await service.call('POST', `/cloud/games/${service.game_id}/versions`, {
      body: { display_name: name, config },
    });
    const { version_id } = made.body as { version_id: string };
    await client.call('namespaces.switch', { ...place, version_id });
    return version_id;
  };
  return { service, client, place, deploy };
}

it('tells what else changed with each deployment, and what differs between a moment and now', async () => {
  const { client, place, deploy } = await startWithHistory();
  const first = await deploy('1.0.0', { resources: { cpu: 500, memory: 512 }, environment: { MAP: 'a' } });
  await client.call('namespaces.setLimits', { ...place, limits: { lobby_count_max: 3, max_players: 8 } });
  const second = await deploy('1.1.0', { resources: { cpu: 500, memory: 768 }, environment: { MAP: 'b' } });
  const { rows } = await client.call('namespaces.history', place);
  expect(rows.map(({ version_id: id }) => id)).toEqual([second, first]);
  expect(rows[0]).toMatchObject({ by: 'here', made_by: { kind: 'owner' }, made_from: { address: '127.0.0.1' } });

  const moments = rows.map(({ deploy_ts: time }) => time);
  const { changes } = await client.call('namespaces.changes', { ...place, moments });
  expect(changes).toHaveLength(1);
  const memory = { path: ['resources'], change: 'changed', from: { memory: 512 }, to: { memory: 768 } };
  expect(changes[0]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: ['limits', 'max_players'], to: 8 }),
      expect.objectContaining({
        ...memory,
        from: expect.objectContaining(memory.from),
        to: expect.objectContaining(memory.to),
      }),
      // What variables hold is told to nobody.
      { path: ['variables', 'MAP'], change: 'changed' },
    ]),
  );

  const compared = await client.call('namespaces.compareMoments', { ...place, from: moments[1] ?? '' });
  expect(compared.from).toMatchObject({ version_id: first });
  expect(compared.to).toMatchObject({ version_id: second, settings: { limits: { max_players: 8 } } });
});

it('says of an instance with the eleven calls alone that it does not keep how a namespace was set', async () => {
  const { client, place } = await startWithHistory(true);
  const asked = client.call('namespaces.compareMoments', { ...place, from: new Date().toISOString() });
  await expect(asked).rejects.toMatchObject({
    code: 'NOT_OFFERED',
    message: 'This instance does not keep how a namespace was set.',
  });
});
