// The calls about servers as any client makes them: what they refuse, how they list, and that whoever waits is told.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  addressOf,
  anyResources,
  helloServer,
  hostingForAll,
  machineResources,
  nodeBuild,
} from '../../../support/hosting.ts';
import { readRecords } from '../../../support/records.ts';
import { createGame } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { prepareBuild } from '../../../support/upload.ts';

const openHosting = hostingForAll();

const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]));
const port = (value: object) => ({ network: { ports: { game: value } } });

it('limits a server only where somebody says so, each figure by itself', async () => {
  const { create, deploy, untilState } = await openHosting();
  const ports = { game: { protocol: 'tcp' } };
  const [own, free] = [
    await deploy(nodeBuild(helloServer, { ports, resources: { cpu: 500, memory: 200 } })),
    await deploy(nodeBuild()),
  ];
  const resourcesOf = async ({ build }: { build: string }, resources?: object) => {
    const { id } = await create(build, { resources });
    return (await untilState(id, 'running')).resources;
  };
  const [mixed, unlimited] = await Promise.all([resourcesOf(own, { cpu: null, memory: 300 }), resourcesOf(free)]);
  expect(mixed).toEqual({ cpu: 500, memory: 300 });
  // What a server without limits answers is what its machine has.
  expect(unlimited).toEqual(machineResources);
});

