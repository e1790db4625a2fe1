// A row of the list of versions: how big, how old, and whether it ran well.
import { expect, test } from 'vitest';
import { versionName, versionOptions } from '../../../../src-renderer/features/namespaces/namespaces-selectors.ts';
import {
  firstChoice,
  formatMarks,
  markedOptions,
  switchChoice,
} from '../../../../src-renderer/features/namespaces/roll-back-selectors.ts';
import { formatRow, versionListRows } from '../../../../src-renderer/features/versions/version-list-selectors.ts';
import type { Build } from '../../../../src-shared/service/builds.ts';
import { board, laneId, someBuild, someTimeline, versionId } from '../../support/some-board.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = Date.parse('2026-11-20T12:00:00Z');
const row = { size: '38 MB', made: now - 14 * MINUTE, hasRunWell: false };

test('says the age of what is less than a day old, and of the rest its day', () => {
  expect(formatRow(row, now)).toBe('38 MB, 14 min ago');
  expect(formatRow({ ...row, size: undefined, made: now - 3 * 60 * MINUTE }, now)).toBe('3 h ago');
  expect(formatRow({ ...row, made: now - 5 * DAY }, now)).toBe('38 MB, 15 Nov');
  expect(formatRow({ ...row, hasRunWell: true }, now)).toBe('38 MB, 14 min ago, ran well');
});

test("the version that a game is made with is nobody's upload, so it is not listed", () => {
  const first = { version_id: 'first', display_name: '0.0.1', create_ts: board.create_ts };
  const game = { ...board, versions: [first, ...board.versions] };
  const all = versionListRows({ game: board, builds: {}, timelines: {} });
  expect(all.length).toBeGreaterThan(2);
  expect(versionListRows({ game, builds: {}, timelines: {} })).toEqual(all);
  expect(versionOptions(game, '').map(({ value }) => value)).not.toContain('first');
  expect(versionName(game, 'first')).toBe('no version');
});

test('says of the size of a build that it is of what is packed', () => {
  const [version] = board.versions;
  const [namespace] = board.namespaces;
  if (version === undefined || namespace === undefined) throw new Error('expected a version');
  const built = (kind: Build['kind'], compression: Build['compression']): Build => ({
    ...someBuild('v0.4.2', 45_000_000),
    kind,
    compression,
    version_id: version.version_id,
  });
  const sizeOf = (build: Build) =>
    versionListRows({ game: board, builds: { [namespace.namespace_id]: [build] }, timelines: {} }).find(
      ({ id }) => id === version.version_id,
    )?.size;
  expect(sizeOf(built('archive', 'none'))).toBe('45 MB packed');
  expect(sizeOf(built('docker_image', 'zstd'))).toBe('45 MB packed');
  expect(sizeOf(built('docker_image', 'none'))).toBe('45 MB packed');
});

test('a version ran well that did so on any namespace', () => {
  const timeline = someTimeline('prod', 9);
  const [first, ...others] = timeline.deployments ?? [];
  if (first === undefined) throw new Error('prod has a history');
  const timelines = { [laneId('prod')]: { ...timeline, deployments: [{ ...first, ran_well: true }, ...others] } };
  const rows = versionListRows({ game: board, builds: {}, timelines });
  expect(rows.filter(({ hasRunWell }) => hasRunWell).map(({ id }) => id)).toEqual([first.version_id]);
  expect(rows.find(({ id }) => id === versionId('v0.5.0-b3'))?.hasRunWell).toBe(false);
});

test('a version whose servers did not start is marked on the shelf and where versions are chosen, and is no first choice', () => {
  const [newest, ...others] = board.versions.toReversed();
  if (newest === undefined) throw new Error('expected a version');
  const game = { ...board, versions: [...others.toReversed(), { ...newest, failed_starts: 2 }] };
  const rowOf = versionListRows({ game, builds: {}, timelines: {} }).find(({ id }) => id === newest.version_id);
  expect(rowOf && formatMarks(rowOf)).toBe('did not start 2×');
  expect(markedOptions(game, '').map(({ label }) => label)).toContain(`${newest.display_name}, did not start 2×`);
  expect(firstChoice(board, '')).toBe(newest.version_id);
  expect(firstChoice(game, '')).not.toBe(newest.version_id);
  expect(formatMarks({ crashes: 0, failed: 1 })).toBe('did not start');
  expect(formatMarks({ crashes: 1, failed: 5 })).toBe('crashed once');
});

test('what was rolled back where it is to go, or could not be joined there, is not chosen by itself', () => {
  const [newest = '', second = '', ...others] = board.versions
    .toSorted((a, b) => b.create_ts.localeCompare(a.create_ts))
    .map(({ version_id }) => version_id);
  const went = (version_id: string, ran_ms: number, rolled_back: boolean) => ({
    version_id,
    outcome: { is_running: false, ran_ms, rolled_back },
  });
  const rolledBack = went(newest, 60_000, true);
  expect(switchChoice(board, '', [went(newest, 60_000, false), rolledBack])).toBe(newest);
  expect(switchChoice(board, '', [rolledBack])).toBe(second);
  expect(switchChoice(board, '', [rolledBack, went(second, 0, false)])).not.toBe(second);
  const all = [newest, second, ...others].map((id) => went(id, 0, false));
  expect(switchChoice(board, '', all)).toBeUndefined();
  expect(firstChoice(board, ''), 'for a new namespace').toBe(newest);
});
