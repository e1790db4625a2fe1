import { expect, test, vi } from 'vitest';
import { buildCommands, type PaletteActions } from '../../../../src-renderer/app/palette/commands.ts';
import { elsewhereGroups } from '../../../../src-renderer/app/palette/elsewhere.ts';
import { filterCommands, markMatches } from '../../../../src-renderer/app/palette/filter.ts';
import type { InstanceView } from '../../../../src-shared/instances/bridge.ts';
import { fullGame } from '../../support/fake-core.ts';
import { runningLocal as local, lost, stagingEu, stoppedLocal } from '../../support/some-instances.ts';
import { namespace_id, someServer, tidebreak } from '../../support/some-servers.ts';

const games = ['Tidebreak', 'Hollow Circuit', 'Paper Comets'].map((name) => {
  return { id: name, name_id: name, display_name: name, total_player_count: 0 };
});
const paletteActions: PaletteActions = {
  goTo: vi.fn<PaletteActions['goTo']>(),
  openInstance: vi.fn<PaletteActions['openInstance']>(),
  createGame: vi.fn<PaletteActions['createGame']>(),
  uploadBuild: vi.fn<PaletteActions['uploadBuild']>(),
  connectRemote: vi.fn<PaletteActions['connectRemote']>(),
  setTheme: vi.fn<PaletteActions['setTheme']>(),
  restart: vi.fn<PaletteActions['restart']>(),
  copy: vi.fn<PaletteActions['copy']>(),
  showShortcuts: vi.fn<PaletteActions['showShortcuts']>(),
  startServer: vi.fn<PaletteActions['startServer']>(),
  stopServer: vi.fn<PaletteActions['stopServer']>(),
  restartServer: vi.fn<PaletteActions['restartServer']>(),
  openSwitch: vi.fn<PaletteActions['openSwitch']>(),
  rollBack: vi.fn<PaletteActions['rollBack']>(),
  openNamespaceSettings: vi.fn<PaletteActions['openNamespaceSettings']>(),
  openNewNamespace: vi.fn<PaletteActions['openNewNamespace']>(),
  promote: vi.fn<PaletteActions['openNewNamespace']>(),
};
const labels = (instance: InstanceView | undefined, typed = '') =>
  filterCommands(buildCommands({ instance, games, theme: 'dark' }, paletteActions), typed).flatMap((group) =>
    group.items.map((item) => item.label),
  );

test('offers the games, the pages and what can be done', () => {
  expect(labels(local)).toEqual([
    'Create a game',
    'Upload a build',
    'Restart Local',
    'Copy the service address',
    'Connect a remote',
    'Use the system theme',
    'Use the light theme',
    'Show all shortcuts',
    'Tidebreak',
    'Hollow Circuit',
    'Paper Comets',
    'Transfers',
    'Settings',
    'Welcome',
  ]);
});

test('finds the pages by what people call them', () => {
  const open = { instance: local, game: tidebreak };
  const found = (typed: string) =>
    filterCommands(
      buildCommands({ instance: local, games, theme: 'dark', open, hasOverview: true }, paletteActions),
      typed,
    ).flatMap(({ items }) => items.map(({ label }) => label));
  expect(['overview', 'activity', 'sample', 'regatta', 'builds'].map(found)).toEqual([
    ['Overview'],
    ['Activity'],
    ['Welcome'],
    ['Welcome'],
    ['Builds'],
  ]);
  expect(found('history')).toContain('History of production');
  expect(['share', 'network', 'all servers'].map((typed) => found(typed)[0])).toEqual([
    'Servers',
    'Servers',
    'Servers',
  ]);
});

test('has first what can be done, and last what only says why it cannot', () => {
  const line = { context: '', icon: 'undo', run: () => undefined } as const;
  const groups = [
    { value: 'Versions', items: [{ ...line, value: 'a', label: 'Roll back prod', isOff: true as const }] },
    {
      value: 'Commands',
      items: [
        { ...line, value: 'b', label: 'Roll back dev', isOff: true as const },
        { ...line, value: 'c', label: 'Stroll' },
      ],
    },
  ];
  const found = (typed: string) =>
    filterCommands(groups, typed).flatMap(({ items }) => items.map(({ value }) => value));
  expect(found('roll')).toEqual(['c', 'b', 'a']);
  expect(found('')).toEqual(['a', 'b', 'c']);
});

