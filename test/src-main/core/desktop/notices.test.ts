import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plural, t, translate } from '../../../../src-main/core/desktop/native-language.ts';
import {
  createNotifier,
  type Event,
  eventsBetween,
  followUpEvents,
  newsOf,
  newsOfPlaces,
  serverEvents,
} from '../../../../src-main/core/desktop/notices.ts';
import type { DesktopState } from '../../../../src-main/core/desktop/state.ts';
import { parseHash } from '../../../../src-renderer/routes/routes.ts';
import { formatNews, type News } from '../../../../src-shared/desktop/news.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { someServer, someState, someTransfer } from './some-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const formatted = (news: News) => ({ kind: news.kind, hash: news.hash, ...formatNews({ t, plural, translate }, news) });
const noticesOf = (events: readonly Event[]) => newsOf(events).map(formatted);

test('tells what ended between two looks, and nothing that had ended before', () => {
  const before = someState({
    transfers: [someTransfer('1', 'running'), someTransfer('2', 'running'), someTransfer('3', 'done')],
    servers: [someServer('a', 'running'), someServer('b', 'crashed'), someServer('c', 'stopping')],
  });
  const after = someState({
    transfers: [someTransfer('1', 'done'), someTransfer('2', 'not_confirmed'), someTransfer('3', 'done')],
    servers: [
      someServer('a', 'crashed'),
      someServer('b', 'crashed'),
      someServer('c', 'stopped'),
      someServer('d', 'crashed'),
    ],
  });
  expect(eventsBetween(before, after).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['transfers_done', 'v-1'],
    ['transfers_failed', 'v-2'],
    ['servers_crashed', 'Tidebreak'],
  ]);
  expect(eventsBetween(someState(), after)).toEqual([]);
});

test('leads to the server that crashed, or to the game of several', () => {
  const running = someState({ servers: [someServer('a', 'running'), someServer('b', 'running')] });
  const one = eventsBetween(running, someState({ servers: [someServer('a', 'crashed')] }));
  const [notice] = noticesOf(one);
  expect(notice?.title).toBe('A server of Tidebreak crashed');
  expect(parseHash(notice?.hash ?? '')).toMatchObject({
    page: 'game',
    instance_id: 'local',
    game_id: 'game of Tidebreak',
    tab: 'servers',
    server_id: 'a',
  });
  const both = eventsBetween(running, someState({ servers: [someServer('a', 'crashed'), someServer('b', 'crashed')] }));
  expect(noticesOf(both)).toMatchObject([{ title: '2 servers crashed', body: 'Tidebreak' }]);
  expect(parseHash(noticesOf(both)[0]?.hash ?? '')).toMatchObject({ page: 'game', tab: 'servers' });
});

test('names three of many, and counts the others', () => {
  const games = ['A', 'B', 'C', 'D', 'E'];
  const before = someState({ servers: games.map((game) => someServer(game, 'running', game)) });
  const after = someState({ servers: games.map((game) => someServer(game, 'crashed', game)) });
  expect(noticesOf(eventsBetween(before, after))).toEqual([
    { kind: 'servers_crashed', title: '5 servers crashed', body: 'A, B, C and 2 more', hash: '#/' },
  ]);
});

test('tells of a server that did not start with the reason, though it was never seen before', () => {
  const problem = '"server" is not in this build.';
  const old = someServer('old', 'failed', 'Tidebreak', { created_at: 9, problem });
  const fresh = someServer('new', 'failed', 'Tidebreak', { created_at: 10, problem });
  const after = someState({ servers: [old, fresh] });
  const events = eventsBetween(someState(), after);
  const [notice] = noticesOf(events);
  expect(notice).toMatchObject({ kind: 'servers_failed', title: 'A server of Tidebreak did not start', body: problem });
  expect(parseHash(notice?.hash ?? '')).toMatchObject({ tab: 'servers', server_id: 'new' });
  expect(events).toHaveLength(1);
  expect(eventsBetween(after, after)).toEqual([]);
});

test('tells one reason of many servers that did not start, and no reason for all where they have their own', () => {
  const missing = { created_at: 20, problem: 'It is not in this build.' };
  const full = { created_at: 20, problem: 'The disk is full.' };
  const failed = (...problems: { problem: string }[]) =>
    noticesOf(
      eventsBetween(
        someState(),
        someState({ servers: problems.map((problem, n) => someServer(String(n), 'failed', 'Tidebreak', problem)) }),
      ),
    );
  expect(failed(missing, missing)).toMatchObject([
    { title: '2 servers did not start', body: 'Tidebreak: It is not in this build.' },
  ]);
  expect(failed(missing, full)).toMatchObject([{ title: '2 servers did not start', body: 'Tidebreak' }]);
});

