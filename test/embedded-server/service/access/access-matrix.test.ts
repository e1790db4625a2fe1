// Every served endpoint with every kind of token: the status follows from the table's `access` and from what the token
// is for. A new row is covered as soon as it is served; nothing here has to be edited for it.
import { describe, expect, it, vi } from 'vitest';
import { requireKind } from '../../../../embedded-server/platform/access/callers.ts';
import type { Endpoint, TokenKind } from '../../../../src-shared/service/endpoint.ts';
import { requestOf, servedRows } from '../../../support/served-rows.ts';
import { createGame, startTestService, type TestService } from '../../../support/service.ts';

// Some 1,000 calls.
vi.setConfig({ testTimeout: 60_000 });

type Call = TestService['call'];
type Place = { game: string; namespace: string; sibling: string };
type Holder = {
  name: string;
  token: string | null;
  kind: TokenKind | 'none' | 'unknown';
  game?: string;
  namespace?: string;
};

const NOBODY = '00000000-0000-4000-8000-000000000000';
/** The codes that say a thing is looked for and missing. A token must not get them for what is not its own. */
const LOOKED_UP = /_NOT_FOUND$/;

async function placeOf(call: Call, name: string): Promise<Place> {
  const game = await createGame(call, name);
  const { body } = await call('GET', `/cloud/games/${game}`);
  const ids = (body as { game: { namespaces: { namespace_id: string }[] } }).game.namespaces;
  return { game, namespace: ids[0]?.namespace_id ?? '', sibling: ids[1]?.namespace_id ?? '' };
}

async function cloudToken(call: Call, game: string): Promise<string> {
  const { body } = await call('POST', `/cloud/games/${game}/tokens/cloud`);
  return (body as { token: string }).token;
}

async function serviceToken(call: Call, game: string, namespace: string): Promise<string> {
  const { body } = await call('POST', `/games/${game}/environments/${namespace}/tokens/service`);
  return (body as { token: string }).token;
}

async function holdersFor({ call, server }: TestService, ours: Place, theirs: Place): Promise<Holder[]> {
  const service = async (name: string, { game }: Place, namespace: string): Promise<Holder> => {
    return { name, token: await serviceToken(call, game, namespace), kind: 'service', game, namespace };
  };
  const cloud = async (name: string, { game }: Place): Promise<Holder> => {
    return { name, token: await cloudToken(call, game), kind: 'cloud', game };
  };
  return [
    { name: 'no token', token: null, kind: 'none' },
    { name: 'an unknown token', token: `slipway_cloud_${'x'.repeat(43)}`, kind: 'unknown' },
    await cloud('cloud of another game', theirs),
    await service('service of another game', theirs, theirs.namespace),
    await service('service of another namespace', ours, ours.sibling),
    await service('service of the namespace', ours, ours.namespace),
    await cloud('cloud of the game', ours),
    { name: 'owner', token: server.token, kind: 'owner' },
  ];
}

/** Whether what the path names is the holder's. A path that names no game has nothing that could be another's. */
function isTheirs(row: Endpoint, holder: Holder, place: Place): boolean {
  const keys = Object.keys(row.params.shape);
  if (holder.kind === 'cloud') return !keys.includes('game_id') || holder.game === place.game;
  if (holder.kind !== 'service' || !keys.includes('game_id')) return true;
  return keys.includes('environment_id') && holder.game === place.game && holder.namespace === place.namespace;
}

function expectedRefusal(row: Endpoint, holder: Holder, place: Place): 401 | 403 | undefined {
  if (row.access === 'open') return undefined;
  if (holder.kind === 'none' || holder.kind === 'unknown') return 401;
  if (holder.kind === 'owner') return row.access.includes('owner') ? undefined : 403;
  if (!row.access.includes(holder.kind) || !isTheirs(row, holder, place)) return 403;
  return undefined;
}

async function callAs(call: Call, row: Endpoint, holder: Holder, place: Place) {
  const { address, body } = requestOf(row, place);
  const answer = await call(row.method, address, { token: holder.token, ...(body === undefined ? {} : { body }) });
  const { code } = answer.body as { code?: string };
  return { status: answer.status, code };
}

describe('who may do what', () => {
  it('holds for every served row and every kind of token', async () => {
    const service = await startTestService();
    const theirs = await placeOf(service.call, 'Theirs');
    expect(servedRows.length).toBeGreaterThanOrEqual(12);
    const wrong: unknown[] = [];
    for (const row of servedRows) {
      // A game of its own for each row, because what a row may do (delete, rename) must not spoil the next one.
      const ours = await placeOf(service.call, `Ours ${row.name}`);
      for (const holder of await holdersFor(service, ours, theirs)) {
        const { status, code } = await callAs(service.call, row, holder, ours);
        const refusal = expectedRefusal(row, holder, ours);
        const isRight = refusal === undefined ? status !== 401 && status !== 403 && status < 500 : status === refusal;
        if (!isRight) wrong.push({ row: row.name, holder: holder.name, status, code, refusal });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('tells nobody what exists elsewhere: a game of nobody answers as one of another', async () => {
    const service = await startTestService();
    const ours = await placeOf(service.call, 'Ours');
    const theirs = await placeOf(service.call, 'Theirs');
    const nothing: Place = { game: NOBODY, namespace: NOBODY, sibling: NOBODY };
    const rows = servedRows.filter((row) => row.access !== 'open' && 'game_id' in row.params.shape);
    const holders = (await holdersFor(service, ours, theirs)).filter(
      ({ kind, game }) => (kind === 'cloud' || kind === 'service') && game === ours.game,
    );
    expect(holders).toHaveLength(3);
    for (const row of rows) {
      for (const holder of holders) {
        const [real, none] = [
          await callAs(service.call, row, holder, theirs),
          await callAs(service.call, row, holder, nothing),
        ];
        expect([row.name, holder.name, none]).toEqual([row.name, holder.name, real]);
        expect([row.name, LOOKED_UP.test(real.code ?? '') && real.code !== 'API_NOT_FOUND']).toEqual([row.name, false]);
      }
    }
  });
});

it('lets nobody in by kind alone', () => {
  expect(() => requireKind({ kind: 'anyone' }, ['owner', 'cloud', 'service'])).toThrow();
  expect(() => requireKind({ kind: 'cloud', game_id: NOBODY }, ['owner', 'service'])).toThrow();
});
