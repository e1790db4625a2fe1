// The schemas take what the interface documents and refuse what it does not.
import { describe, expect, it } from 'vitest';
import { contract } from '../../../src-shared/service/contract.ts';
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';
import {
  exampleCreateServer,
  exampleGame,
  examplePrepareBuild,
  examplePresigned,
  exampleServer,
  id,
  moment,
} from './examples.ts';

const watch = { index: '12' };

/** A copy of `value` in which the place at `path` holds `to`; `undefined` removes it. */
function spoil(value: object, path: string, to: unknown): object {
  const copy: Record<string, unknown> = { ...value };
  const [head = '', ...rest] = path.split('.');
  const inner = copy[head];
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) copy[head] = spoil(inner, rest.join('.'), to);
  else if (to === undefined) delete copy[head];
  else copy[head] = to;
  return copy;
}

function takesBody(row: Endpoint, body: unknown): boolean {
  return row.body?.safeParse(body).success ?? false;
}

const goodBodies: [keyof typeof contract, object][] = [
  ['validateNamespace', { display_name: 'Prod', name_id: 'prod' }],
  ['validateNamespace', { display_name: '', name_id: '--' }],
  ['updateMatchmakerConfig', { lobby_count_max: 0, max_players: 4_294_967_295 }],
  ['updateNamespaceVersion', { version_id: id(5) }],
  ['completeDeviceLink', { device_link_token: 'a.b.c', game_id: id(1) }],
  ['createGame', { developer_group_id: id(2), display_name: 'Maze' }],
  ['createGame', { developer_group_id: id(2), display_name: 'Maze', name_id: 'ignored' }],
  ['prepareBuild', examplePrepareBuild],
  ['prepareGameLogo', { path: 'logo.png', content_length: 10 }],
  ['prepareGameLogo', { path: 'logo.png', content_length: 10, mime: null }],
  ['createServer', exampleCreateServer],
  ['createCloudToken', {}],
  ['setBuildTags', { tags: { current: 'true', old: null } }],
  ['setBillingTestState', { payment_failed_ts: moment, payment_succeeded_ts: null }],
  ['createVersion', { display_name: '1', config: { build: id(7), matchmaker: {} } }],
];

const badBodies: [keyof typeof contract, object, string, unknown[]][] = [
  ['validateNamespace', { display_name: 'Prod', name_id: 'prod' }, 'display_name', [undefined, null, 1]],
  ['validateNamespace', { display_name: 'Prod', name_id: 'prod' }, 'name_id', [undefined, null, 1]],
  [
    'updateMatchmakerConfig',
    { lobby_count_max: 1, max_players: 1 },
    'lobby_count_max',
    [undefined, null, '1', -1, 1.5, 2 ** 32],
  ],
  [
    'updateMatchmakerConfig',
    { lobby_count_max: 1, max_players: 1 },
    'max_players',
    [undefined, null, '1', -1, 1.5, 2 ** 32],
  ],
  ['updateNamespaceVersion', { version_id: id(5) }, 'version_id', [undefined, null, 5]],
  ['completeDeviceLink', { device_link_token: 'a', game_id: 'b' }, 'device_link_token', [undefined, null, 5]],
  ['createGame', { developer_group_id: 'a', display_name: 'b' }, 'developer_group_id', [undefined, null, 5, {}]],
  ['prepareBuild', examplePrepareBuild, 'name', [undefined, null, 5]],
  ['prepareBuild', examplePrepareBuild, 'image_file', [undefined, null, 'server.tar', []]],
  ['prepareBuild', examplePrepareBuild, 'image_file.path', [undefined, null, 5]],
  ['prepareBuild', examplePrepareBuild, 'image_file.content_length', [undefined, null, '10', -1, 1.5, 2 ** 65]],
  ['prepareBuild', examplePrepareBuild, 'kind', ['zip', 1]],
  ['prepareBuild', examplePrepareBuild, 'compression', ['rar', 1]],
  ['prepareBuild', examplePrepareBuild, 'multipart_upload', ['true', 1]],
  [
    'prepareGameLogo',
    { path: 'logo.png', content_length: 10 },
    'content_length',
    [undefined, null, '10', -1, 1.5, 2 ** 65],
  ],
  ['createServer', exampleCreateServer, 'network.ports.game.protocol', [undefined, null, 'sctp']],
  ['createServer', exampleCreateServer, 'network.ports.game.internal_port', [0, 65_536, '80', 1.5]],
  ['createServer', exampleCreateServer, 'network.ports.game.after', [7, true, 'nobody', {}]],
  ['createServer', exampleCreateServer, 'network.ports.game.proxy_protocol', [2, 'v1', true]],
  ['createServer', exampleCreateServer, 'resources.cpu', [0, -1, 1.5, 2 ** 32]],
  ['createServer', exampleCreateServer, 'lifecycle.kill_timeout', [-1, 1.5, 7_200_000]],
  ['createServer', exampleCreateServer, 'tags', [undefined, null, [], { a: 1 }]],
];

