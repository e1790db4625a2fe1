// What strict clients of the original service (24.5.2) need of our answers: the fields that its own description calls required, with
// their types, as facts in our words. One that is missing makes such a client fail, whatever it wanted.
import { expect, it } from 'vitest';
import { nodeBuild, startHosting } from '../../support/hosting.ts';
import { startWithGame } from '../../support/service.ts';

type Fact = 'text' | 'whole' | 'yes-no' | 'list' | 'object';
type Facts = Record<string, Fact>;

const group: Facts = {
  group_id: 'text',
  display_name: 'text',
  external: 'object',
  is_developer: 'yes-no',
  bio: 'text',
  is_current_identity_member: 'yes-no',
  publicity: 'text',
  member_count: 'whole',
  owner_identity_id: 'text',
};
const game: Facts = {
  game_id: 'text',
  name_id: 'text',
  display_name: 'text',
  url: 'text',
  developer: 'object',
  total_player_count: 'whole',
};
const wholeGame: Facts = {
  game_id: 'text',
  create_ts: 'text',
  name_id: 'text',
  display_name: 'text',
  developer_group_id: 'text',
  total_player_count: 'whole',
  namespaces: 'list',
  versions: 'list',
  available_regions: 'list',
};
const region: Facts = {
  region_id: 'text',
  region_name_id: 'text',
  provider: 'text',
  universal_region: 'text',
  provider_display_name: 'text',
  region_display_name: 'text',
};
const matchmaker: Facts = {
  lobby_count_max: 'whole',
  max_players_per_client: 'whole',
  max_players_per_client_vpn: 'whole',
  max_players_per_client_proxy: 'whole',
  max_players_per_client_tor: 'whole',
  max_players_per_client_hosting: 'whole',
};
const cdn: Facts = { enable_domain_public_auth: 'yes-no', domains: 'list', auth_type: 'text', auth_user_list: 'list' };
const bootstrap: Facts = {
  cluster: 'text',
  access: 'text',
  origins: 'object',
  captcha: 'object',
  login_methods: 'object',
  deploy_hash: 'text',
};
const build: Facts = {
  build_id: 'text',
  upload_id: 'text',
  display_name: 'text',
  create_ts: 'text',
  content_length: 'whole',
  complete: 'yes-no',
  tags: 'object',
};

/** What of the facts an object does not fulfil. */
function missing(facts: Facts, value: unknown): string[] {
  const fields = value as Record<string, unknown>;
  return Object.entries(facts).flatMap(([name, fact]) => (kindOf(fields[name]) === fact ? [] : [`${name}: ${fact}`]));
}

function kindOf(value: unknown): Fact | undefined {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'yes-no';
  // The original's clients in Rust read most numbers as signed 32-bit ones.
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole' : undefined;
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null ? 'object' : undefined;
}

