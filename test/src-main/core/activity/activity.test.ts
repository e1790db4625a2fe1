// What is taken down of calls: everything but secrets, in a ring on disk, with waits counted and not repeated.

import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createActivity } from '../../../../src-main/core/activity/activity.ts';
import { toCurl, toHar } from '../../../../src-main/core/activity/har.ts';
import { createActivityStore } from '../../../../src-main/core/activity/store.ts';
import type { CallRecord } from '../../../../src-main/core/http/transport.ts';
import { openAppDatabase } from '../../../../src-main/core/platform/storage/app-database.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { translate } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const call = (change: Partial<CallRecord> = {}): CallRecord => ({
  at: 1_700_000_000_000,
  url: 'https://games.example',
  method: 'GET',
  path: '/cloud/games',
  watch: false,
  ms: 12.4,
  status: 200,
  ...change,
});

async function startActivity(folder?: string) {
  const database = await openAppDatabase(folder ?? (await makeTempFolder()));
  const activity = createActivity({ writeEvery: 5 });
  activity.open(database);
  onTestFinished(() => {
    activity.close();
    database.close();
  });
  return { activity, database };
}

it('keeps calls over a restart, newest first', async () => {
  const folder = await makeTempFolder();
  const database = await openAppDatabase(folder);
  const first = createActivity();
  first.record('eu', call({ path: '/before-it-was-open' }));
  first.open(database);
  first.record('eu', call({ method: 'PUT', path: '/a', status: 503, requestId: 'r1', requestBody: '{"a":1}' }));
  first.record('eu', call({ path: '/b', error: new AppError('INSTANCE_UNREACHABLE', { text: 'It is gone.' }) }));
  first.close();
  database.close();
  const { activity } = await startActivity(folder);
  const page = activity.store().page({}, undefined, 10);
  expect(page.map((row) => row.path)).toEqual(['/b', '/a', '/before-it-was-open']);
  expect(page[1]).toMatchObject({
    instance_id: 'eu',
    method: 'PUT',
    status: 503,
    ms: 12,
    request_id: 'r1',
    bytes_sent: 7,
    repeats: 1,
    request_body: '{"a":1}',
  });
  expect(page[0]).toMatchObject({ error: 'It is gone.' });
  expect(activity.source.snapshot().map((row) => row.path)).toEqual(['/before-it-was-open', '/a', '/b']);
});

it('is done with when it was closed, though a call that was cut off is heard of later', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const activity = createActivity();
  activity.record('eu', call());
  expect(vi.getTimerCount()).toBe(1);
  activity.close();
  activity.record('eu', call());
  expect(vi.getTimerCount()).toBe(0);
});

it('leaves out a watch that the app itself ended, and keeps one that broke off and a call that was cancelled', async () => {
  const { activity } = await startActivity();
  const watch = { watch: true, path: '/cloud/games?watch_index=1' };
  const { status: _status, ...ended } = call({ error: new AppError('CANCELLED') });
  activity.record('eu', { ...ended, ...watch });
  activity.record('eu', { ...ended, path: '/cloud/games/a' });
  activity.record('eu', { ...ended, ...watch, error: new AppError('INSTANCE_UNREACHABLE', { text: 'It is gone.' }) });
  expect(
    activity
      .store()
      .page({ failed_only: true }, undefined, 10)
      .map((row) => row.path),
  ).toEqual(['/cloud/games?watch_index=1', '/cloud/games/a']);
});

it('counts a watch that waits again, and restarts when it had news', async () => {
  const { activity } = await startActivity();
  const wait = (index: number, ms: number, status = 200) =>
    activity.record('eu', call({ watch: true, path: `/cloud/games?watch_index=${index}`, ms, status }));
  for (const index of [1, 1, 1]) wait(index, 40_000);
  wait(2, 15);
  wait(3, 40_000);
  wait(3, 40_000);
  activity.record('us', call({ watch: true, path: '/cloud/games?watch_index=3', ms: 40_000 }));
  const rows = activity.store().page({}, undefined, 10).toReversed();
  expect(rows.map((row) => [row.instance_id, row.path.at(-1), row.repeats])).toEqual([
    ['eu', '1', 3],
    ['eu', '2', 1],
    ['eu', '3', 2],
    ['us', '3', 1],
  ]);
});

it('counts on the polls that go on, and does not remember each server that was ever looked at', async () => {
  const { activity } = await startActivity();
  const poll = (server: number) => activity.record('eu', call({ poll: true, path: `/servers/${server}` }));
  poll(-1);
  for (let server = 0; server < 1_000; server += 1) {
    poll(server);
    if (server % 100 === 0) poll(-1);
  }
  poll(0);
  const rows = activity.store().page({}, undefined, 2_000);
  const repeatsOf = (place: string) => rows.filter((row) => row.path === place).map(({ repeats }) => repeats);
  expect(repeatsOf('/servers/-1')).toEqual([11]);
  expect(repeatsOf('/servers/0')).toEqual([1, 1]);
});

it('keeps a ring of the newest', async () => {
  const { database } = await startActivity();
  const store = createActivityStore(database, 100);
  const row = { instance_id: 'eu', url: '', method: 'GET', ms: 1, bytes_sent: 0, bytes_received: 0, is_watch: false };
  for (let batch = 0; batch < 30; batch += 1) {
    store.batch(() => {
      for (let n = 0; n < 10; n += 1) store.put({ ...row, at: batch, path: `/${batch * 10 + n}` }, undefined);
    });
  }
  const kept = store.page({}, undefined, 1_000);
  expect(kept).toHaveLength(100);
  expect([kept[0]?.path, kept.at(-1)?.path]).toEqual(['/299', '/200']);
});

