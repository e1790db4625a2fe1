// What each kind of token reaches: its own and nothing else, without learning what exists elsewhere.
import { expect, it } from 'vitest';
import type { Endpoint, TokenKind } from '../../../../src-shared/service/endpoint.ts';
import { id } from '../../../src-shared/service/examples.ts';
import { readRecords } from '../../../support/records.ts';
import { fillPath, goodBody, servedRows } from '../../../support/rows.ts';
import { startScopedService } from '../../../support/scoped.ts';
import { clientOf, createGame, placesOf, type TestService } from '../../../support/service.ts';

const gameRows = servedRows.filter((row) => 'game_id' in row.params.shape);

async function startWithTwoGames() {
  const service = await startScopedService();
  const owner = service.as({ kind: 'owner' });
  const placeOf = async (name: string) => {
    const game_id = await createGame(owner, name);
    const { game } = await clientOf(owner).getGame({ params: { game_id } });
    return { ...placesOf(game).place, environment_id: game.namespaces[0]?.namespace_id ?? '' };
  };
  return { ...service, owner, mine: await placeOf('Mine'), other: await placeOf('Other') };
}

function send(call: TestService['call'], row: Endpoint, ids: Record<string, string>) {
  const body = goodBody(row);
  return call(row.method, fillPath(row, ids), body === undefined ? {} : { body });
}

it.each(['cloud', 'service'] as const)('a %s token is refused another game, whether it exists or not', async (kind) => {
  const { as, mine, other, dataFolder } = await startWithTwoGames();
  const call = as({ kind, game_id: mine.game_id, namespace_id: mine.environment_id });
  const before = readRecords(dataFolder);
  expect(gameRows.length).toBeGreaterThan(15);
  for (const row of gameRows) {
    for (const ids of [other, { ...other, game_id: id(9) }, { ...mine, game_id: other.game_id }]) {
      const { status, body } = await send(call, row, ids);
      expect([row.name, status, body]).toMatchObject([row.name, 403, { code: 'API_FORBIDDEN' }]);
    }
  }
  expect(readRecords(dataFolder)).toBe(before);
});

it('a service token is refused another namespace of its own game', async () => {
  const { as, owner, mine } = await startWithTwoGames();
  const { game } = await clientOf(owner).getGame({ params: { game_id: mine.game_id } });
  const staging = game.namespaces[1]?.namespace_id ?? '';
  const call = as({ kind: 'service', game_id: mine.game_id, namespace_id: staging });
  for (const row of servedRows.filter(({ params }) => 'environment_id' in params.shape)) {
    for (const environment_id of [mine.environment_id, id(9)]) {
      expect((await send(call, row, { ...mine, environment_id })).body).toMatchObject({ code: 'API_FORBIDDEN' });
    }
  }
  const path = `/games/${mine.game_id}/environments/${staging}/datacenters`;
  expect((await call('GET', path)).status).toBe(200);
});

it('a cloud token acts on all of its game, and lists that one without groups', async () => {
  const { as, mine } = await startWithTwoGames();
  const client = clientOf(as({ kind: 'cloud', game_id: mine.game_id }));
  const params = { game_id: mine.game_id };
  const listed = await client.listGames({});
  expect(listed.games.map(({ game_id }) => game_id)).toEqual([mine.game_id]);
  expect(listed.groups).toEqual([]);
  const waiting = client.listGames({ query: { watch_index: listed.watch.index } });
  await client.updateGame({ params, body: { display_name: 'Changed' } });
  expect((await waiting).games).toMatchObject([{ display_name: 'Changed' }]);
  const { version_id } = await client.createVersion({ params, body: { display_name: '2', config: {} } });
  await client.updateNamespaceVersion({ params: mine, body: { version_id } });
  expect((await client.listVersionHistory({ params: mine })).versions).toHaveLength(1);
});

it('lets each row be called by the kinds of token that it names alone', async () => {
  const { as, mine } = await startWithTwoGames();
  const kinds: TokenKind[] = ['cloud', 'service'];
  for (const row of servedRows) {
    if (row.access === 'open') continue;
    for (const kind of kinds.filter((each) => !row.access.includes(each))) {
      const call = as({ kind, game_id: mine.game_id, namespace_id: mine.environment_id });
      const { status, body } = await send(call, row, mine);
      expect([row.name, kind, status, body]).toMatchObject([row.name, kind, 403, { code: 'API_FORBIDDEN' }]);
    }
  }
});
