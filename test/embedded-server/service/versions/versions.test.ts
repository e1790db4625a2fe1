// Making, validating and reading versions, against the real service in a temp folder.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { id } from '../../../src-shared/service/examples.ts';
import { readRecords } from '../../../support/records.ts';
import { createGame, startWithGame } from '../../../support/service.ts';

const config = {
  arguments: ['--port', '{port:game}'],
  environment: { LEVEL: '1', GRÖSSE: '漢字' },
  ports: { game: { protocol: 'udp', internal_port: 7777, routing: { game_guard: {} } }, api: { protocol: 'http' } },
  resources: { cpu: 500, memory: 256 },
  lifecycle: { kill_timeout: 0 },
} as const;

it('keeps its settings as they were given, over nulls and unknown keys', async () => {
  const { call, client, game_id, gamePath } = await startWithGame();
  const body = { display_name: '1.0', config: { ...config, build: null, extra: 1 } };
  const { version_id } = (await call('POST', `${gamePath}/versions`, { body })).body as { version_id: string };
  const { version } = await client.getVersion({ params: { game_id, version_id } });
  expect(version).toMatchObject({ version_id, display_name: '1.0' });
  expect(version.config).toEqual(config);
});

it('reads the first version of a game, which has no settings', async () => {
  const { client, game, game_id } = await startWithGame();
  const version_id = game.versions[0]?.version_id ?? '';
  expect((await client.getVersion({ params: { game_id, version_id } })).version.config).toEqual({});
});

it('lists versions oldest first, also those of one millisecond', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_767_323_045_678);
  onTestFinished(() => clock.mockRestore());
  const { client, game_id } = await startWithGame();
  const names = Array.from({ length: 20 }, (_, n) => `v${n}`);
  for (const display_name of names)
    await client.createVersion({ params: { game_id }, body: { display_name, config: {} } });
  const { game } = await client.getGame({ params: { game_id } });
  expect(game.versions.map(({ display_name }) => display_name)).toEqual(['0.0.1', ...names]);
});

it('is as old as the clock of its service says', async () => {
  const at = Date.parse('2031-05-01T08:00:00Z');
  const { client, game_id } = await startWithGame({ now: () => at });
  const { version_id } = await client.createVersion({ params: { game_id }, body: { display_name: '1', config: {} } });
  const { version } = await client.getVersion({ params: { game_id, version_id } });
  expect(version.create_ts).toBe('2031-05-01T08:00:00.000Z');
});

it('does not know versions of another game', async () => {
  const { call, client, game, gamePath } = await startWithGame();
  const other = await createGame(call, 'Other');
  const mine = game.versions[0]?.version_id ?? '';
  expect((await call('GET', `/cloud/games/${other}/versions/${mine}`)).body).toMatchObject({
    code: 'VERSION_NOT_FOUND',
  });
  expect((await call('GET', `${gamePath}/versions/${id(9)}`)).body).toMatchObject({ code: 'VERSION_NOT_FOUND' });
  expect((await call('GET', `/cloud/games/${id(9)}/versions/${mine}`)).body).toMatchObject({ code: 'GAME_NOT_FOUND' });
  await client.createVersion({ params: { game_id: other }, body: { display_name: 'same name', config: {} } });
  await client.createVersion({ params: { game_id: game.game_id }, body: { display_name: 'same name', config: {} } });
});