test('leaves out what cannot work while Local is stopped', () => {
  expect(labels(stoppedLocal)).not.toContain('Create a game');
  expect(labels(stoppedLocal)).toContain('Restart Local');
  expect(labels(stoppedLocal)).not.toContain('Copy the service address');
});

test('finds by all typed words, those at the start of a label first', () => {
  expect(labels(local, 'comets')).toEqual(['Paper Comets']);
  expect(labels(local, 'local re')).toEqual(['Restart Local', 'Create a game', 'Tidebreak']);
  expect(labels(local, 'zzz')).toEqual([]);
});

test('has the group first whose line starts with what is typed', () => {
  const py = { id: 'py', name_id: 'py', display_name: 'Py', total_player_count: 0 };
  const groups = filterCommands(buildCommands({ instance: local, games: [py], theme: 'dark' }, paletteActions), 'py');
  expect(groups.flatMap(({ items }) => items.map(({ label }) => label))).toEqual(['Py', 'Copy the service address']);
});

test('copies the address that engines use', () => {
  const copy = buildCommands({ instance: local, games: [], theme: 'dark' }, paletteActions)[0]?.items.find(
    (item) => item.value === 'copy-address',
  );
  copy?.run();
  expect(paletteActions.copy).toHaveBeenCalledWith('http://127.0.0.1:7420');
});

test('marks the typed letters of a label, also those that mean something in a pattern', () => {
  expect(markMatches('Restart Local', 're')).toEqual([
    { text: 'Re', marked: true },
    { text: 'start Local', marked: false },
  ]);
  expect(markMatches('What (now)?', '(now)?')).toEqual([
    { text: 'What ', marked: false },
    { text: '(now)?', marked: true },
  ]);
  expect(markMatches('Tidebreak', ' ')).toEqual([{ text: 'Tidebreak', marked: false }]);
});

/** With a version that somebody uploaded, on the first namespace; before it, there is the one that came with the game. */
function withUpload(game: ReturnType<typeof fullGame>): typeof game {
  const version_id = '2f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a9';
  const uploaded = { version_id, display_name: '0.0.2', create_ts: '2026-11-17T09:12:00.000Z' };
  const namespaces = game.namespaces.map((one, at) => (at === 0 ? { ...one, version_id } : one));
  return { ...game, namespaces, versions: [...game.versions, uploaded] };
}

test('promotes nothing of a game that has only the version that came with it', () => {
  const open = { instance: local, game: fullGame('3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak') };
  const all = buildCommands({ instance: local, games, theme: 'dark', open }, paletteActions).flatMap(
    ({ items }) => items,
  );
  expect(all.map(({ value }) => value)).not.toContain('promote');
  expect(all.map(({ value }) => value)).toContain(`switch-${open.game.namespaces[0]?.namespace_id}`);
});

test('offers to switch, roll back and set the namespaces of the open game, and none while it cannot be reached', () => {
  const game = fullGame('3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak');
  const open = { instance: local, game: withUpload(game) };
  const groups = buildCommands({ instance: local, games, theme: 'dark', open }, paletteActions);
  const [versions] = groups;
  expect(versions?.value).toBe('Versions');
  expect(versions?.items.map(({ label, context }) => `${label}, ${context}`)).toEqual([
    'Switch version of production, runs 0.0.2',
    'Roll back production, from 0.0.2',
    'Switch version of staging, no version',
    'Roll back staging, no version',
    'Promote a version, of Tidebreak',
  ]);
  versions?.items[1]?.run();
  const place = { instance_id: 'local', game_id: game.game_id, namespace_id: game.namespaces[0]?.namespace_id };
  expect(paletteActions.rollBack).toHaveBeenCalledWith(place, undefined);
  const away = { ...open, instance: { ...local, ...lost('Local', 1) } };
  expect(buildCommands({ instance: local, games, theme: 'dark', open: away }, paletteActions)[0]?.value).toBe(
    'Commands',
  );
});

test('says to which version a namespace goes back, and why one cannot be rolled back', () => {
  const game = fullGame('3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak');
  const [first, second] = game.namespaces.map(({ namespace_id: id }) => id);
  const known = { instance: local, games, theme: 'dark', open: { instance: local, game } } as const;
  const previous = { [first ?? '']: { version_id: 'v', name: 'v0.4.1' }, [second ?? '']: null };
  const offered = buildCommands({ ...known, previous }, paletteActions).flatMap((group) => group.items);
  const back = offered.filter(({ label }) => label.startsWith('Roll back'));
  expect(back.map(({ label, context }) => `${label}, ${context}`)).toEqual([
    'Roll back production, to v0.4.1',
    'Roll back staging, No earlier version ran well here',
  ]);
  expect(back.map(({ isOff }) => isOff)).toEqual([undefined, true]);
  back[1]?.run();
  expect(paletteActions.rollBack).not.toHaveBeenCalledWith(
    expect.objectContaining({ namespace_id: second }),
    undefined,
  );
});

