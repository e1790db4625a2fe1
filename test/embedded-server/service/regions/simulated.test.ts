// Simulated regions: made with a name and a network, shown everywhere at once, and gone when they are removed.
import { expect, it } from 'vitest';
import { id } from '../../../src-shared/service/examples.ts';
import { readRecords } from '../../../support/records.ts';
import { clientOf, startTestService, startWithGame } from '../../../support/service.ts';

const far = { display_name: 'Far away', name_id: 'far', conditions: { latency_ms: 120, bandwidth_bits: 8_000 } };

it('is listed behind the local one, in every game and as a datacenter, over a restart, until it is removed', async () => {
  const { client, place, game_id, server } = await startWithGame();
  const params = { game_id, environment_id: place.namespace_id };
  const before = await client.getGame({ params });
  const waiting = client.getGame({ params, query: { watch_index: before.watch.index } });
  const { region_id } = await client.createRegion({ body: far });
  const { game, watch } = await waiting;
  expect(game.available_regions.map(({ region_name_id: name }) => name)).toEqual(['local', 'far']);
  expect(game.available_regions[1]).toMatchObject({ provider: 'simulated', region_id });
  await server.close();
  const again = clientOf((await startTestService({ dataFolder: server.dataFolder })).call);
  expect((await again.listRegions({})).regions).toEqual(game.available_regions);
  const { datacenters } = await again.listDatacenters({ params });
  expect(datacenters.map(({ slug }) => slug)).toEqual(['local', 'far']);
  const removed = again.getGame({ params, query: { watch_index: watch.index } });
  expect(await again.deleteRegion({ params: { region_id } })).toEqual({});
  expect((await removed).game.available_regions).toHaveLength(1);
  await expect(again.deleteRegion({ params: { region_id } })).rejects.toMatchObject({ code: 'REGION_NOT_FOUND' });
});

it.each<[string, object, string]>([
  ['a name in use', { name_id: 'local' }, 'VALIDATION_ERROR'],
  ['an upper-case name', { name_id: 'Far' }, 'VALIDATION_ERROR'],
  ['a name of 17 bytes', { name_id: 'x'.repeat(17) }, 'VALIDATION_ERROR'],
  ['no display name', { display_name: '' }, 'VALIDATION_ERROR'],
  ['65 letters of two bytes', { display_name: 'ö'.repeat(65) }, 'VALIDATION_ERROR'],
  ['a line break', { display_name: 'a\nb' }, 'VALIDATION_ERROR'],
  ['half a pair', { display_name: '\ud800' }, 'VALIDATION_ERROR'],
  ['more than all lost', { conditions: { loss_percent: 101 } }, 'API_BAD_BODY'],
  ['less than none lost', { conditions: { loss_percent: -0.1 } }, 'API_BAD_BODY'],
  ['no bandwidth', { conditions: { bandwidth_bits: 0 } }, 'API_BAD_BODY'],
  ['eleven seconds', { conditions: { latency_ms: 11_000 } }, 'API_BAD_BODY'],
  ['a seed of 2^32', { conditions: { seed: 2 ** 32 } }, 'API_BAD_BODY'],
])('refuses %s and changes nothing', async (_what, change, code) => {
  const { call, server } = await startTestService();
  const before = readRecords(server.dataFolder);
  const { status, body } = await call('POST', '/cloud/regions', { body: { ...far, ...change } });
  expect([status, body]).toMatchObject([400, { code }]);
  expect(readRecords(server.dataFolder)).toBe(before);
});

it('leaves the region of this machine where it is', async () => {
  const { client } = await startWithGame();
  const [local] = (await client.listRegions({})).regions;
  for (const region_id of [local?.region_id ?? '', id(9)]) {
    await expect(client.deleteRegion({ params: { region_id } })).rejects.toMatchObject({ code: 'REGION_NOT_FOUND' });
  }
});
