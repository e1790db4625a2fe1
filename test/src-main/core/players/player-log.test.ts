// The player log on its real file: what it remembers over a restart, and what it admits not to know.
import { expect, it, onTestFinished } from 'vitest';
import { openAppDatabase } from '../../../../src-main/core/platform/storage/app-database.ts';
import { createPlayerLog } from '../../../../src-main/core/players/player-log.ts';
import { stepsOf } from '../../../../src-main/core/players/player-steps.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const start = Date.parse('2026-11-16T09:00:00.000Z');
const place = { instance_id: 'eu', game_id: 'game', namespace_id: 'prod' };
const counts = (total: number, prod: number) =>
  new Map([
    ['', total],
    ['prod', prod],
  ]);

async function openLog(folder?: string, now = start) {
  const database = await openAppDatabase(folder ?? (await makeTempFolder()));
  const log = createPlayerLog();
  log.open(database, now);
  const close = () => {
    log.close();
    if (database.sql.isOpen) database.close();
  };
  onTestFinished(close);
  const rows = () => Number(database.sql.prepare('SELECT count(*) AS rows FROM player_counts').get()?.['rows']);
  const players = (from: number, to: number) =>
    stepsOf(log.read(place, from, to), { from, to }, false).map((step) => [(step.from - start) / MINUTE, step.players]);
  return { log, close, rows, players };
}

it('writes a row only for what changed', async () => {
  const { log, rows, players } = await openLog();
  for (let minute = 0; minute < 10; minute += 1) log.take('eu', 'game', counts(5, 2), start + minute * MINUTE);
  expect(rows()).toBe(2);
  log.take('eu', 'game', counts(6, 2), start + 10 * MINUTE);
  expect(rows()).toBe(3);
  expect(players(start, start + 11 * MINUTE)).toEqual([[0, 2]]);
});

it('knows nothing of the time between two runs, and goes on after it', async () => {
  const folder = await makeTempFolder();
  const before = await openLog(folder);
  before.log.take('eu', 'game', counts(5, 2), start);
  before.log.see('eu', start + MINUTE);
  before.close();
  const { log, players } = await openLog(folder);
  log.take('eu', 'game', counts(9, 4), start + 60 * MINUTE);
  expect(players(start, start + 61 * MINUTE)).toEqual([
    [0, 2],
    [1, null],
    [60, 4],
  ]);
});

it('has lost a few seconds at most when nothing closed it, and what changed not at all', async () => {
  const folder = await makeTempFolder();
  const killed = await openLog(folder);
  for (let second = 0; second <= 40; second += 5) killed.log.take('eu', 'game', counts(5, 2), start + second * 1000);
  killed.log.take('eu', 'game', counts(6, 3), start + 42_000);
  killed.log.see('eu', start + 43_000);
  const { players } = await openLog(folder);
  expect(players(start, start + MINUTE)).toEqual([
    [0, 2],
    [0.7, null],
  ]);
});

it('writes once a minute that nobody plays', async () => {
  const folder = await makeTempFolder();
  const killed = await openLog(folder);
  for (let second = 0; second <= 70; second += 5) killed.log.take('eu', 'game', counts(0, 0), start + second * 1000);
  const { players } = await openLog(folder);
  expect(players(start, start + 2 * MINUTE)).toEqual([
    [0, 0],
    [1, null],
  ]);
});

it('takes a long silence, as of a machine that slept, for time that nobody watched', async () => {
  const { log, players } = await openLog();
  log.take('eu', 'game', counts(5, 2), start);
  log.take('eu', 'game', counts(5, 2), start + 10 * MINUTE);
  expect(players(start, start + 11 * MINUTE)).toEqual([
    [0, null],
    [10, 2],
  ]);
});

it('knows nothing while an instance is gone, and forgets one that is removed', async () => {
  const { log, players, rows } = await openLog();
  log.take('eu', 'game', counts(5, 2), start);
  log.see('eu', start + MINUTE);
  log.lose('eu');
  log.take('eu', 'game', counts(5, 2), start + 2 * MINUTE);
  expect(players(start, start + 3 * MINUTE)).toEqual([
    [0, 2],
    [1, null],
    [2, 2],
  ]);
  log.forget('eu');
  expect(rows()).toBe(0);
  expect(players(start, start + 3 * MINUTE)).toEqual([[0, null]]);
});

it('of what is older than a month keeps the most and the last of each hour, of what is older than a year nothing', async () => {
  const folder = await makeTempFolder();
  const before = await openLog(folder);
  const wave = [3, 9, 5, 1];
  for (let n = 0; n < 60; n += 1) {
    const value = wave[n % 4] ?? 0;
    before.log.take('eu', 'game', new Map([['', value]]), start + n * MINUTE);
  }
  before.log.see('eu', start + 60 * MINUTE);
  before.close();
  const later = await openLog(folder, start + 40 * DAY);
  expect(later.rows()).toBe(2);
  const kept = stepsOf(
    later.log.read(place, start, start + 2 * 60 * MINUTE),
    { from: start, to: start + 60 * MINUTE },
    true,
  );
  expect(Math.max(...kept.map(({ players }) => players ?? 0))).toBe(9);
  expect(kept.findLast(({ players }) => players !== null)?.players).toBe(1);
  later.close();
  expect((await openLog(folder, start + 500 * DAY)).rows()).toBe(0);
});