test('runs a command on another instance, on the same game there, where that has the same', () => {
  const game = (id: string) => fullGame(id, 'Tidebreak', 'tidebreak');
  const here = { instance: local, games, theme: 'dark', open: { instance: local, game: game('here') } } as const;
  const remote = (id: string): InstanceView => ({ ...stagingEu, id, name: id.toUpperCase() });
  const without = game('there');
  const theirs = [
    { instance: remote('eu'), games: [], game: game('there') },
    { instance: { ...remote('us'), is_read_only: true }, games: [] },
    { instance: remote('asia'), games: [], game: { ...without, namespaces: without.namespaces.slice(1) } },
    { instance: remote('af'), games: undefined },
  ];
  const linesOf = (wanted: string) => {
    const all = buildCommands(here, paletteActions).flatMap((group) => group.items);
    const command = all.find(({ label }) => label === wanted);
    if (command === undefined) throw new Error(`expected ${wanted}`);
    return elsewhereGroups(command, theirs, paletteActions).flatMap((group) => group.items);
  };
  const [line, ...others] = linesOf('Roll back production');
  expect([line?.label, line?.context, line?.isOff]).toEqual(['EU', 'no version', undefined]);
  expect(others.map(({ label, context, isOff }) => [label, context, isOff])).toEqual([
    ['US', 'It does not have this', true],
    ['ASIA', 'It does not have this', true],
    ['AF', 'Checking what it has', true],
  ]);
  line?.run();
  expect(paletteActions.openInstance).toHaveBeenLastCalledWith('eu', 'there');
  const [production] = game('there').namespaces;
  const place = { instance_id: 'eu', game_id: 'there', namespace_id: production?.namespace_id };
  expect(paletteActions.rollBack).toHaveBeenLastCalledWith(place, undefined);
  const running = (wanted: string) => linesOf(wanted).filter(({ isOff }) => isOff !== true);
  expect(running('Roll back staging').map(({ label }) => label)).toEqual(['EU', 'ASIA']);
  expect(running('Create a game').map(({ label }) => label)).toEqual(['EU', 'ASIA', 'AF']);
  expect(linesOf('Create a game')[1]?.context).toMatch(/^US is marked read-only here\./);
  expect(running('Transfers')).toEqual([]);
});

test('offers the servers that are open, and what can be done to the one that is looked at', () => {
  const server = someServer();
  const open = { instance: local, game: tidebreak };
  const servers = {
    list: [server, someServer({ id: 'a20c6de8-0', state: 'crashed', destroyed_at: 1 })],
    server_id: server.id,
    only: namespace_id,
    place: { instance_id: 'local', game_id: tidebreak.game_id, namespace_id },
  };
  const offered = (instance: InstanceView, list = servers.list) => {
    const known = {
      instance,
      games,
      theme: 'dark',
      open: { ...open, instance },
      servers: { ...servers, list },
    } as const;
    const group = buildCommands(known, paletteActions).find(({ value }) => value === 'Servers');
    return group?.items.map(({ label, context }) => `${label}, ${context}`);
  };
  expect(offered(local)).toEqual([
    'Start a server, on production',
    'Stop server 7c1e04b2, the one that is open',
    'Restart server 7c1e04b2, the one that is open',
    'Server 7c1e04b2, Running',
    'Server a20c6de8, Crashed',
  ]);
  expect(offered({ ...local, is_read_only: true })).toEqual(['Server 7c1e04b2, Running', 'Server a20c6de8, Crashed']);
  expect(offered(local, [someServer({ state: 'draining' })]), 'one that drains is about to end').toEqual([
    'Start a server, on production',
    'Stop server 7c1e04b2, the one that is open',
    'Server 7c1e04b2, Draining',
  ]);
  const mark = { game_id: tidebreak.game_id, namespace_id };
  expect(offered({ ...local, protected_namespaces: [mark] })).not.toContainEqual(
    expect.stringContaining('Stop server'),
  );
});
