// A row of the list of versions: how big, how old, and whether it ran well.
import { expect, test } from 'vitest';
import { formatRow, versionListRows } from '../../../../src-renderer/features/versions/version-list-selectors.ts';
import { board, laneId, someTimeline, versionId } from '../../support/some-board.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = Date.parse('2026-11-20T12:00:00Z');
const row = { bytes: 38_000_000, made: now - 14 * MINUTE, hasRunWell: false };

test('says the age of what is less than a day old, and of the rest its day', () => {
  expect(formatRow(row, now)).toBe('38 MB, 14 min ago');
  expect(formatRow({ ...row, bytes: undefined, made: now - 3 * 60 * MINUTE }, now)).toBe('3 h ago');
  expect(formatRow({ ...row, made: now - 5 * DAY }, now)).toBe('38 MB, 15 Nov');
  expect(formatRow({ ...row, hasRunWell: true }, now)).toBe('38 MB, 14 min ago, ran well');
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
