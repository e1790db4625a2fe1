// The facts of the switch sheet, without a browser: what differs between two lists, the rows, whom it meets, the checks.
import { expect, test } from 'vitest';
import { changeRows } from '../../../../src-renderer/features/namespaces/switch-changes.ts';
import { checksOf } from '../../../../src-renderer/features/namespaces/switch-checks.ts';
import { formatDrain, formatStop, impactOf } from '../../../../src-renderer/features/namespaces/switch-impact.ts';
import { countDiff, diffTexts } from '../../../../src-renderer/features/namespaces/text-list-diff.ts';
import type { Comparison } from '../../../../src-shared/versions/bridge.ts';
import {
  newVersion,
  oldVersion,
  prod,
  prodComparison,
  prodServers,
  prodSettings,
  tidebreak,
} from '../../support/some-switch.ts';

/** Every list of up to three of these texts. */
function everyList(texts: readonly string[], most: number): string[][] {
  if (most === 0) return [[]];
  const shorter = everyList(texts, most - 1);
  const longest = shorter.filter(({ length }) => length === most - 1);
  return [...shorter, ...longest.flatMap((list) => texts.map((text) => [...list, text]))];
}

test('what stayed, went and came gives either list again, whatever they were', () => {
  const lists = everyList(['--a', '--b', '--c'], 3);
  expect(lists).toHaveLength(40);
  for (const before of lists) {
    for (const after of lists) {
      const texts = diffTexts(before, after);
      expect(texts.filter(({ kind }) => kind !== 'new').map(({ text }) => text)).toEqual(before);
      expect(texts.filter(({ kind }) => kind !== 'gone').map(({ text }) => text)).toEqual(after);
      const { changed, added, removed } = countDiff(texts);
      expect(added - removed).toBe(after.length - before.length);
      expect(changed + added + removed > 0).toBe(before.join(' ') !== after.join(' '));
    }
  }
});

test('a version that stays the same has no rows', () => {
  const { from } = prodComparison;
  const none = { count: 0, bytes: 0, first: [] };
  const files = { added: none, changed: none, removed: none, total_before: 3, total: 3 };
  expect(changeRows({ from, to: from, files })).toEqual([]);
});

test('tells which ports, and how they are routed, when only the routing changed', () => {
  const change: Comparison = structuredClone(prodComparison);
  const settings = change.from.settings;
  if (settings === undefined) throw new Error('expected settings');
  change.to.settings = { ...settings, ports: settings.ports.map((port) => ({ ...port, routing: 'game_guard' })) };
  expect(changeRows(change).find(({ label }) => label === 'Ports')).toMatchObject({
    aside: '1 changed, routed by Game guard',
    ports: [{ kind: 'gone' }, { kind: 'new' }],
  });
});

test('says no factor where CPU and memory do not grow alike, and whose figures count where nobody said any', () => {
  const change: Comparison = structuredClone(prodComparison);
  if (change.to.settings) change.to.settings.resources = { cpu: 1000, memory: 512 };
  const row = changeRows(change).find(({ label }) => label === 'Resources');
  expect(row).toMatchObject({ figures: [{ label: 'CPU', before: '500', after: '1,000' }] });
  expect(row).not.toHaveProperty('aside');
  if (change.to.settings) change.to.settings.resources = null;
  expect(changeRows(change).find(({ label }) => label === 'Resources')).toMatchObject({
    figures: [
      { before: '500 millicores', after: 'default', unit: '' },
      { before: '512 MB', after: 'default', unit: '' },
    ],
  });
});

test('says that the sizes of both builds are of what is packed', () => {
  const [build] = changeRows(prodComparison).filter(({ label }) => label === 'Build');
  expect(build).toMatchObject({
    before: expect.stringMatching(/ packed$/),
    after: expect.stringMatching(/ packed$/),
  });
});

test('counts those that a switch ends, not those of the version to come, nor those started by hand', () => {
  const servers = prodServers();
  const [first, second, third, ...others] = servers;
  if (first === undefined || second === undefined || third === undefined) throw new Error('expected servers');
  const mixed = [
    { ...first, version: newVersion },
    { ...second, kept: false },
    { ...third, destroyed_at: Date.now() },
    ...others,
  ];
  const impact = impactOf(mixed, tidebreak, newVersion);
  expect(impact).toMatchObject({ servers: 11, byHand: 1, graceMs: 120_000 });
  expect(impact.players).toBe(212 - 16 * 3);
  expect(impactOf([], tidebreak, newVersion)).toMatchObject({ servers: 0, regions: [], players: 0 });
});

