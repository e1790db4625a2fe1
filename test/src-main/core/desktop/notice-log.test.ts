// What stands behind the bell: one notice for what goes on, over a restart, and never more than can be read.
import { expect, test } from 'vitest';
import { createNoticeLog, type NoticeLog } from '../../../../src-main/core/desktop/notice-log.ts';
import { openAppDatabase } from '../../../../src-main/core/platform/storage/app-database.ts';
import type { CrashNotice } from '../../../../src-shared/desktop/bridge.ts';
import type { News } from '../../../../src-shared/desktop/news.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const MINUTE = 60_000;
const place = {
  instance_id: 'local',
  game_id: 'g',
  namespace_id: 'n',
  name: 'prod',
  version: { id: 'v4', name: '0.1.4' },
};

function crashOf(server: string, change: Partial<News<CrashNotice['kind']>> = {}): News<CrashNotice['kind']> {
  return {
    kind: 'servers_crashed',
    count: 1,
    names: ['Tidebreak'],
    reason: 'It ended.',
    hash: `#/${server}`,
    place,
    ...change,
  };
}

async function opened(folder: string, now: () => number) {
  const database = await openAppDatabase(folder);
  const log = createNoticeLog((text) => text.replaceAll('slipway_cloud_x', '•••'), now);
  log.open(database);
  return { log, close: () => [log.close(), database.close()] };
}

test('counts crashes of one version of a namespace in one notice that leads to the newest, and keeps it over a restart', async () => {
  const folder = await makeTempFolder('notices');
  let now = 0;
  const first = await opened(folder, () => now);
  first.log.addCrash(crashOf('a'));
  now = 4 * MINUTE;
  first.log.addCrash(crashOf('b', { count: 2 }));
  const whole = { kind: 'servers_crashed', count: 3, at: now, hash: '#/b', place };
  expect(first.log.source.snapshot()).toMatchObject([whole]);
  first.close();

  const second = await opened(folder, () => now);
  expect(second.log.source.snapshot()).toMatchObject([{ ...whole, is_old: true }]);
  second.log.addCrash(crashOf('c', { count: 0, gave_up: true }));
  const [now4] = second.log.source.snapshot();
  expect(now4).toMatchObject({ count: 3, gave_up: true, hash: '#/c' });
  expect(now4?.is_old).toBeUndefined();
  // Somebody had it try again, and it crashes as before.
  second.log.addCrash(crashOf('d'));
  expect(second.log.source.snapshot()).toMatchObject([{ count: 4, hash: '#/d' }]);
  expect(second.log.source.snapshot()[0]).not.toHaveProperty('gave_up');
  second.close();
});

test('tells apart versions, namespaces, kinds, and what happened more than five minutes later', async () => {
  let now = 0;
  const { log, close } = await opened(await makeTempFolder('notices'), () => now);
  log.addCrash(crashOf('a'));
  log.addCrash(crashOf('b', { place: { ...place, version: { id: 'v5', name: '0.1.5' } } }));
  log.addCrash(crashOf('c', { place: { ...place, namespace_id: 'm', name: 'staging' } }));
  log.addCrash(crashOf('d', { kind: 'servers_failed' }));
  now = 6 * MINUTE;
  log.addCrash(crashOf('e'));
  expect(log.source.snapshot().map(({ hash, count }) => [hash, count])).toEqual(
    ['#/a', '#/b', '#/c', '#/d', '#/e'].map((hash) => [hash, 1]),
  );
  close();
});

test.each([
  [
    'what the window said',
    (log: NoticeLog) => log.addSaid({ state: 'failed', title: 'Not sent', hash: '#/transfers' }),
  ],
  ['a crash', (log: NoticeLog) => log.addCrash(crashOf('a'))],
])('counts %s again for five minutes after it was told, and starts over after that', async (_, tell) => {
  let now = 0;
  const { log, close } = await opened(await makeTempFolder('notices'), () => now);
  const counts = () => log.source.snapshot().map(({ count }) => count);
  tell(log);
  now += 5 * MINUTE;
  tell(log);
  expect(counts()).toEqual([2]);
  now += 5 * MINUTE;
  tell(log);
  expect(counts()).toEqual([3]);
  now += 5 * MINUTE + 1;
  tell(log);
  expect(counts()).toEqual([3, 1]);
  close();
});

