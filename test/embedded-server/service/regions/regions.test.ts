// The one local region, described the same way everywhere.
import { expect, it } from 'vitest';
import { id } from '../../../src-shared/service/examples.ts';
import { createGame, startTestService, startWithGame } from '../../../support/service.ts';

it('is the same as a region, in a game and as a datacenter, in every data folder', async () => {
  const { client, game, place } = await startWithGame();
  const { regions } = await client.listRegions({});
  expect(regions).toEqual(game.available_regions);
  const { datacenters } = await client.listDatacenters({
    params: { game_id: place.game_id, environment_id: place.namespace_id },
  });
  expect(datacenters).toEqual(
    regions.map((region) => ({ id: region.region_id, slug: region.region_name_id, name: region.region_display_name })),
  );
  const { call } = await startTestService();
  expect((await call('GET', '/cloud/regions')).body).toEqual({ regions });
});

it('has no datacenters for a namespace that is not of the game', async () => {
  const { call, place } = await startWithGame();
  const other = await createGame(call, 'Other');
  const code = async (game: string, environment: string) =>
    (await call('GET', `/games/${game}/environments/${environment}/datacenters`)).body;
  expect(await code(other, place.namespace_id)).toMatchObject({ code: 'GAME_ENVIRONMENT_NOT_FOUND' });
  expect(await code(place.game_id, id(9))).toMatchObject({ code: 'GAME_ENVIRONMENT_NOT_FOUND' });
  expect(await code(id(9), place.namespace_id)).toMatchObject({ code: 'GAME_NOT_FOUND' });
});