describe('request bodies', () => {
  it.each(goodBodies)('%s takes %j', (name, body) => {
    expect(takesBody(contract[name], body)).toBe(true);
  });

  const refused = badBodies.flatMap(([name, body, path, values]) =>
    values.map((value) => [name, path, value, body] as const),
  );
  it.each(refused)('%s refuses %s as %j', (name, path, value, body) => {
    expect(takesBody(contract[name], body)).toBe(true);
    expect(takesBody(contract[name], spoil(body, path, value))).toBe(false);
  });

  it('reads null as absent and drops keys it does not know', () => {
    const body = { ...examplePrepareBuild, kind: null, compression: null, prewarm_datacenters: [] };
    const parsed = contract.prepareBuild.body.parse(body);
    expect(parsed.kind).toBeUndefined();
    expect(parsed.compression).toBeUndefined();
    expect(parsed).not.toHaveProperty('prewarm_datacenters');
  });

  it('leaves the choice of routing to the service, which has a code for it', () => {
    for (const routing of [{}, { game_guard: {}, host: {} }, { game_guard: null, host: {} }]) {
      expect(takesBody(contract.createServer, spoil(exampleCreateServer, 'network.ports.game.routing', routing))).toBe(
        true,
      );
    }
  });
});

describe('queries', () => {
  const history = contract.listVersionHistory.query;

  it('gives 32 entries of history by default', () => {
    expect(history.parse({})).toEqual({ limit: 32 });
    expect(history.parse({ anchor: '16', limit: '8' })).toEqual({ anchor: 16, limit: 8 });
  });

  it.each(['0', '33', '-1', '+1', '1e1', ' 1', '1 ', '01', '1.0', '0x1', '', 'abc', ['1', '2']])(
    'refuses limit %j',
    (limit) => {
      expect(history.safeParse({ limit }).success).toBe(false);
    },
  );

  it.each(['-1', '1.5', '1e1', '', '9007199254740992', '99999999999999999999'])('refuses anchor %j', (anchor) => {
    expect(history.safeParse({ anchor }).success).toBe(false);
  });

  it.each(['', '-1', '1.5', 'abc', ' 1', '0x1', '12345678901234567890'])('refuses watch index %j', (watch_index) => {
    expect(contract.getGame.query.safeParse({ watch_index }).success).toBe(false);
  });

  it('reads the filters of a list of servers', () => {
    const query = { tags_json: '{"mode":"ranked"}', include_destroyed: 'true', cursor: id(6) };
    expect(contract.listServers.query.parse(query)).toEqual({
      tags_json: { mode: 'ranked' },
      include_destroyed: true,
      cursor: id(6),
    });
  });

  it.each([
    { tags_json: '{' },
    { tags_json: '[]' },
    { tags_json: '{"a":1}' },
    { include_destroyed: '1' },
    { include_destroyed: 'TRUE' },
    { cursor: 'last' },
  ])('refuses the filter %j', (query) => {
    expect(contract.listServers.query.safeParse(query).success).toBe(false);
  });

  it('refuses a stream of logs that a server does not have', () => {
    expect(contract.getServerLogs.query.safeParse({ stream: 'std_err' }).success).toBe(true);
    expect(contract.getServerLogs.query.safeParse({ stream: 'stdout' }).success).toBe(false);
    expect(contract.getServerLogs.query.safeParse({}).success).toBe(false);
  });

  it('bounds the override of a kill timeout', () => {
    expect(contract.destroyServer.query.parse({ override_kill_timeout: '0' })).toEqual({ override_kill_timeout: 0 });
    expect(contract.destroyServer.query.safeParse({ override_kill_timeout: '7200000' }).success).toBe(false);
  });
});