test('shows what happens together as one, and a crash loop once in ten seconds', () => {
  const shown: ReturnType<typeof formatted>[] = [];
  const notifier = createNotifier((news) => shown.push(formatted(news)));
  const crash = { kind: 'servers_crashed', subject: 'Tidebreak', reason: 'It ended.', hash: '#/' } as const;
  notifier.add([crash]);
  notifier.add([crash]);
  vi.advanceTimersByTime(1_000);
  expect(shown.map(({ title }) => title)).toEqual(['2 servers crashed']);
  for (let second = 0; second < 9; second += 1) {
    notifier.add([crash]);
    vi.advanceTimersByTime(1_000);
  }
  expect(shown).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(shown.map(({ title }) => title)).toEqual(['2 servers crashed', '9 servers crashed']);
  notifier.close();
});

test('names each of a few namespaces, and of many only the game', () => {
  const shown: ReturnType<typeof formatted>[] = [];
  const notifier = createNotifier((news) => shown.push(formatted(news)));
  const crash = (name: string): Event => ({
    kind: 'servers_crashed',
    subject: 'Tidebreak',
    reason: 'It ended.',
    hash: '#/',
    place: { instance_id: 'local', game_id: 'g', namespace_id: name, name },
  });
  notifier.add(['prod', 'dev'].map(crash));
  vi.advanceTimersByTime(1_000);
  expect(shown).toHaveLength(2);
  notifier.add(['prod', 'dev', 'staging', 'qa'].map(crash));
  vi.advanceTimersByTime(10_000);
  expect(shown).toHaveLength(3);
  expect(shown[2]?.title).toBe('4 servers crashed');
  notifier.close();
});

test('says of a crash of which deployment it is, unless its namespace was switched since', () => {
  const crashed = (end: number, switchedAt: number) => ({
    ...someServer(`until ${end}`, 'crashed', 'Tidebreak', { created_at: 11, destroyed_at: end, version: 'v4' }),
    namespaceName: 'prod',
    versionName: '0.1.4',
    switchedAt,
  });
  const newsAfter = (...servers: DesktopState['servers']) =>
    newsOfPlaces(serverEvents(someState(), someState({ servers }))).map(({ count, deployed_at: at }) => [count, at]);
  expect(newsAfter(crashed(30, 20))).toEqual([[1, 20]]);
  expect(newsAfter(crashed(19, 20))).toEqual([[1, undefined]]);
});

test('names no transfer twice for one end', () => {
  const done = someState({ transfers: [someTransfer('1', 'done', { outcome: 'Production runs it.' })] });
  expect(eventsBetween(done, done)).toEqual([]);
  const [notice] = noticesOf(eventsBetween(someState({ transfers: [someTransfer('1', 'running')] }), done));
  expect(notice).toMatchObject({ title: 'v-1 was sent', body: 'Production runs it.' });
});

test('leads to the newest crash of a namespace, whose row stands for all of them', () => {
  const place = { instance_id: 'local', game_id: 'g', namespace_id: 'n', name: 'prod' };
  const crash = (id: string): Event => ({
    kind: 'servers_crashed',
    subject: 'Tidebreak',
    reason: undefined,
    hash: `#/games/local/g/servers/n/${id}`,
    place,
  });
  expect(noticesOf([crash('first'), crash('last')])).toMatchObject([
    { title: 'Tidebreak crashed 2 times on prod', hash: '#/games/local/g/servers/n/last' },
  ]);
  expect(newsOf([crash('first'), { ...crash('last'), place: { ...place, namespace_id: 'm' } }])[0]?.hash).toBe(
    '#/games/local/g/servers',
  );
});

test('tells that the service rolled a namespace back by itself, with the last crash or after it', () => {
  const before = messageFor('server.log-says-more');
  const hint = messageFor('server.switched-back', { before, version: '0.1.5' });
  const crashed = (change: object = {}) =>
    someState({
      servers: [
        {
          ...someServer('a', 'crashed', 'Tidebreak', { created_at: 20, destroyed_at: 30, ...change }),
          namespaceName: 'prod',
        },
      ],
    });
  const running = someState({ servers: [someServer('a', 'running')] });
  const between = (one: DesktopState, other: DesktopState) =>
    newsOf([...serverEvents(one, other), ...followUpEvents(one, other)]);
  expect(between(running, crashed({ hint }))).toMatchObject([{ count: 1, rolled_back_to: '0.1.5' }]);
  expect(between(running, crashed())[0]).not.toHaveProperty('rolled_back_to');
  // It is no crash of its own.
  const [after, ...more] = between(crashed(), crashed({ hint }));
  expect(after).toMatchObject({ kind: 'servers_crashed', count: 0, rolled_back_to: '0.1.5' });
  expect(after).not.toHaveProperty('gave_up');
  expect(more).toEqual([]);
  expect(between(crashed({ hint }), crashed({ hint }))).toEqual([]);
  expect(after && formatted(after).body).toBe('Rolled back to 0.1.5.');
});