const port = (value: object) => ({ config: { ports: { game: value } } });
const cases: [what: string, change: object, code: string, errors: string[][] | undefined][] = [
  [
    'an empty name',
    { display_name: '' },
    'VALIDATION_ERROR',
    [
      ['display-name', 'too-short'],
      ['display-name', 'invalid'],
    ],
  ],
  ['a name in use', { display_name: '0.0.1' }, 'VALIDATION_ERROR', [['display-name', 'not-unique']]],
  [
    '129 bytes',
    { display_name: 'x'.repeat(129) },
    'VALIDATION_ERROR',
    [
      ['display-name', 'too-long'],
      ['display-name', 'invalid'],
    ],
  ],
  ['no name', { display_name: undefined }, 'API_BAD_BODY', undefined],
  ['no settings', { config: undefined }, 'API_BAD_BODY', undefined],
  ['null settings', { config: null }, 'API_BAD_BODY', undefined],
  ['an unknown build', { config: { build: id(9) } }, 'BUILDS_BUILD_NOT_FOUND', [['config', 'build', 'not-found']]],
  [
    '65 arguments',
    { config: { arguments: Array.from({ length: 65 }, () => 'x') } },
    'VALIDATION_ERROR',
    [['config', 'arguments', 'too-many']],
  ],
  [
    'an argument of 1025 bytes',
    { config: { arguments: ['a', `${'ö'.repeat(512)}x`] } },
    'VALIDATION_ERROR',
    [['config', 'arguments', '1', 'too-long']],
  ],
  ['an argument that is no text', { config: { arguments: [1] } }, 'API_BAD_BODY', undefined],
  [
    'an empty variable name',
    { config: { environment: { '': 'x' } } },
    'VALIDATION_ERROR',
    [['config', 'environment', '', 'too-short']],
  ],
  [
    'a port name of 17 bytes',
    { config: { ports: { ['x'.repeat(17)]: { protocol: 'udp' } } } },
    'VALIDATION_ERROR',
    [['config', 'ports', 'x'.repeat(17), 'too-long']],
  ],
  ['port 0', port({ protocol: 'udp', internal_port: 0 }), 'API_BAD_BODY', undefined],
  ['port 65536', port({ protocol: 'udp', internal_port: 65_536 }), 'API_BAD_BODY', undefined],
  ['an unknown protocol', port({ protocol: 'sctp' }), 'API_BAD_BODY', undefined],
  [
    'no routing in a routing',
    port({ protocol: 'udp', routing: {} }),
    'SERVERS_MUST_SPECIFY_ROUTING_TYPE',
    [['config', 'ports', 'game', 'routing', 'invalid']],
  ],
  [
    'both routings',
    port({ protocol: 'udp', routing: { game_guard: {}, host: {} } }),
    'SERVERS_MUST_SPECIFY_ROUTING_TYPE',
    [['config', 'ports', 'game', 'routing', 'invalid']],
  ],
  [
    'http on the host',
    port({ protocol: 'http', routing: { host: {} } }),
    'SERVERS_UNSUPPORTED_HOST_PROTOCOL',
    [['config', 'ports', 'game', 'protocol', 'invalid']],
  ],
  [
    'one number for players and for the server behind the guard',
    port({ protocol: 'udp', number: 7777, internal_port: 7777 }),
    'VALIDATION_ERROR',
    [['config', 'ports', 'game', 'number', 'same-as-internal-port']],
  ],
  ['no cpu', { config: { resources: { cpu: 0, memory: 1 } } }, 'API_BAD_BODY', undefined],
  ['2^32 megabytes', { config: { resources: { cpu: 1, memory: 2 ** 32 } } }, 'API_BAD_BODY', undefined],
  ['a grace of two hours', { config: { lifecycle: { kill_timeout: 7_200_000 } } }, 'API_BAD_BODY', undefined],
  ['a half millisecond of grace', { config: { lifecycle: { kill_timeout: 0.5 } } }, 'API_BAD_BODY', undefined],
];

describe('what does not fit', () => {
  it('is refused by create, which then changes nothing, and answered by validate', async () => {
    const { call, gamePath, server } = await startWithGame();
    const before = readRecords(server.dataFolder);
    for (const [what, change, code, errors] of cases) {
      const body = { display_name: '1.0', config: {}, ...change };
      const refused = await call('POST', `${gamePath}/versions`, { body });
      expect([what, refused.body]).toMatchObject([what, { code }]);
      const answer = await call('POST', `${gamePath}/versions/validate`, { body });
      const expected = errors === undefined ? { code } : { errors: errors.map((path) => ({ path })) };
      expect([what, answer.body]).toMatchObject([what, expected]);
    }
    expect(readRecords(server.dataFolder)).toBe(before);
  });

  it('finds nothing wrong with good settings', async () => {
    const { call, gamePath } = await startWithGame();
    const body = { display_name: 'x'.repeat(128), config };
    expect((await call('POST', `${gamePath}/versions/validate`, { body })).body).toEqual({ errors: [] });
  });
});