const game = { game: exampleGame, watch };
const server = { server: exampleServer };
const goodAnswers: [keyof typeof contract, object][] = [
  ['getGame', game],
  ['getServer', server],
  ['listVersionHistory', { versions: [{ namespace_id: id(4), version_id: id(5), deploy_ts: moment }] }],
  ['validateNamespace', { errors: [] }],
  ['validateNamespace', { errors: [{ path: ['name-id', 'invalid'] }] }],
  ['updateMatchmakerConfig', {}],
  ['getGroupBilling', { group: {}, watch }],
  ['getGroupBilling', { group: { payment_succeeded_ts: moment }, watch }],
  ['createGame', { game_id: id(1) }],
  ['prepareBuild', { build: id(7), image_presigned_request: examplePresigned }],
  ['prepareBuild', { build: id(7), image_presigned_requests: [examplePresigned] }],
  ['prepareGameLogo', { upload_id: id(8), presigned_request: examplePresigned }],
  ['inspectAuth', { agent: { owner: {} } }],
  ['inspectAuth', { agent: { game_cloud: { game_id: id(1) } } }],
  ['inspectAuth', { agent: { env_service: { game_id: id(1), environment_id: id(4) } } }],
  ['getServerLogs', { lines: ['aGk='], timestamps: [moment], watch }],
  ['getHealth', { status: 'ok', name: 'slipway', version: '0.1.0' }],
];

const badAnswers: [keyof typeof contract, object, string, unknown][] = [
  ['getGame', game, 'watch', undefined],
  ['getGame', game, 'watch.index', 12],
  ['getGame', game, 'game.logo_url', null],
  ['getGame', game, 'game.create_ts', '2026-01-02T03:04:05Z'],
  ['getGame', game, 'game.create_ts', '2026-01-02T03:04:05.678+01:00'],
  ['getGame', game, 'game.game_id', '00000000-0000-4000-8000-00000000000A'],
  ['getGame', game, 'game.total_player_count', -1],
  ['getGame', game, 'game.versions', undefined],
  ['getServer', server, 'server.created_at', moment],
  ['getServer', server, 'server.destroyed_at', null],
  ['getServer', server, 'server.tags', undefined],
  ['getServer', server, 'server.network.ports.game.routing', {}],
  ['getServer', server, 'server.network.ports.game.routing', { game_guard: {}, host: {} }],
  ['getServer', server, 'server.network.ports.game.protocol', 'sctp'],
  ['createGame', { game_id: id(1) }, 'game_id', undefined],
  ['inspectAuth', { agent: { owner: {} } }, 'agent', {}],
  ['getServerLogs', { lines: ['aGk='], timestamps: [moment], watch }, 'lines', ['hi!']],
  ['getServerLogs', { lines: ['aGk='], timestamps: [moment], watch }, 'timestamps', []],
];

describe('answers', () => {
  it.each(goodAnswers)('%s may answer %j', (name, answer) => {
    expect(contract[name].answer.parse(answer)).toEqual(answer);
  });

  it.each(badAnswers)('%s may not answer %j with %s as %j', (name, answer, path, value) => {
    expect(contract[name].answer.safeParse(spoil(answer, path, value)).success).toBe(false);
  });
});