it('has every required field in games, groups, namespaces, regions and what it says of itself', async () => {
  const { call, gamePath, namespacePath } = await startWithGame();
  const read = async (path: string) => (await call('GET', path)).body as Record<string, never>;
  const { games, groups } = (await read('/cloud/games')) as unknown as { games: object[]; groups: object[] };
  expect(missing(game, games[0])).toEqual([]);
  const { developer } = games[0] as { developer: object };
  expect(missing({ group_id: 'text', display_name: 'text', external: 'object' }, developer)).toEqual([]);
  expect(missing(group, groups[0])).toEqual([]);
  expect(groups[0]).toMatchObject({ publicity: 'closed', external: { profile: expect.stringMatching(/^http/) } });
  const { game: whole } = (await read(gamePath)) as unknown as { game: { available_regions: object[] } };
  expect(missing(wholeGame, whole)).toEqual([]);
  expect(whole.available_regions.map((each) => missing(region, each))).toEqual([[]]);
  expect(whole.available_regions[0]).toMatchObject({ universal_region: 'unknown' });
  const { namespace } = (await read(namespacePath)) as unknown as {
    namespace: { config: { matchmaker: Record<string, number>; cdn: object; kv: object; identity: object } };
  };
  const { config } = namespace;
  expect(missing({ cdn: 'object', matchmaker: 'object', kv: 'object', identity: 'object' }, config)).toEqual([]);
  expect([missing(matchmaker, config.matchmaker), missing(cdn, config.cdn)]).toEqual([[], []]);
  expect(config.matchmaker['max_players_per_client']).toBeLessThan(2 ** 31);
  expect(missing(bootstrap, (await call('GET', '/cloud/bootstrap', { token: null })).body)).toEqual([]);
  expect((await call('GET', '/cloud/region-tiers', { token: null })).body).toEqual({ tiers: [] });
  expect((await call('GET', '/cloud/auth/inspect')).body).toMatchObject({
    agent: { identity: { identity_id: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
  });
});

it('answers the small calls around the eleven', async () => {
  const { call, gamePath, namespacePath } = await startWithGame();
  const post = async (path: string, body?: object) =>
    (await call('POST', path, body === undefined ? {} : { body })).body;
  const names = [await post(`${gamePath}/versions/reserve-name`), await post(`${gamePath}/versions/reserve-name`)];
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
  expect(names).toEqual([1, 2].map((number) => ({ version_display_name: `${day}-${number}` })));
  expect(await post('/cloud/groups/validate', { display_name: '' })).toEqual({
    errors: [{ path: ['too-short'] }, { path: ['display-name-invalid'] }],
  });
  expect(await post('/cloud/groups/validate', { display_name: 'Studio' })).toEqual({ errors: [] });
  expect(await post(`${namespacePath}/mm-config/validate`, { lobby_count_max: -1, max_players: 2 ** 32 })).toEqual({
    errors: [{ path: ['lobby-count', 'too-low'] }, { path: ['max-players', 'too-high'] }],
  });
  expect(await post(`${namespacePath}/mm-config/validate`, { lobby_count_max: 0, max_players: 8 })).toEqual({
    errors: [],
  });
});

it('takes and lists builds of a game as the original did', async () => {
  const { call, gamePath, deploy, params, client } = await startHosting();
  const { build: id } = await deploy(nodeBuild(), '1.0');
  const made = await call('POST', `${gamePath}/builds`, {
    body: {
      display_name: '1.1',
      image_tag: 'game:1.1',
      image_file: { path: 'server.tar', content_length: 5 },
      kind: 'docker_image',
    },
  });
  expect(made.body).toMatchObject({
    build_id: expect.any(String),
    upload_id: expect.any(String),
    image_presigned_request: { byte_offset: 0, content_length: 5, path: 'server.tar' },
  });
  const { builds } = (await call('GET', `${gamePath}/builds`)).body as {
    builds: { build_id: string; complete: boolean }[];
  };
  expect(builds.map((each) => missing(build, each))).toEqual([[], []]);
  const unfinished = (made.body as { build_id: string }).build_id;
  expect(builds.map((each) => [each.build_id, each.complete])).toEqual([
    [unfinished, false],
    [id, true],
  ]);
  // A server of one that is not all here is refused with the reason.
  const body = { datacenter: 'local', tags: {}, runtime: { build: unfinished }, network: { ports: {} } };
  const refused = await call('POST', `/games/${params.game_id}/environments/${params.environment_id}/servers`, {
    body,
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'BUILD_INVALID', message: expect.stringContaining('The upload of 1.1 is not complete') },
  });
  expect((await client.listServers({ params })).servers).toEqual([]);
});

it('keeps what a version of the original says, gives it back, and says what of it has no effect', async () => {
  const { call, client, game_id, gamePath } = await startWithGame();
  const original = {
    matchmaker: { game_modes: { default: { docker: { ports: { http: { port: 80 } } } } }, max_players: 32 },
    cdn: { build_output: 'dist/' },
    kv: {},
  };
  const body = { display_name: '2.0', config: { ...original, arguments: ['--fast'] } };
  expect((await call('POST', `${gamePath}/versions/validate`, { body })).body).toEqual({
    errors: [],
    no_effect: [{ path: ['config', 'cdn'] }, { path: ['config', 'matchmaker'] }, { path: ['config', 'kv'] }],
  });
  const { version_id } = (await call('POST', `${gamePath}/versions`, { body })).body as { version_id: string };
  const { version } = await client.getVersion({ params: { game_id, version_id } });
  expect(version.config).toEqual({ ...original, arguments: ['--fast'] });
  const plain = { display_name: '2.1', config: {} };
  expect((await call('POST', `${gamePath}/versions/validate`, { body: plain })).body).toEqual({ errors: [] });
});

it('takes any moment of RFC 3339, and the last number of 64 bits', async () => {
  const { call, client, game: made, place } = await startWithGame();
  const path = `/cloud/groups/${made.developer_group_id}/billing`;
  const moments: [string, string | undefined][] = [
    ['2026-11-24T12:00:00Z', '2026-11-24T12:00:00.000Z'],
    ['2026-11-24T14:00:00.123456789+02:00', '2026-11-24T12:00:00.123Z'],
    ['2026-11-24t06:30:00.5-05:30', '2026-11-24T12:00:00.500Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['2026-11-24 12:00:00', undefined],
    ['2026-11-31T12:00:00Z', undefined],
    ['2026-11-24T12:00:00', undefined],
  ];
  for (const [sent, kept] of moments) {
    const { status, body } = await call('PUT', `${path}/test-state`, { body: { payment_failed_ts: sent } });
    expect([sent, status], JSON.stringify(body)).toEqual([sent, kept === undefined ? 400 : 200]);
    if (kept !== undefined) {
      expect((await call('GET', path)).body).toMatchObject({ group: { payment_failed_ts: kept } });
    }
  }
  const headers = { 'content-type': 'application/json' };
  const raw = `{"name":"big","image_tag":"a:b","image_file":{"path":"a.tar","content_length":18446744073709551615}}`;
  const builds = `/games/${place.game_id}/environments/${place.namespace_id}/builds`;
  expect(await call('POST', `${builds}/prepare`, { raw, headers })).toMatchObject({
    status: 400,
    body: { code: 'UPLOAD_TOO_LARGE' },
  });
  const logo = `{"path":"a.png","content_length":18446744073709551615}`;
  expect(await call('POST', `/cloud/games/${place.game_id}/logo-upload/prepare`, { raw: logo, headers })).toMatchObject(
    {
      status: 400,
      body: { code: 'UPLOAD_TOO_LARGE' },
    },
  );
  expect(
    (await client.listBuilds({ params: { game_id: place.game_id, environment_id: place.namespace_id } })).builds,
  ).toEqual([]);
});

it('says what is wrong with a field in words, not in those of a schema library', async () => {
  const { call, gamePath, namespacePath } = await startWithGame();
  const said = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body === undefined ? {} : { body });
    expect(answer.status).toBe(400);
    return (answer.body as { message: string; metadata: { path: string[]; message: string }[] }).metadata;
  };
  expect(await said('POST', '/cloud/games', {})).toEqual([
    { path: ['developer_group_id'], message: 'It is missing.' },
    { path: ['display_name'], message: 'It is missing.' },
  ]);
  expect(await said('POST', `${namespacePath}/mm-config`, { lobby_count_max: 1.5, max_players: -1 })).toEqual([
    { path: ['lobby_count_max'], message: 'Expected a whole number.' },
    { path: ['max_players'], message: 'Expected at least 0.' },
  ]);
  const all = [
    await said('POST', `${gamePath}/versions`, { display_name: 1, config: { ports: { a: { protocol: 'x' } } } }),
    await said('PUT', `${namespacePath}/hosting`, {
      server_count: '1',
      on_version_switch: 'x',
      drain_limit: null,
      restart: [],
    }),
    await said('GET', `${namespacePath}/version-history?limit=99`),
  ].flat();
  expect(all.filter(({ message }) => /Invalid|received|undefined|input/.test(message))).toEqual([]);
});

it('takes lists in a query as JSON, repeated, or separated by commas', async () => {
  const { call, deploy, create, untilState, path } = await startHosting();
  const { build: id } = await deploy(nodeBuild('console.log("out"); console.error("err"); process.exit(0);'), '1.0');
  const server = await create(id);
  await untilState(server.id, 'exited', 'crashed', 'failed');
  const lines = async (query: string) => {
    const { status, body } = await call('GET', `${path}/servers/${server.id}/log?${query}`);
    expect([query, status], JSON.stringify(body)).toEqual([query, 200]);
    return (body as { lines: { text: string }[] }).lines
      .map((line) => line.text)
      .filter((text) => /^(?:out|err)$/.test(text));
  };
  for (const query of ['streams=["std_out","std_err"]', 'streams=std_out,std_err', 'streams=std_out&streams=std_err']) {
    expect((await lines(query)).toSorted()).toEqual(['err', 'out']);
  }
  expect(await lines('streams=std_err')).toEqual(['err']);
  for (const query of ['streams=x', 'streams=[1]', 'streams=["std_out"', 'from=1&from=2']) {
    expect((await call('GET', `${path}/servers/${server.id}/log?${query}`)).status).toBe(400);
  }
});