test('tells a crash of a version that had been rolled back as a new one, for somebody has switched to it again', async () => {
  const { log, close } = await opened(await makeTempFolder('notices'), () => 1);
  log.addCrash(crashOf('a', { count: 3 }));
  log.addCrash(crashOf('b', { rolled_back_to: '0.1.3' }));
  log.addCrash(crashOf('c'));
  const kept = log.source.snapshot();
  expect(kept).toMatchObject([
    { count: 4, rolled_back_to: '0.1.3', hash: '#/b' },
    { count: 1, hash: '#/c' },
  ]);
  expect(kept[1]).not.toHaveProperty('rolled_back_to');
  close();
});

test('tells the crashes of each deployment of a version apart, and what became of one with that one', async () => {
  const { log, close } = await opened(await makeTempFolder('notices'), () => 1);
  log.addCrash(crashOf('a', { deployed_at: 10, count: 3 }));
  log.addCrash(crashOf('b', { deployed_at: 20 }));
  log.addCrash(crashOf('c', { deployed_at: 20 }));
  log.addCrash(crashOf('d', { count: 0, gave_up: true }));
  expect(log.source.snapshot()).toMatchObject([
    { count: 3, deployed_at: 10, hash: '#/a' },
    { count: 2, deployed_at: 20, hash: '#/d', gave_up: true },
  ]);
  close();
});

test('takes secrets out of what a message is filled with, too', async () => {
  const { log, close } = await opened(await makeTempFolder('notices'), () => 1);
  const inner = { text: 'by slipway_cloud_x', reason: 'by', params: { who: 'slipway_cloud_x', n: 2 } };
  const title = { text: 'Not sent by slipway_cloud_x', reason: '{inner}', params: { inner } };
  log.addSaid({ state: 'failed', title, hash: '#/' });
  const safe = { text: 'by •••', reason: 'by', params: { who: '•••', n: 2 } };
  expect(log.source.snapshot()).toMatchObject([
    { title: { text: 'Not sent by •••', reason: '{inner}', params: { inner: safe } } },
  ]);
  close();
});

test('keeps what the window said without its secrets, counts what it says again, and forgets all when it is told to', async () => {
  const folder = await makeTempFolder('notices');
  const { log, close } = await opened(folder, () => 1);
  const said = {
    state: 'failed',
    title: 'Not sent',
    detail: 'The token slipway_cloud_x was refused.',
    hash: '#/transfers',
  } as const;
  log.addSaid(said);
  log.addSaid(said);
  log.addSaid({ ...said, title: 'Not read' });
  expect(log.source.snapshot()).toMatchObject([
    { kind: 'said', title: 'Not sent', count: 2, detail: 'The token ••• was refused.', is_read: false },
    { kind: 'said', title: 'Not read', count: 1 },
  ]);
  log.markRead();
  close();
  const again = await opened(folder, () => 1);
  expect(again.log.source.snapshot().every((notice) => notice.is_read)).toBe(true);
  again.log.forget();
  again.close();
  const empty = await opened(folder, () => 1);
  expect(empty.log.source.snapshot()).toEqual([]);
  empty.close();
});

test('keeps the newest two hundred, and leaves out what it cannot read', async () => {
  const folder = await makeTempFolder('notices');
  let now = 0;
  const { log, close } = await opened(folder, () => now);
  for (; now < 250; now += 1) log.addSaid({ state: 'done', title: `Saved ${now}`, hash: '#/' });
  close();
  const database = await openAppDatabase(folder);
  database.sql.prepare('UPDATE notices SET notice = ? WHERE at = 60').run('{"kind":"from a later Slipway"}');
  database.close();
  const again = await opened(folder, () => now);
  const kept = again.log.source.snapshot().map(({ at }) => at);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([199, 50, 249]);
  again.close();
});