test('does not make up players where nobody counts them', () => {
  const silent = prodServers().map(({ players: _players, ...server }) => server);
  const impact = impactOf(silent, tidebreak, newVersion);
  expect(impact.players).toBeUndefined();
  expect(formatStop(impact)).toBe('Everybody on them is disconnected. Servers get 2 min to save and shut down.');
  expect(formatDrain(impact, 'v2', { drain_limit: 7_200_000 })).toBe(
    'New lobbies open on v2. The 14 servers stop when they are empty, after 2 h at the latest.',
  );
});

test('says of a version that was there before how it went, and speaks for it only where it ran well', () => {
  const known = { settings: prodSettings, game: tidebreak, namespace_id: prod.namespace_id };
  const { namespace } = prodComparison;
  if (namespace === undefined) throw new Error('expected a namespace');
  const from = Date.UTC(2026, 10, 12, 9);
  const ran_before = new Date(from).toISOString();
  const ended_ts = new Date(from + 11_000).toISOString();
  const over = { is_running: false, ended_ts, rolled_back: false, crashes: 0, crash_loop: false, ran_well: false };
  const said = (went: NonNullable<Comparison['namespace']>['went']) => {
    const here = { ...namespace, also_runs: [], ran_before, ...(went && { went }) };
    return checksOf({ comparison: { ...prodComparison, namespace: here }, ...known })
      .filter(({ text }) => text.includes('on prod'))
      .map(({ state, text }) => `${state}: ${text}`);
  };
  expect(said({ ...over, crashes: 4, crash_loop: true, rolled_back: true, ran_ms: 0 })).toEqual([
    'notice: It crashed 4 times on prod',
  ]);
  expect(said({ ...over, failed_starts: 1, ran_ms: 0, rolled_back: true })).toEqual([
    'notice: It did not start on prod',
  ]);
  expect(said({ ...over, failed_starts: 4, ran_ms: 0 })).toEqual(['notice: It did not start 4 times on prod']);
  expect(said({ ...over, ran_ms: 0, rolled_back: true })).toEqual(['notice: Nobody could ever join it on prod']);
  expect(said({ ...over, ran_ms: 9_000, rolled_back: true })).toEqual([
    'notice: It was rolled back on prod after 11 s',
  ]);
  expect(said({ ...over, ran_ms: 9_000 })).toEqual([]);
  const good = [expect.stringMatching(/^done: It ran on prod before, from /)];
  expect(said({ ...over, ran_ms: 900_000 })).toEqual(good);
  expect(said({ ...over, ran_ms: 900_000, ran_well: true, crashes: 1 })).toEqual(good);
  expect(said(undefined), 'where it is not told').toEqual(good);
});

test('checks what is stored, where it runs, and what the doctor found; a version without a build cannot start', () => {
  const known = { settings: prodSettings, game: tidebreak, namespace_id: prod.namespace_id };
  const checks = checksOf({ comparison: prodComparison, ...known });
  expect(checks.map(({ state }) => state)).toEqual(['done', 'done', 'notice', 'notice']);
  const { namespace } = prodComparison;
  if (namespace === undefined) throw new Error('expected a namespace');
  const also_runs = namespace.also_runs.map((other) => ({ ...other, ran: false }));
  const unused = checksOf({ comparison: { ...prodComparison, namespace: { ...namespace, also_runs } }, ...known });
  expect([...checks, ...unused].filter(({ text }) => text.startsWith('staging'))).toEqual(checks.slice(1, 3));
  const empty = { ...prodComparison, to: { version_id: oldVersion, build: null, unknown: {} } };
  expect(checksOf({ comparison: empty, ...known })[0]).toMatchObject({
    state: 'failed',
    rest: 'No server can start with it.',
  });
  const many = structuredClone(prodComparison);
  const [one] = many.to.findings ?? [];
  if (one === undefined) throw new Error('expected a finding');
  many.to.findings = Array.from({ length: 6 }, (_, n) => ({ ...one, sentence: `Finding ${n}.` }));
  expect(checksOf({ comparison: many, ...known }).at(-1)?.text).toBe('2 more findings of the doctor');
});
