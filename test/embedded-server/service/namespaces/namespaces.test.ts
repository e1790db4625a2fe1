// Namespaces of a game: names and removal, against the real service in a temp folder.
import { describe, expect, it } from 'vitest';
import { id } from '../../../src-shared/service/examples.ts';
import { countRows, readRecords } from '../../../support/records.ts';
import { createGame, placesOf, startWithGame } from '../../../support/service.ts';

const good = { display_name: 'Test server', name_id: 'test' };

describe('validate namespace', () => {
  const cases: [string, object, string[][]][] = [
    ['good names', {}, []],
    [
      'empty names',
      { display_name: '', name_id: '' },
      [
        ['display-name', 'too-short'],
        ['display-name', 'invalid'],
        ['name-id', 'too-short'],
        ['name-id', 'invalid'],
      ],
    ],
    [
      'long names',
      { display_name: 'x'.repeat(129), name_id: 'x'.repeat(17) },
      [
        ['display-name', 'too-long'],
        ['display-name', 'invalid'],
        ['name-id', 'too-long'],
        ['name-id', 'invalid'],
      ],
    ],
    [
      '129 bytes in 65 letters',
      { display_name: `${'ö'.repeat(64)}x` },
      [
        ['display-name', 'too-long'],
        ['display-name', 'invalid'],
      ],
    ],
    ['128 bytes in 64 letters', { display_name: 'ö'.repeat(64) }, []],
    ['unicode', { display_name: '潮汐 🚢' }, []],
    ['a control character that is no space', { display_name: 'a\u0000b' }, [['display-name', 'invalid']]],
    ['a tab', { display_name: 'a\tb' }, [['display-name', 'invalid']]],
    ['a space at the edge', { display_name: ' a' }, [['display-name', 'invalid']]],
    ['two spaces', { display_name: 'a  b' }, [['display-name', 'invalid']]],
    ['16 letters', { name_id: 'x'.repeat(16) }, []],
    ['an upper-case id', { name_id: 'Prod' }, [['name-id', 'invalid']]],
    ['a hyphen at the edge', { name_id: 'a-' }, [['name-id', 'invalid']]],
    ['two hyphens', { name_id: 'a--b' }, [['name-id', 'invalid']]],
    ['a used id', { name_id: 'prod' }, [['name-id', 'not-unique']]],
    [
      'both wrong',
      { display_name: ' ', name_id: 'staging' },
      [
        ['display-name', 'invalid'],
        ['name-id', 'not-unique'],
      ],
    ],
    ['unknown keys', { extra: { deep: [1] } }, []],
  ];
  it('answers every problem at once, in order, and changes nothing', async () => {
    const { call, gamePath, server } = await startWithGame();
    const before = readRecords(server.dataFolder);
    for (const [what, change, paths] of cases) {
      const { status, body } = await call('POST', `${gamePath}/namespaces/validate`, { body: { ...good, ...change } });
      expect([what, status, body]).toEqual([what, 200, { errors: paths.map((path) => ({ path })) }]);
    }
    expect(readRecords(server.dataFolder)).toBe(before);
  });

  it('does not mind what another game uses', async () => {
    const { call, client, game_id } = await startWithGame();
    const version_id = (await client.getGame({ params: { game_id } })).game.versions[0]?.version_id ?? '';
    await client.createNamespace({ params: { game_id }, body: { ...good, version_id } });
    const other = await createGame(call, 'Other');
    expect(await client.validateNamespace({ params: { game_id: other }, body: good })).toEqual({ errors: [] });
  });

  it('does not know a game that is not there', async () => {
    const { call } = await startWithGame();
    const { body } = await call('POST', `/cloud/games/${id(9)}/namespaces/validate`, { body: good });
    expect(body).toMatchObject({ code: 'GAME_NOT_FOUND' });
  });
});

describe('create namespace', () => {
  it('stands in its game with the usual limits, by display name, and with no history', async () => {
    const { client, game, game_id } = await startWithGame();
    const version_id = game.versions[0]?.version_id ?? '';
    const { namespace_id } = await client.createNamespace({
      params: { game_id },
      body: { display_name: 'Quality', name_id: 'qa', version_id },
    });
    const params = { game_id, namespace_id };
    const { namespace } = await client.getNamespace({ params });
    expect(namespace).toMatchObject({ name_id: 'qa', display_name: 'Quality', version_id });
    expect(namespace.config).toMatchObject({ matchmaker: { lobby_count_max: 128, max_players: 4_294_967_295 } });
    expect(await client.listVersionHistory({ params })).toEqual({ versions: [] });
    const { game: after } = await client.getGame({ params: { game_id } });
    expect(after.namespaces.map(({ display_name }) => display_name)).toEqual(['Production', 'Quality', 'Staging']);
  });

  it('keeps an odd name to the letter', async () => {
    const { client, game, game_id } = await startWithGame();
    const version_id = game.versions[0]?.version_id ?? '';
    const display_name = 'ab 潮汐 🚢 <script>%s[31m';
    const { namespace_id } = await client.createNamespace({
      params: { game_id },
      body: { display_name, name_id: 'odd', version_id },
    });
    const { namespace } = await client.getNamespace({ params: { game_id, namespace_id } });
    expect(namespace.display_name).toBe(display_name);
  });

  it('lists names in the order of their bytes', async () => {
    const { client, game, game_id } = await startWithGame();
    const version_id = game.versions[0]?.version_id ?? '';
    for (const [n, display_name] of ['a', 'Z', 'ä', 'Production'].entries()) {
      await client.createNamespace({
        params: { game_id },
        body: { display_name, name_id: `n${n}`, version_id },
      });
    }
    const { game: after } = await client.getGame({ params: { game_id } });
    expect(after.namespaces.map(({ display_name }) => display_name)).toEqual([
      'Production',
      'Production',
      'Staging',
      'Z',
      'a',
      'ä',
    ]);
  });

  it('refuses bad names, and versions that are not of this game', async () => {
    const { call, client, game, gamePath, server } = await startWithGame();
    const version_id = game.versions[0]?.version_id ?? '';
    const other = await client.getGame({ params: { game_id: await createGame(call, 'Other') } });
    const refused: [object, number, string][] = [
      [{ name_id: 'prod' }, 400, 'VALIDATION_ERROR'],
      [{ display_name: '' }, 400, 'VALIDATION_ERROR'],
      [{ version_id: id(9) }, 404, 'VERSION_NOT_FOUND'],
      [{ version_id: other.game.versions[0]?.version_id }, 404, 'VERSION_NOT_FOUND'],
      [{ version_id: '' }, 404, 'VERSION_NOT_FOUND'],
      [{ version_id: null }, 400, 'API_BAD_BODY'],
    ];
    const before = readRecords(server.dataFolder);
    for (const [change, status, code] of refused) {
      const answer = await call('POST', `${gamePath}/namespaces`, { body: { ...good, version_id, ...change } });
      expect([change, answer.status, answer.body]).toMatchObject([change, status, { code }]);
    }
    expect(readRecords(server.dataFolder)).toBe(before);
  });
});

