import { expect, test } from 'vitest';
import {
  chosenGame,
  editedSettings,
  findingsFor,
  formatDeed,
  launches,
  leftOutRows,
  settlePlace,
  typedProblems,
} from '../../../../../src-renderer/features/builds/choose/card-selectors.ts';
import { emptyDraft } from '../../../../../src-renderer/features/builds/choose/card-store.ts';
import { fullGame } from '../../../support/fake-core.ts';
import { runningLocal } from '../../../support/some-instances.ts';
import { someReport } from '../../../support/some-report.ts';

const game = fullGame('g1', 'Tidebreak', 'tidebreak');
const [production, staging] = game.namespaces;

test('takes the game that was dropped on, else the only one, else a new one; another instance has other games', () => {
  const rows = ['g1', 'g2'].map((id) => ({ id, name_id: id, display_name: id, total_player_count: 0 }));
  expect(chosenGame(emptyDraft, { game_id: 'g2' }, rows, [])).toBe('g2');
  expect(chosenGame(emptyDraft, { game_id: 'gone' }, rows.slice(0, 1), [])).toBe('g1');
  expect(chosenGame(emptyDraft, {}, [], [])).toBe('new');
  expect(chosenGame({ ...emptyDraft, instance_id: 'b' }, { instance_id: 'a', game_id: 'g2' }, rows, [])).toBe('');
});

test.each([
  [['tidebreak-server', 'server.tar.zst'], 'g1'],
  [['', 'Hollow_Circuit.zip'], 'g2'],
  [['', 'server.js'], ''],
  [['tide', 'hollow'], ''],
])('of several games, a build that is called %j goes to "%s"', (names, chosen) => {
  const rows = [
    { id: 'g1', name_id: 'tidebreak-7qa', display_name: 'Tidebreak', total_player_count: 0 },
    { id: 'g2', name_id: 'hollow', display_name: 'Hollow Circuit', total_player_count: 0 },
  ];
  expect(chosenGame(emptyDraft, {}, rows, names)).toBe(chosen);
});

test('goes to the lane under the drop, else to staging, and launches on no protected one by itself', () => {
  const known = { instance: runningLocal, game_id: 'g1', game };
  const onLane = { namespace_id: production?.namespace_id };
  const place = settlePlace(known, emptyDraft, onLane);
  expect(place.namespace?.name_id).toBe('production');
  expect(settlePlace(known, emptyDraft, {}).namespace?.id).toBe(staging?.namespace_id);
  expect(launches(emptyDraft, onLane, place, false)).toBe(true);
  expect(launches(emptyDraft, { ...onLane, launch: false }, place, false)).toBe(false);
  expect(launches(emptyDraft, onLane, place, true), 'a build of another game').toBe(false);
  const protectedNamespaces = [{ game_id: 'g1', namespace_id: production?.namespace_id ?? '' }];
  const guarded = settlePlace(
    { ...known, instance: { ...runningLocal, protected_namespaces: protectedNamespaces } },
    emptyDraft,
    onLane,
  );
  expect(launches(emptyDraft, onLane, guarded, false)).toBe(false);
  expect(typedProblems({ ...emptyDraft, launch: true }, guarded, '0.0.2', true).confirm).toMatch(/Type production/);
  expect(typedProblems({ ...emptyDraft, confirm: 'production' }, guarded, '0.0.2', true)).toEqual({});
});

test('names the game on the button where that may be meant to be another, however long its name is', () => {
  const long = { ...game, display_name: 'Tidebreak '.repeat(12) };
  const place = settlePlace({ instance: runningLocal, game_id: 'g1', game: long }, emptyDraft, {});
  expect(formatDeed(true, place, false)).toBe('Upload and launch on staging');
  expect(formatDeed(true, place, true)).toBe('Upload to Tidebreak Tidebreak Tide… and launch on staging');
  expect(formatDeed(false, place, true)).toBe('Upload to Tidebreak Tidebreak Tide…');
});

test.each(['', '   ', 'x'.repeat(129), '0.0.1', ' 0.0.1\n'])('refuses the version name %j', (version) => {
  const place = settlePlace({ instance: runningLocal, game_id: 'g1', game }, emptyDraft, {});
  expect(typedProblems(emptyDraft, place, version, false).version).toBeDefined();
});

test('sends no settings unless something was edited, and then what the card shows', () => {
  const report = someReport();
  expect(editedSettings(emptyDraft, report)).toEqual({ settings: undefined, problems: {} });
  expect(editedSettings({ ...emptyDraft, arguments: '--map\n reef \n\n' }, report).settings).toEqual({
    program: 'server.js',
    arguments: ['--map', 'reef'],
    ports: { game: { protocol: 'udp', routing: { game_guard: {} } } },
  });
  const port = { name: 'game', protocol: 'udp', internal: '7777', routing: 'game_guard' } as const;
  expect(editedSettings({ ...emptyDraft, ports: [port] }, report).settings).toEqual({
    program: 'server.js',
    arguments: ['--port', '{port:game}'],
    ports: { game: { protocol: 'udp', internal_port: 7777, routing: { game_guard: {} } } },
  });
  expect(editedSettings({ ...emptyDraft, ports: [port, port] }, report).problems.ports).toMatch(/Two ports/);
  expect(
    editedSettings({ ...emptyDraft, ports: [{ ...port, internal: '99999' }] }, report).problems.ports,
  ).toBeDefined();
});

test('leaves what a slipway.json of the build says to it, where it was not edited', () => {
  const report = someReport({ manifest: { state: 'valid', problems: [] } });
  expect(editedSettings({ ...emptyDraft, arguments: '--map\nreef' }, report).settings).toEqual({
    program: 'server.js',
    arguments: ['--map', 'reef'],
  });
});

test('does not hold against a remote what is wrong on this machine alone', () => {
  const blocks = ['wrong_platform', 'no_program'].map((code) => {
    return { severity: 'block' as const, code, sentence: 'It is for Windows.', hint: 'Export it for Linux.' };
  });
  const report = someReport({ findings: blocks });
  expect(findingsFor(report, { isLocal: true, isLaunch: true }).map(({ severity }) => severity)).toEqual([
    'block',
    'block',
  ]);
  expect(findingsFor(report, { isLocal: false, isLaunch: true }).map(({ severity }) => severity)).toEqual([
    'warn',
    'block',
  ]);
});

test('a program for another system is uploaded to this machine, and not launched on it', () => {
  const hint = 'Export the server for Linux on x64.';
  const found = { severity: 'warn' as const, code: 'wrong_platform', sentence: 'It is for Windows.', hint };
  const report = someReport({ findings: [found] });
  expect(findingsFor(report, { isLocal: true, isLaunch: false })).toEqual([found]);
  expect(findingsFor(report, { isLocal: true, isLaunch: true })).toEqual([
    { ...found, severity: 'block', hint: `${hint} Or clear the launch checkbox to only upload it.` },
  ]);
});

test('gathers what is left out by its rule, the largest first', () => {
  const row = { is_folder: false, reason: 'Debug symbols', files: 1, untickable: true };
  const rows = leftOutRows(
    someReport({
      leave_out: [
        { ...row, path: 'a.log', rule: '*.log', bytes: 10 },
        { ...row, path: 'a.pdb', rule: '*.pdb', bytes: 500 },
        { ...row, path: 'b.pdb', rule: '*.pdb', bytes: 700 },
      ],
    }),
  );
  expect(rows.map(({ rule, paths, bytes }) => [rule, paths, bytes])).toEqual([
    ['*.pdb', 2, 1_200],
    ['*.log', 1, 10],
  ]);
});
