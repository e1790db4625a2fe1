import { expect, it } from 'vitest';
import { findServer } from '../../../src-main/cli/find-server.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';

const params = { game_id: 'a-game', environment_id: 'a-namespace' };
const place = {
  game: { game_id: params.game_id } as GameFull,
  namespace: { namespace_id: params.environment_id } as NamespaceSummary,
};

const idOf = (start: string) => `${start}-0000-4000-8000-000000000000`;
/** Those that an instance lists first, newest first. */
const many = Array.from({ length: 1000 }, (_, at) => idOf(`1${String(at).padStart(7, '0')}`));

function clientOf(ids: readonly string[], knowsCursors = true) {
  const calls: object[] = [];
  const listServers = ({ query }: { query: { cursor?: string } }) => {
    calls.push(query);
    const from = knowsCursors && query.cursor !== undefined ? ids.indexOf(query.cursor) + 1 : 0;
    return Promise.resolve({ servers: ids.slice(from, from + 1000).map((id) => ({ id })) });
  };
  return { client: { listServers } as unknown as ServiceClient, calls };
}

it('finds a server by the beginning of its id among all of them, also those past the first thousand', async () => {
  const older = idOf('abcd1234');
  const { client, calls } = clientOf([...many, older]);
  expect(await findServer(client, place, 'abcd')).toEqual({ ...params, server_id: older });
  expect(calls).toEqual([{ include_destroyed: true }, { include_destroyed: true, cursor: many.at(-1) }]);
});

it('refuses a beginning that a server past the first thousand has as well', async () => {
  const [newer, older] = [idOf('abcd1234'), idOf('abcd9876')];
  const { client } = clientOf([newer, ...many, older]);
  await expect(findServer(client, place, 'abcd')).rejects.toThrow(older);
  expect(await findServer(client, place, 'abcd1')).toEqual({ ...params, server_id: newer });
});

it('asks an instance without cursors no more than twice, and none at all for a whole id', async () => {
  const { client, calls } = clientOf(many, false);
  expect(await findServer(client, place, 'abcd')).toEqual({ ...params, server_id: 'abcd' });
  expect(calls).toHaveLength(2);
  await findServer(client, place, idOf('abcd1234'));
  expect(calls).toHaveLength(2);
});