describe('create refuses', () => {
  type Case = [what: string, change: object, status: number, code: string, says?: RegExp];
  const cases: Case[] = [
    ['an unknown datacenter', { datacenter: 'mars' }, 400, 'SERVERS_SERVER_FAILED_TO_CREATE', /"mars".*: local\./],
    ['an empty datacenter', { datacenter: '' }, 400, 'SERVERS_SERVER_FAILED_TO_CREATE', /There are: local\./],
    ['a port without a routing', port({ protocol: 'udp', routing: {} }), 400, 'SERVERS_MUST_SPECIFY_ROUTING_TYPE'],
    [
      'a port with both',
      port({ protocol: 'udp', routing: { game_guard: {}, host: {} } }),
      400,
      'SERVERS_MUST_SPECIFY_ROUTING_TYPE',
    ],
    ['http on the host', port({ protocol: 'http', routing: { host: {} } }), 400, 'SERVERS_UNSUPPORTED_HOST_PROTOCOL'],
    ['an unknown protocol', port({ protocol: 'sctp' }), 400, 'API_BAD_BODY'],
    ['port 0', port({ protocol: 'udp', internal_port: 0 }), 400, 'API_BAD_BODY'],
    ['port 2^16', port({ protocol: 'udp', internal_port: 65_536 }), 400, 'API_BAD_BODY'],
    ['nine ports', { network: { ports: many(9, { protocol: 'udp' }) } }, 400, 'VALIDATION_ERROR'],
    ['nine tags', { tags: many(9, 'x') }, 400, 'VALIDATION_ERROR'],
    ['a tag of 33 bytes in 17 letters', { tags: { [`${'ö'.repeat(16)}x`]: 'x' } }, 400, 'VALIDATION_ERROR'],
    ['a tag value of 1025 bytes', { tags: { a: `${'ö'.repeat(512)}x` } }, 400, 'VALIDATION_ERROR'],
    ['an empty tag', { tags: { '': 'x' } }, 400, 'VALIDATION_ERROR'],
    ['no memory', { resources: { cpu: 1000, memory: 0 } }, 400, 'API_BAD_BODY'],
    ['half a millicore', { resources: { cpu: 0.5, memory: 1 } }, 400, 'API_BAD_BODY'],
    ['2^32 millicores', { resources: { cpu: 2 ** 32, memory: 1 } }, 400, 'API_BAD_BODY'],
    ['a grace of two hours', { lifecycle: { kill_timeout: 7_200_000 } }, 400, 'API_BAD_BODY'],
    ['a negative grace', { lifecycle: { kill_timeout: -1 } }, 400, 'API_BAD_BODY'],
    ['no settings at all', { runtime: undefined }, 400, 'API_BAD_BODY'],
  ];

  it('what does not fit, in the words of what is wrong, and starts nothing', async () => {
    const { call, path, deploy, server } = await openHosting();
    const { build } = await deploy(nodeBuild());
    const before = readRecords(server.dataFolder);
    const good = { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} }, resources: anyResources };
    for (const [what, change, status, code, says = /./] of cases) {
      const answer = await call('POST', `${path}/servers`, { body: { ...good, ...change } });
      const message = expect.stringMatching(says);
      expect([what, answer.status, answer.body]).toMatchObject([what, status, { code, message }]);
    }
    expect(readRecords(server.dataFolder)).toBe(before);
  });

  it('variables that decide which code runs from a token that may only start servers', async () => {
    const { call, path } = await openHosting();
    const { body: made } = await call('POST', `${path}/tokens/service`, { body: { name: 'Matchmaker' } });
    const { token: matchmaker } = made as { token: string };
    const create = async (environment: Record<string, string>, token?: string) =>
      await call('POST', `${path}/servers`, {
        ...(token === undefined ? {} : { token }),
        body: {
          datacenter: 'mars', // refused in any case, but for another reason
          tags: {},
          runtime: { build: randomUUID(), environment },
          network: { ports: {} },
          resources: anyResources,
        },
      });
    const dangerous = ['NODE_OPTIONS', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'PATH', 'NODE_EXTRA_CA_CERTS', 'Path'];
    dangerous.push('ERL_FLAGS', 'BUN_OPTIONS', 'PHPRC', 'R_PROFILE_USER', 'SDL_DYNAMIC_API', 'QT_PLUGIN_PATH');
    dangerous.push('OPENJ9_JAVA_OPTIONS', 'IBM_JAVA_OPTIONS', 'GEM_HOME', 'GEM_PATH', 'BUNDLE_GEMFILE');
    dangerous.push('ZDOTDIR', 'AWKPATH', 'CATALINA_OPTS', 'CATALINA_BASE', 'MAVEN_OPTS', 'TIDEBREAK_OPTS');
    for (const name of dangerous) {
      const answer = await create({ MAP: 'harbor', [name]: '/tmp/x' }, matchmaker);
      const message = expect.stringContaining(`The variable ${name} decides which code a program runs`);
      expect([name, answer.status, answer.body]).toMatchObject([name, 403, { code: 'API_FORBIDDEN', message }]);
      expect((await create({ [name]: '/tmp/x' })).body).toMatchObject({ code: 'SERVERS_SERVER_FAILED_TO_CREATE' });
    }
    expect((await create({ MAP: 'harbor' }, matchmaker)).body).toMatchObject({
      code: 'SERVERS_SERVER_FAILED_TO_CREATE',
    });
    expect((await call('GET', `${path}/servers`)).body).toMatchObject({ servers: [] });
  });

  it('a build that is none, of another game, or not all in, with a sentence', async () => {
    const { call, path, place, create, client, server } = await openHosting();
    const { game } = await client.getGame({ params: { game_id: await createGame(call, 'Other') } });
    const elsewhere = { game_id: game.game_id, environment_id: game.namespaces[0]?.namespace_id ?? '' };
    const { build: theirs } = await prepareBuild(call, elsewhere, { bytes: 10 });
    const { build: unfinished } = await prepareBuild(call, place, { bytes: 10 });
    const before = readRecords(server.dataFolder);
    for (const build of [crypto.randomUUID(), theirs, 'x', '', '\u0000', 'x'.repeat(10_000)]) {
      await expect(create(build), build.slice(0, 40)).rejects.toThrow('BUILDS_BUILD_NOT_FOUND');
    }
    await expect(create(unfinished)).rejects.toThrow(
      'is not complete, so nothing can run it. Finish its upload first.',
    );
    expect((await call('GET', `${path}/servers`)).body).toMatchObject({ servers: [] });
    expect(readRecords(server.dataFolder)).toBe(before);
  });
});

