// Validating and changing a game's names, and listing many games.
import { expect, it } from 'vitest';
import { id } from '../../../src-shared/service/examples.ts';
import { readRecords } from '../../../support/records.ts';
import { createGame, startTestService, startWithGame } from '../../../support/service.ts';

it('answers every problem of a game’s names at once, over all games', async () => {
  const { call, game } = await startWithGame();
  const cases: [object, string[]][] = [
    [{ display_name: 'Good' }, []],
    [{ display_name: 'Good', name_id: null }, []],
    [{ display_name: 'Good', name_id: 'good' }, []],
    [{ display_name: 'Good', name_id: game.name_id }, ['name-id.not-unique']],
    [
      { display_name: '', name_id: '' },
      ['display-name.too-short', 'display-name.invalid', 'name-id.too-short', 'name-id.invalid'],
    ],
    [
      { display_name: 'x'.repeat(129), name_id: 'A' },
      ['display-name.too-long', 'display-name.invalid', 'name-id.invalid'],
    ],
  ];
  for (const [body, problems] of cases) {
    const answer = await call('POST', '/cloud/games/validate', { body });
    expect([body, answer.body]).toEqual([body, { errors: problems.map((path) => ({ path: path.split('.') })) }]);
  }
});

it('changes the names that are given, in the game and in the list', async () => {
  const { client, game_id, game } = await startWithGame();
  const params = { game_id };
  const before = await client.listGames({});
  const waiting = client.listGames({ query: { watch_index: before.watch.index } });
  expect(await client.updateGame({ params, body: { display_name: 'Renamed' } })).toEqual({});
  expect((await waiting).games).toMatchObject([{ display_name: 'Renamed', name_id: game.name_id }]);
  await client.updateGame({ params, body: { name_id: 'short', display_name: null } });
  expect((await client.getGame({ params })).game).toMatchObject({ display_name: 'Renamed', name_id: 'short' });
});

it('moves no watch index when nothing changes', async () => {
  const { client, game_id, game } = await startWithGame();
  const params = { game_id };
  const before = await client.getGame({ params });
  await client.updateGame({ params, body: {} });
  await client.updateGame({ params, body: { display_name: game.display_name, name_id: game.name_id } });
  expect(await client.getGame({ params })).toEqual(before);
});

it('refuses names that do not fit or belong to another game, and changes nothing', async () => {
  const { call, client, gamePath, server } = await startWithGame();
  const other = await client.getGame({ params: { game_id: await createGame(call, 'Other') } });
  const before = readRecords(server.dataFolder);
  const refused: [object, string][] = [
    [{ name_id: other.game.name_id }, 'VALIDATION_ERROR'],
    [{ name_id: 'a--b' }, 'VALIDATION_ERROR'],
    [{ display_name: 'ö'.repeat(65) }, 'VALIDATION_ERROR'],
    [{ display_name: 'fits', name_id: '' }, 'VALIDATION_ERROR'],
    [{ display_name: 5 }, 'API_BAD_BODY'],
    [{ name_id: {} }, 'API_BAD_BODY'],
  ];
  for (const [body, code] of refused) {
    expect([body, (await call('PATCH', gamePath, { body })).body]).toMatchObject([body, { code }]);
  }
  expect((await call('PATCH', `/cloud/games/${id(9)}`, { body: {} })).body).toMatchObject({ code: 'GAME_NOT_FOUND' });
  expect(readRecords(server.dataFolder)).toBe(before);
});

it('shows a group that was made in the list of games', async () => {
  const { call } = await startTestService();
  const before = (await call('GET', '/cloud/games')).body as { watch: { index: string } };
  const waiting = call('GET', `/cloud/games?watch_index=${before.watch.index}`);
  await call('POST', '/group/groups', { body: { display_name: 'Second' } });
  expect((await waiting).body).toMatchObject({ groups: [{ display_name: 'My games' }, { display_name: 'Second' }] });
});