it('finds calls by instance, failure and text, page by page', async () => {
  const { activity } = await startActivity();
  activity.record('eu', call({ path: '/one' }));
  activity.record('us', call({ path: '/two', status: 404 }));
  activity.record('us', call({ method: 'PUT', path: '/three' }));
  const { error: _error, status: _status, ...silent } = call({ path: '/four' });
  activity.record('us', { ...silent, error: new AppError('INSTANCE_UNREACHABLE') });
  const paths = (filter: object, before?: string, limit = 10) =>
    activity
      .store()
      .page(filter, before, limit)
      .map((row) => row.path);
  expect(paths({ instance_id: 'us' })).toEqual(['/four', '/three', '/two']);
  expect(paths({ failed_only: true })).toEqual(['/four', '/two']);
  expect(paths({ text: 'put /THREE' })).toEqual(['/three']);
  const [, second] = activity.store().page({}, undefined, 2);
  expect(paths({}, second?.id)).toEqual(['/two', '/one']);
  activity.clear();
  expect(paths({})).toEqual([]);
  expect(activity.source.snapshot()).toEqual([]);
});

it('lets no secret through, whatever it is called and wherever it is', async () => {
  const { activity } = await startActivity();
  const canary = 'canary/token+with"odd';
  activity.masker.know(canary);
  const jwt = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
  activity.record(
    'eu',
    call({
      method: 'POST',
      path: `/cloud/devices/links?device_link_token=${jwt}&x=${encodeURIComponent(canary)}`,
      requestBody: JSON.stringify({
        device_link_token: 'secret-one',
        deep: [{ password: 'secret-two', note: canary }],
      }),
      answerBody: JSON.stringify({
        cloud_token: 'secret-three',
        image_presigned_request: {
          url: 'https://s3.example/x?X-Amz-Signature=secret-four&signature=secret-five&part=1',
        },
        server: { runtime: { environment: { DB_URL: 'secret-six' }, arguments: ['--rcon-password', 'secret-seven'] } },
        webhook: 'secret-eight',
        token_id: 'the id of a token',
        kept: 'a plain word',
      }),
      error: new AppError('ERROR', { text: `it said ${canary}` }),
    }),
  );
  const [row] = activity.store().page({}, undefined, 1);
  if (row === undefined) throw new Error('expected a row');
  const everything = JSON.stringify([row, toCurl(row), toHar([row]), activity.source.snapshot()]);
  for (const secret of ['secret-', canary, JSON.stringify(canary).slice(1, -1), encodeURIComponent(canary), jwt]) {
    expect(everything).not.toContain(secret);
  }
  expect(everything).toContain('a plain word');
  expect(everything).toContain('DB_URL');
  expect(everything).toContain('the id of a token');
  expect(toCurl(row)).toContain('Authorization: Bearer $SLIPWAY_TOKEN');
});

it('cuts long bodies, and quotes a command so that a shell takes it as it is', async () => {
  const { activity } = await startActivity();
  activity.record(
    'eu',
    call({ method: 'POST', requestBody: JSON.stringify({ name: "it's" }), answerBody: 'x'.repeat(20_000) }),
  );
  const [row] = activity.store().page({}, undefined, 1);
  if (row === undefined) throw new Error('expected a row');
  expect(row.answer_body?.length).toBe(8_195);
  expect(row.bytes_received).toBe(20_000);
  expect(toCurl(row)).toContain(`--data-raw '{"name":"it'\\''s"}'`);
  const har = JSON.parse(toHar([row])) as { log: { version: string; entries: { request: { method: string } }[] } };
  expect(har.log.version).toBe('1.2');
  expect(har.log.entries[0]?.request.method).toBe('POST');
});

it('puts records that cannot be read aside and begins new ones', async () => {
  const folder = await makeTempFolder();
  await writeFile(
    path.join(folder, 'app.db'),
    'this is no database at all, and long enough to be looked at'.repeat(20),
  );
  const database = await openAppDatabase(folder);
  onTestFinished(database.close);
  expect(database.notice?.text).toContain('could not be read');
  expect(database.notice && translate(database.notice)).toContain('waren nicht lesbar');
  expect((await readdir(folder)).some((name) => name.startsWith('app.db.unreadable-'))).toBe(true);
});

it('leaves records alone that another process holds, and does without them for now', async () => {
  const folder = await makeTempFolder();
  (await openAppDatabase(folder)).close();
  const holder = new DatabaseSync(path.join(folder, 'app.db'));
  onTestFinished(() => holder.close());
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const database = await openAppDatabase(folder);
  onTestFinished(database.close);
  expect(database.notice?.text).toContain('cannot be kept');
  expect((await readdir(folder)).filter((name) => name.includes('unreadable'))).toEqual([]);
});

it('loses rows and nothing else when they cannot be written', async () => {
  const database = await openAppDatabase(await makeTempFolder());
  const problems: string[] = [];
  const activity = createActivity({ writeEvery: 1, onProblem: ({ message }) => problems.push(message) });
  activity.open(database);
  database.close(); // as a disk that is gone
  activity.record('eu', call());
  await expect.poll(() => problems).toEqual(['Calls could not be written to the activity log.']);
  activity.close();
});