describe('rename namespace', () => {
  it('changes what is given and leaves the rest', async () => {
    const { client, place } = await startWithGame();
    await client.renameNamespace({ params: place, body: { display_name: 'Live' } });
    expect((await client.getNamespace({ params: place })).namespace).toMatchObject({
      name_id: 'prod',
      display_name: 'Live',
    });
    await client.renameNamespace({ params: place, body: { display_name: null, name_id: 'live' } });
    expect((await client.getNamespace({ params: place })).namespace).toMatchObject({
      name_id: 'live',
      display_name: 'Live',
    });
  });

  it('takes its own name again, and moves no watch index for it', async () => {
    const { client, place, game_id } = await startWithGame();
    const before = await client.getGame({ params: { game_id } });
    await client.renameNamespace({ params: place, body: { display_name: 'Production', name_id: 'prod' } });
    await client.renameNamespace({ params: place, body: {} });
    expect(await client.getGame({ params: { game_id } })).toEqual(before);
  });

  it.each([{ name_id: 'staging' }, { name_id: '' }, { display_name: 'a  b' }])('refuses %j', async (body) => {
    const { call, namespacePath, server } = await startWithGame();
    const before = readRecords(server.dataFolder);
    const answer = await call('PATCH', namespacePath, { body });
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(readRecords(server.dataFolder)).toBe(before);
  });
});

describe('delete namespace', () => {
  it('goes with its history, and the game goes on', async () => {
    const { client, call, place, game_id, namespacePath, server } = await startWithGame();
    const { version_id } = await client.createVersion({
      params: { game_id },
      body: { display_name: '2', config: {} },
    });
    await client.updateNamespaceVersion({ params: place, body: { version_id } });
    expect(await client.deleteNamespace({ params: place })).toEqual({});
    expect(countRows(server.dataFolder, 'version_history')).toBe(0);
    for (const path of [namespacePath, `${namespacePath}/version-history`, `${namespacePath}/hosting`]) {
      expect((await call('GET', path)).body).toMatchObject({ code: 'NAMESPACE_NOT_FOUND' });
    }
    expect((await client.getGame({ params: { game_id } })).game.namespaces).toHaveLength(1);
    expect((await call('DELETE', namespacePath)).body).toMatchObject({ code: 'NAMESPACE_NOT_FOUND' });
  });

  it('refuses the last one', async () => {
    const { client, call, game, place } = await startWithGame();
    await client.deleteNamespace({ params: place });
    const last = game.namespaces[1]?.namespace_id ?? '';
    const { status, body } = await call('DELETE', `/cloud/games/${game.game_id}/namespaces/${last}`);
    expect([status, body]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
  });
});

it('knows a namespace only below its own game', async () => {
  const { call, client, place, game_id, server } = await startWithGame();
  const other = placesOf((await client.getGame({ params: { game_id: await createGame(call, 'Other') } })).game);
  const version_id = (await client.getGame({ params: { game_id } })).game.versions[0]?.version_id;
  const before = readRecords(server.dataFolder);
  for (const [gamePart, namespacePart, code] of [
    [other.place.game_id, place.namespace_id, 'NAMESPACE_NOT_FOUND'],
    [game_id, id(9), 'NAMESPACE_NOT_FOUND'],
    [id(9), place.namespace_id, 'GAME_NOT_FOUND'],
  ]) {
    const path = `/cloud/games/${gamePart}/namespaces/${namespacePart}`;
    const calls: [string, string, object?][] = [
      ['GET', path],
      ['PATCH', path, { display_name: 'New' }],
      ['DELETE', path],
      ['GET', `${path}/version-history`],
      ['POST', `${path}/mm-config`, { lobby_count_max: 1, max_players: 1 }],
      ['PUT', `${path}/version`, { version_id }],
      ['GET', `${path}/hosting`],
      ['PUT', `${path}/hosting`, { server_count: 1, on_version_switch: 'stop', drain_limit: 1, restart: 'never' }],
    ];
    for (const [method, target, body] of calls) {
      const answer = await call(method, target, { body });
      expect([method, target, answer.status, answer.body]).toMatchObject([method, target, 404, { code }]);
    }
  }
  expect(readRecords(server.dataFolder)).toBe(before);
});