describe('list', () => {
  it('has the newest first, by tags, with those that ended when asked, and goes on from a cursor', async () => {
    const { deploy, create, untilState, list, call, path } = await openHosting();
    const { build } = await deploy(nodeBuild('process.exit(0)'));
    const ids: string[] = [];
    for (const tags of [{ mode: 'duel' }, { mode: 'duel', map: 'reef' }, {}]) {
      ids.push((await create(build, { tags })).id);
      await untilState(ids.at(-1) ?? '', 'exited');
    }
    const [first = '', second = '', third = ''] = ids;
    const found = async (query: object) => {
      const search = new URLSearchParams({ include_destroyed: 'true', ...query }).toString();
      const { body } = await call('GET', `${path}/servers?${search}`);
      return (body as { servers: { id: string }[] }).servers.map(({ id }) => id);
    };
    expect(await list()).toEqual([]);
    expect(await found({})).toEqual([third, second, first]);
    expect(await found({ tags_json: '{"mode":"duel"}' })).toEqual([second, first]);
    expect(await found({ tags_json: '{"mode":"duel","map":"reef"}' })).toEqual([second]);
    expect(await found({ tags_json: '{"toString":"x"}' })).toEqual([]);
    expect(await found({ cursor: third })).toEqual([second, first]);
    expect(await found({ cursor: first })).toEqual([]);
  });

  it('goes on from a server that ended meanwhile', async () => {
    const { deploy, create, untilState, call, path } = await openHosting();
    const { build } = await deploy(nodeBuild());
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.push((await create(build)).id);
      await untilState(ids.at(-1) ?? '', 'running');
    }
    const [oldest = '', cursor = ''] = ids;
    await call('DELETE', `${path}/servers/${cursor}?override_kill_timeout=0`);
    await untilState(cursor, 'stopped');
    const { body } = await call('GET', `${path}/servers?cursor=${cursor}`);
    expect(body).toMatchObject({ servers: [{ id: oldest }] });
  });

  it.each([
    'tags_json=x',
    'tags_json=[]',
    'tags_json={"a":1}',
    `tags_json=${encodeURIComponent(JSON.stringify(many(9, 'x')))}`,
    'include_destroyed=1',
    'include_destroyed=',
    'cursor=last',
    'cursor=',
  ])('refuses ?%s', async (query) => {
    const { call, path } = await openHosting();
    const { status, body } = await call('GET', `${path}/servers?${query}`);
    expect([status, body]).toMatchObject([400, { code: 'API_BAD_QUERY_PARAMETER' }]);
  });
});

const stubborn = `
  process.on('SIGTERM', () => console.log('no'));
  console.log('out'); console.error('err');
  require('node:net').createServer(() => {}).listen(+process.env.PORT, process.env.SLIPWAY_HOST);
`;

it('ends at once what ignores being asked when the call says so, and refuses a grace that is none', async () => {
  const { deploy, create, untilState, call, path } = await openHosting();
  const { build } = await deploy(nodeBuild(stubborn));
  const { id } = await create(build, { lifecycle: { kill_timeout: 7_199_999 } });
  await untilState(id, 'running');
  for (const wrong of ['-1', '0.5', '7200000', 'x', '', '4294967296', '18446744073709551616']) {
    const { status, body } = await call('DELETE', `${path}/servers/${id}?override_kill_timeout=${wrong}`);
    expect([wrong, status, body]).toMatchObject([wrong, 400, { code: 'API_BAD_QUERY_PARAMETER' }]);
  }
  expect(await untilState(id, 'running')).not.toHaveProperty('ends_by');
  expect((await call('DELETE', `${path}/servers/${id}?override_kill_timeout=0`)).body).toEqual({});
  expect(await untilState(id, 'stopped')).toMatchObject({ exit: { signal: 'SIGKILL', by: 'you' } });
});

