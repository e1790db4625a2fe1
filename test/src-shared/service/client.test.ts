// The client sends what the table says, reads what comes back, and brings errors back to life.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { createServiceClient, type ServiceRequest } from '../../../src-shared/service/client.ts';
import { contract } from '../../../src-shared/service/contract.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { exampleGame, examplePrepareBuild, examplePresigned, id } from './examples.ts';

function clientOf(answer: unknown, status = 200) {
  const sent: ServiceRequest[] = [];
  const client = createServiceClient(async (request) => {
    sent.push(request);
    return { status, body: answer };
  });
  return { client, sent };
}

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const game = { game: exampleGame, watch: { index: '12' } };
const environment = { game_id: id(1), environment_id: id(4) };

describe('the service client', () => {
  it('has a method for every row', () => {
    expect(Object.keys(clientOf({}).client).toSorted()).toEqual(Object.keys(contract).toSorted());
  });

  it('fills the path and brings back the parsed answer', async () => {
    const { client, sent } = clientOf({ ...game, extra: 1 });
    const answer = await client.getGame({ params: { game_id: id(1) } });
    expectTypeOf(answer.game).toEqualTypeOf<GameFull>();
    expect(answer).toEqual(game);
    expect(sent).toEqual([{ method: 'GET', path: `/cloud/games/${id(1)}`, body: undefined, watch: false }]);
  });

  it('says when an answer may take as long as a watch waits', async () => {
    const { client, sent } = clientOf(game);
    await client.getGame({ params: { game_id: id(1) }, query: { watch_index: '12' } });
    expect(sent[0]).toMatchObject({ path: `/cloud/games/${id(1)}?watch_index=12`, watch: true });
  });

  it('writes numbers, booleans and objects of a query as texts, encoded', async () => {
    const { client, sent } = clientOf({ servers: [], watch: { index: '1' } });
    const query = { tags_json: { 'a&b': 'ü/?' }, include_destroyed: true };
    await client.listServers({ params: environment, query });
    const { searchParams } = new URL(sent[0]?.path ?? '', 'http://service.invalid');
    expect(sent[0]?.path).not.toMatch(/[{}"ü ]/);
    expect(Object.fromEntries(searchParams)).toEqual({ tags_json: '{"a&b":"ü/?"}', include_destroyed: 'true' });
  });

  it('leaves out what is undefined', async () => {
    const { client, sent } = clientOf({ versions: [] });
    await client.listVersionHistory({
      params: { game_id: id(1), namespace_id: id(4) },
      query: { anchor: undefined, limit: 8 },
    });
    expect(sent[0]?.path).toBe(`/cloud/games/${id(1)}/namespaces/${id(4)}/version-history?limit=8`);
  });

  it('sends the body, the signal and the idempotency key', async () => {
    const { client, sent } = clientOf({ build: id(7), image_presigned_request: examplePresigned });
    const { signal } = new AbortController();
    await client.prepareBuild(
      { params: environment, body: { ...examplePrepareBuild, kind: 'archive', compression: 'gzip' } },
      { signal, idempotencyKey: 'k' },
    );
    expect(sent[0]).toMatchObject({
      method: 'POST',
      body: { ...examplePrepareBuild, kind: 'archive', compression: 'gzip' },
    });
    expect(sent[0]?.signal).toBe(signal);
    expect(sent[0]?.idempotencyKey).toBe('k');
  });

  it('takes only what a row has, by its types', () => {
    type Client = ReturnType<typeof createServiceClient>;
    expectTypeOf<{ query: { watch_index: string } }>().not.toExtend<Parameters<Client['getDeviceLink']>[0]>();
    expectTypeOf<{ query: { device_link_token: string } }>().toExtend<Parameters<Client['getDeviceLink']>[0]>();
    expectTypeOf<{ params: { game_id: string }; query: { watch_index: number } }>().not.toExtend<
      Parameters<Client['getGame']>[0]
    >();
    expectTypeOf<{ params: { game_id: string } }>().not.toExtend<Parameters<Client['createVersion']>[0]>();
    expectTypeOf<Record<never, never>>().not.toExtend<Parameters<Client['getGame']>[0]>();
  });

  it('needs no parameters where the row has none', async () => {
    const { client, sent } = clientOf({ status: 'ok', name: 'slipway', version: '0.1.0' });
    await client.getHealth({});
    expect(sent[0]?.path).toBe('/healthz');
  });

  it('takes an absent body as an empty answer', async () => {
    const { client } = clientOf(undefined);
    await expect(client.revokeToken({ params: { game_id: id(1), token_id: id(9) } })).resolves.toEqual({});
  });

  it('keeps all of an OpenAPI document', async () => {
    const document = { openapi: '3.1.0', info: { title: 'x' }, paths: { '/': {} }, components: { schemas: {} } };
    await expect(clientOf(document).client.getOpenApi({})).resolves.toEqual(document);
  });

  it.each(['.', '..', 'a/b', 'a?b', 'a b', '', '%2e%2e', 'a'.repeat(201)])(
    'never sends the path parameter %j',
    async (game_id) => {
      const { client, sent } = clientOf(game);
      expect(await thrownBy(client.getGame({ params: { game_id } }))).toMatchObject({ code: 'API_NOT_FOUND' });
      expect(sent).toEqual([]);
    },
  );
});

describe('answers of a deployment that is not ours', () => {
  it('takes ids, moments and names of another spelling, and null for what may be absent', async () => {
    const theirs = {
      server: {
        id: 'srv_1',
        environment: 'prod',
        datacenter: 'fra',
        created_at: 1_700_000_000,
        started_at: null,
        tags: { region: 'eu', tries: 2 },
        lifecycle: {},
        network: { mode: 'overlay', ports: { game: { protocol: 'quic', internal_port: null, routing: {} } } },
        resources: { cpu: 125, memory: 64 },
        runtime: { build: 'bld_1' },
        of_another_kind: true,
      },
    };
    const { client, sent } = clientOf(theirs);
    const { server } = await client.getServer({
      params: { game_id: 'Game_1', environment_id: 'prod', server_id: 'srv_1' },
    });
    expect(sent[0]?.path).toBe('/games/Game_1/environments/prod/servers/srv_1');
    expect(server).toMatchObject({ id: 'srv_1', tags: { region: 'eu', tries: '2' }, network: { mode: 'overlay' } });
    expect(server).not.toHaveProperty('of_another_kind');
    expect(server.started_at).toBeUndefined();
  });

  it('takes what can be of impossible figures, and leaves the others readable', async () => {
    const whole = exampleGame;
    const namespace = {
      ...whole.namespaces[0],
      server_count: -1,
      last_good: { version_id: id(1), ran_ms: 1e300, ran_well: true },
    };
    const read = async (total: unknown) => {
      const answer = { game: { ...whole, total_player_count: total, namespaces: [namespace] }, watch: { index: '1' } };
      return (await clientOf(answer).client.getGame({ params: { game_id: id(1) } })).game;
    };
    const [negative, huge, none] = [await read(-4), await read(Number.POSITIVE_INFINITY), await read(null)];
    expect([negative, huge, none].map((one) => one.total_player_count)).toEqual([0, 4_294_967_295, 0]);
    expect(negative.namespaces[0]?.server_count, 'is not known').toBeUndefined();
    expect(negative.namespaces[0]?.last_good).toEqual({ version_id: id(1), ran_well: true });
    await expect(read('many')).rejects.toMatchObject({ code: 'ANSWER_UNREADABLE' });
  });

  it('takes any success and an index that is a number', async () => {
    const { client } = clientOf({ group: {}, watch: { index: 7 } }, 201);
    const answer = await client.getGroupBilling({ params: { group_id: 'g' } });
    expect(answer).toEqual({ group: {}, watch: { index: '7' } });
  });
});

describe('failures of the service client', () => {
  const ask = (answer: unknown, status: number) =>
    thrownBy(clientOf(answer, status).client.getGame({ params: { game_id: id(1) } }));

  it('revives the error of the service', async () => {
    const error = await ask({ code: 'GAME_NOT_FOUND', message: 'No such game.', ray_id: 'r', metadata: { a: 1 } }, 404);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'GAME_NOT_FOUND',
      message: 'No such game.',
      ray_id: 'r',
      metadata: { a: 1 },
      status: 404,
    });
  });

  it('keeps the sentence of an error it does not know', async () => {
    expect(await ask({ code: 'NEW_CODE', message: 'Something new.' }, 400)).toMatchObject({
      code: 'REQUEST_REFUSED',
      message: 'Something new.',
      metadata: { code: 'NEW_CODE', status: 400 },
    });
  });

  it.each([
    [401, 'API_UNAUTHORIZED', { error: 'invalid_token' }, 'The service answered with status 401: invalid_token'],
    [403, 'API_FORBIDDEN', '<html><head><title>403 Forbidden</title></head>', '403 Forbidden'],
    [404, 'API_NOT_FOUND', 'no such page\nsecond line', 'no such page'],
    [429, 'API_RATE_LIMIT', { message: 'Slow down, please.' }, 'Slow down, please.'],
    [422, 'REQUEST_REFUSED', { errors: [{ message: 'Name is taken.' }] }, 'Name is taken.'],
    [400, 'REQUEST_REFUSED', { type: 'about:blank', title: 'Bad', detail: 'That is odd.' }, 'That is odd.'],
    [
      400,
      'REQUEST_REFUSED',
      '<?xml version="1.0"?><Error><Code>X</Code><Message>Too small</Message></Error>',
      'Too small',
    ],
    [500, 'INSTANCE_FAILED', { error: { code: 'boom', message: 'It broke.' } }, 'It broke.'],
    [503, 'INSTANCE_FAILED', '\u001b[31mred\u0007', ' [31mred'],
    [500, 'INSTANCE_FAILED', 'x'.repeat(10_000), 'x...'],
  ])('reads what a %i says: %s', async (status, code, body, sentence) => {
    const error = await ask(body, status);
    expect(error).toMatchObject({ code, metadata: { status } });
    expect((error as AppError).message).toContain(sentence);
    expect((error as AppError).message.length).toBeLessThan(400);
  });

  it.each([undefined, null, '<html>', {}])('says the status when the body %j gives no reason', async (body) => {
    expect(await ask(body, 502)).toMatchObject({ code: 'INSTANCE_FAILED', metadata: { status: 502 } });
  });

  it.each([undefined, 'text', { game: exampleGame }, { ...game, game: {} }])('refuses the answer %j', async (body) => {
    expect(await ask(body, 200)).toMatchObject({ code: 'ANSWER_UNREADABLE' });
  });

  it('lets through what the transport throws', async () => {
    const unreachable = new AppError('INSTANCE_UNREACHABLE');
    const client = createServiceClient(() => Promise.reject(unreachable));
    expect(await thrownBy(client.getHealth({}))).toBe(unreachable);
  });
});