test('tells the known cause of crashes instead of the code that they ended with', () => {
  const port = { port: 6379, owner: 'the server 830eb482 in "staging"', place: '{port}' };
  const before = messageFor('server.do-wait-for-holder', port);
  const hint = messageFor('server.switched-back', { before, version: '1.0' });
  const ended = (ran: string, change: object = {}) => {
    const problem = messageFor('server.exited', { code: 1, ran });
    return { created_at: 20, destroyed_at: 30, problem, ...change };
  };
  const servers = [
    someServer('a', 'crashed', 'Tidebreak', ended('0.2 s', { hint: before })),
    someServer('b', 'crashed', 'Tidebreak', ended('0.3 s', { hint })),
  ].map((one) => ({ ...one, namespaceName: 'prod' }));
  const [news] = newsOf(serverEvents(someState(), someState({ servers })));
  expect(news).toMatchObject({ count: 2, reason: before });
  const [after] = followUpEvents(someState(), someState({ servers }));
  expect(after && newsOf([after]).map(formatted)[0]?.body).toMatch(
    /^Rolled back to 1\.0\. Port 6379 is taken by the server 830eb482 in "staging", which is ending\./,
  );
  const untold = someServer('c', 'crashed', 'Tidebreak', ended('0.2 s'));
  expect(noticesOf(serverEvents(someState(), someState({ servers: [untold] })))[0]?.body).toMatch(
    /^Exited with code 1 after 0\.2 s\./,
  );
});

test('restarts have stopped for what ends with them, and no more once somebody had the namespace try again', () => {
  const before = messageFor('server.log-says-more');
  const hint = messageFor('server.given-up', { before, endings: 4 });
  const first = someServer('a', 'crashed', 'Tidebreak', { created_at: 20, destroyed_at: 30, hint });
  const states = (...others: ReturnType<typeof someServer>[]) => someState({ servers: [first, ...others] });
  const between = (one: DesktopState, other: DesktopState) => [
    ...serverEvents(one, other),
    ...followUpEvents(one, other),
  ];
  const gaveUp = between(someState({ servers: [someServer('a', 'running')] }), states());
  expect(newsOf(gaveUp)).toMatchObject([{ count: 1, gave_up: true }]);
  // It was started together with the one that ended restarts.
  const beside = between(states(), states(someServer('b', 'crashed', 'Tidebreak', { created_at: 25 })));
  expect(newsOf([...gaveUp, ...beside])).toMatchObject([{ count: 2, gave_up: true }]);
  expect(newsOf(beside)).toMatchObject([{ count: 1, gave_up: true }]);
  const again = between(states(), states(someServer('c', 'crashed', 'Tidebreak', { created_at: 40 })));
  expect(newsOf([...gaveUp, ...again])[0]).not.toHaveProperty('gave_up');
});

test('tells the crash of a server that was started by hand as its own, not as one of its version', () => {
  const alive = (id: string, kept: boolean) => ({
    ...someServer(id, 'running', 'Tidebreak', { kept, version: 'v' }),
    namespaceName: 'staging',
    versionName: '1.6',
  });
  const ended = (id: string, kept: boolean) => {
    const placed = alive(id, kept);
    return { ...placed, server: { ...placed.server, state: 'crashed' as const, destroyed_at: 20 } };
  };
  const running = someState({ servers: [alive('hand', false), alive('kept', true)] });
  const told = (...servers: ReturnType<typeof ended>[]) =>
    newsOfPlaces(serverEvents(running, someState({ servers }))).map((news) => ({
      ...formatted(news),
      of: news.place?.name,
    }));
  expect(told(ended('hand', false), ended('kept', true))).toMatchObject([
    { title: 'A server of Tidebreak crashed', hash: expect.stringMatching(/\/hand$/), of: undefined },
    { title: 'Tidebreak 1.6 crashed on staging', hash: expect.stringMatching(/\/kept$/), of: 'staging' },
  ]);
});