describe('who waits', () => {
  it('for the servers of a namespace is told about each that begins, is reached, and ends', async () => {
    const { deploy, create, call, path } = await openHosting();
    const { build } = await deploy(nodeBuild());
    const seen: string[] = [];
    let index = '';
    const follow = async () => {
      while (!seen.includes('stopped')) {
        const query = `include_destroyed=true${index === '' ? '' : `&watch_index=${index}`}`;
        const { body } = await call('GET', `${path}/servers?${query}`);
        const { servers, watch } = body as { servers: { state: string }[]; watch: { index: string } };
        expect(BigInt(watch.index)).toBeGreaterThan(BigInt(index === '' ? -1 : index));
        index = watch.index;
        const state = servers[0]?.state;
        if (state !== undefined && state !== seen.at(-1)) seen.push(state);
      }
    };
    const following = follow();
    const { id } = await create(build);
    await until(() => seen.includes('running'), 'it to be seen running');
    await call('DELETE', `${path}/servers/${id}`);
    await following;
    expect(seen.filter((state) => ['running', 'stopping', 'stopped'].includes(state))).toEqual([
      'running',
      'stopping',
      'stopped',
    ]);
  });

  it('for a log is told about its next lines, of the stream that was asked for alone', async () => {
    const { deploy, create, untilState, call, path } = await openHosting();
    const { build } = await deploy(nodeBuild(stubborn));
    const { id } = await create(build);
    await untilState(id, 'running');
    const read = async (stream: string, index?: string) => {
      const more = index === undefined ? '' : `&watch_index=${index}`;
      const { body } = await call('GET', `${path}/servers/${id}/logs?stream=${stream}${more}`);
      const { lines, watch } = body as { lines: string[]; watch: { index: string } };
      return { text: lines.map((line) => Buffer.from(line, 'base64').toString()), index: watch.index };
    };
    await until(async () => (await read('std_out')).text.length + (await read('std_err')).text.length === 2);
    const out = await read('std_out');
    expect([out.text, (await read('std_err')).text]).toEqual([['out'], ['err']]);
    // Lines of the other stream move the index as well, and then there is nothing in the answer.
    const next = async (index: string): Promise<string[]> => {
      const { text, index: moved } = await read('std_out', index);
      return text.length > 0 ? text : await next(moved);
    };
    const waiting = next(out.index);
    await call('DELETE', `${path}/servers/${id}?override_kill_timeout=500`);
    expect(await waiting).toEqual(['no']);
    for (const wrong of ['stream=file', 'stream=', '', 'stream=std_out&watch_index=-1']) {
      const { body } = await call('GET', `${path}/servers/${id}/logs?${wrong}`);
      expect([wrong, body]).toMatchObject([wrong, { code: 'API_BAD_QUERY_PARAMETER' }]);
    }
  });

  it('for a game reports how many play on all of its servers', async () => {
    const { deploy, create, untilState, client, game } = await openHosting();
    const keepsOpen = `require('node:net').createServer((s) => s.on('error', () => {}).resume()).listen(+process.env.PORT, process.env.SLIPWAY_HOST);`;
    const { build } = await deploy(nodeBuild(keepsOpen));
    const servers = await Promise.all([create(build), create(build)]);
    const addresses = await Promise.all(servers.map(async ({ id }) => addressOf(await untilState(id, 'running'))));
    const params = { game_id: game.game_id };
    let last = await client.getGame({ params });
    expect(last.game.total_player_count).toBe(0);
    const untilPlay = async (count: number) => {
      while (last.game.total_player_count !== count)
        last = await client.getGame({ params, query: { watch_index: last.watch.index } });
    };
    const players = [...addresses, ...addresses].map(({ host, port: at }) => connect(at, host).on('error', () => {}));
    for (const player of players) player.write('hello');
    onTestFinished(() => players.forEach((player) => void player.destroy()));
    await untilPlay(4);
    const listed = async () => (await client.listGames({})).games.find(({ game_id }) => game_id === game.game_id);
    expect(await listed()).toMatchObject({ total_player_count: 4 });
    players[0]?.destroy();
    await untilPlay(3);
  });
});
