// Who counts as a player: a server list asks and is gone, a player goes on. Times are given by hand where they decide.
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefusalReports } from '../../../../embedded-server/runtime/relay/refusal-reports.ts';
import { type Answers, createSources, type Source } from '../../../../embedded-server/runtime/relay/who-plays.ts';
import { until } from '../../../support/until.ts';
import { openOne, openScene, tcpClient, tcpServer, turnedAway, udpClient, udpServer } from './relay-scene.ts';

const START = 1_800_000_000_000;

function open(most = 100) {
  let changes = 0;
  const sources = createSources(most, () => {
    changes += 1;
  });
  const game: Answers = { since: 0, lastAt: undefined };
  const enter = (protocol: 'tcp' | 'udp', now: number, port = game) => sources.enter(protocol, now, port);
  const answered = (source: Source) => sources.answered(source, Date.now());
  return { ...sources, enter, answered, changes: () => changes };
}

/** `count` packets from a source, evenly over a time that begins now. */
function talk(sources: ReturnType<typeof open>, source: ReturnType<typeof sources.enter>, count: number, ms: number) {
  for (let index = 0; index < count; index += 1) {
    expect(sources.heard(source, Date.now())).toBe(true);
    vi.advanceTimersByTime(ms / count);
  }
}

const sceneTests = 'with sockets: ';

beforeEach(({ task }) => {
  if (!task.name.startsWith(sceneTests)) vi.useFakeTimers({ now: START });
});
afterEach(() => void vi.useRealTimers());

test('a query over UDP is no player, and holds a place only while it may still become one', () => {
  const sources = open(1);
  const query = sources.enter('udp', Date.now());
  // Info, players and rules, each with its challenge.
  talk(sources, query, 6, 600);
  expect(sources.counts()).toMatchObject({ players: 0, young: 1 });
  expect(sources.hasRoom()).toBe(false);
  vi.advanceTimersByTime(6_000);
  expect(sources.counts()).toMatchObject({ players: 0, young: 0 });
  expect(sources.hasRoom()).toBe(true);
});

test('a monitor that asks from one socket every ten seconds never becomes a player', () => {
  const sources = open();
  const monitor = sources.enter('udp', Date.now());
  for (let round = 0; round < 30; round += 1) {
    talk(sources, monitor, 6, 300);
    vi.advanceTimersByTime(9_700);
    expect(sources.counts()).toMatchObject({ players: 0, young: 0 });
  }
});

test('who sends on counts after five seconds, and has its place while silent, but is counted no more after a while', () => {
  const sources = open(1);
  const player = sources.enter('udp', Date.now());
  talk(sources, player, 99, 4_950);
  expect(sources.counts()).toMatchObject({ players: 0, young: 1 });
  talk(sources, player, 3, 150);
  expect(sources.counts()).toMatchObject({ players: 1, young: 0 });
  vi.advanceTimersByTime(10_000);
  expect(sources.counts()).toEqual({ players: 1, young: 0, silent: 0 });
  vi.advanceTimersByTime(8_000);
  expect(sources.counts()).toEqual({ players: 0, young: 0, silent: 1 });
  expect(sources.hasRoom(), 'it may only be loading').toBe(false);
  expect(sources.heard(player, Date.now())).toBe(true);
  expect(sources.counts(), 'at once').toEqual({ players: 1, young: 0, silent: 0 });
  vi.advanceTimersByTime(18_000);
  sources.leave(player);
  expect(sources.counts()).toEqual({ players: 0, young: 0, silent: 0 });
  const before = sources.changes();
  vi.advanceTimersByTime(60_000);
  expect(sources.changes(), 'nothing is looked at any more').toBe(before);
});

/** Sends on, and is answered or not. */
function play(
  sources: ReturnType<typeof open>,
  source: ReturnType<typeof sources.enter>,
  ms: number,
  isAnswered: boolean,
) {
  for (let at = 0; at < ms; at += 100) {
    expect(sources.heard(source, Date.now())).toBe(true);
    if (isAnswered) sources.answered(source);
    vi.advanceTimersByTime(100);
  }
}

test('whom the server answers no more counts no more after a while, and gives up its place after a longer one', () => {
  const sources = open(2);
  const player = sources.enter('udp', Date.now());
  const kicked = sources.enter('udp', Date.now());
  play(sources, player, 6_000, true);
  play(sources, kicked, 6_000, true);
  expect(sources.counts()).toEqual({ players: 2, young: 0, silent: 0 });
  const goOn = (ms: number) => {
    for (let at = 0; at < ms; at += 100) {
      sources.heard(player, Date.now());
      sources.answered(player);
      play(sources, kicked, 100, false);
    }
  };
  goOn(10_000);
  expect(sources.counts(), 'it may only be slow').toMatchObject({ players: 2 });
  goOn(7_000);
  expect(sources.counts()).toEqual({ players: 1, young: 0, silent: 1 });
  expect(sources.hasRoom()).toBe(false);
  goOn(45_000);
  expect(sources.counts()).toEqual({ players: 1, young: 0, silent: 0 });
  expect(sources.hasRoom(), 'it has no place any more').toBe(true);
  sources.answered(kicked);
  play(sources, kicked, 1_000, true);
  expect(sources.counts(), 'it was let in again').toMatchObject({ young: 1 });
});

test('a server that is slow to answer has its players back with the next answer, and no cut counts as its silence', () => {
  const sources = open();
  const player = sources.enter('udp', Date.now());
  play(sources, player, 6_000, true);
  play(sources, player, 20_000, false);
  expect(sources.counts()).toEqual({ players: 0, young: 0, silent: 1 });
  play(sources, player, 200, true);
  expect(sources.counts()).toEqual({ players: 1, young: 0, silent: 0 });
  sources.setHeld(true, Date.now());
  play(sources, player, 30_000, false);
  sources.setHeld(false, Date.now());
  play(sources, player, 5_000, false);
  expect(sources.counts()).toMatchObject({ players: 1 });
  vi.advanceTimersByTime(30_000);
  expect(sources.heard(player, Date.now())).toBe(true);
  expect(sources.counts(), 'a player who was silent gets the whole time to be answered again').toMatchObject({
    players: 1,
  });
});

test('a server that stands still for minutes keeps its players, although somebody else is answered first when it goes on', () => {
  const sources = open(3);
  const players = [sources.enter('udp', Date.now()), sources.enter('udp', Date.now())];
  const goOn = (ms: number, isAnswered: boolean) => {
    for (let at = 0; at < ms; at += 100) {
      for (const player of players) {
        expect(sources.heard(player, Date.now()), 'its session goes on').toBe(true);
        if (isAnswered) sources.answered(player);
      }
      vi.advanceTimersByTime(100);
    }
  };
  goOn(6_000, true);
  goOn(180_000, false);
  expect(sources.counts(), 'a map is loaded, or a debugger stands at a breakpoint').toMatchObject({ silent: 2 });
  const newcomer = sources.enter('udp', Date.now());
  play(sources, newcomer, 1_000, true);
  goOn(2_000, false);
  expect(sources.counts()).toMatchObject({ silent: 2 });
  goOn(1_000, true);
  expect(sources.counts()).toMatchObject({ players: 2, silent: 0 });
});

test('who sends to a port that only takes in, as voice, counts while another port answers', () => {
  const sources = open();
  const voice: Answers = { since: 0, lastAt: undefined };
  const player = sources.enter('udp', Date.now());
  const speaker = sources.enter('udp', Date.now(), voice);
  for (let at = 0; at < 90_000; at += 100) {
    sources.heard(speaker, Date.now());
    play(sources, player, 100, true);
  }
  expect(sources.counts()).toEqual({ players: 2, young: 0, silent: 0 });
});

test('of a server that never answers over UDP, who sends counts', () => {
  const sources = open();
  const player = sources.enter('udp', Date.now());
  play(sources, player, 90_000, false);
  expect(sources.counts()).toEqual({ players: 1, young: 0, silent: 0 });
});

test('who asks and then plays from the same address needs a place when the playing begins', () => {
  const sources = open(1);
  const first = sources.enter('udp', Date.now());
  talk(sources, first, 2, 100);
  vi.advanceTimersByTime(7_000);
  const other = sources.enter('udp', Date.now());
  expect(sources.heard(first, Date.now())).toBe(false);
  sources.leave(other);
  talk(sources, first, 60, 6_000);
  expect(sources.counts()).toMatchObject({ players: 1, young: 0 });
});

test('who comes while the line is cut is nobody until it is not, and five seconds more', () => {
  const sources = open();
  const played = sources.enter('tcp', Date.now());
  sources.heard(played, Date.now());
  vi.advanceTimersByTime(6_000);
  expect(sources.counts()).toMatchObject({ players: 1 });
  sources.setHeld(true, Date.now());
  const gaveUp = sources.enter('tcp', Date.now());
  const waits = sources.enter('tcp', Date.now());
  for (const source of [gaveUp, waits]) sources.heard(source, Date.now());
  const lost = sources.enter('udp', Date.now());
  talk(sources, lost, 200, 20_000);
  expect(sources.counts()).toMatchObject({ players: 1, young: 3 });
  sources.leave(gaveUp);
  sources.setHeld(false, Date.now());
  talk(sources, lost, 40, 4_000);
  expect(sources.counts()).toMatchObject({ players: 1, young: 2 });
  talk(sources, lost, 20, 2_000);
  expect(sources.counts()).toMatchObject({ players: 3, young: 0 });
});

test('a TCP connection counts once it is old enough and has said something', () => {
  const sources = open();
  const talking = sources.enter('tcp', Date.now());
  const silent = sources.enter('tcp', Date.now());
  sources.heard(talking, Date.now());
  const query = sources.enter('tcp', Date.now());
  talk(sources, query, 3, 100);
  sources.leave(query);
  vi.advanceTimersByTime(4_000);
  expect(sources.counts()).toMatchObject({ players: 0, young: 2 });
  vi.advanceTimersByTime(2_000);
  expect(sources.counts()).toMatchObject({ players: 1, young: 0 });
  sources.leave(silent);
  expect(sources.counts()).toMatchObject({ players: 1, young: 0 });
  const before = sources.changes();
  vi.advanceTimersByTime(60_000);
  expect(sources.changes()).toBe(before);
});

test('refusals are said at once, and then together with their number and the last address', () => {
  const said: unknown[] = [];
  const reports = createRefusalReports(({ at: _at, ...refused }) => said.push(refused));
  reports.add('full', 'a:1');
  expect(said).toEqual([{ why: 'full', count: 1, from: 'a:1' }]);
  for (let index = 0; index < 1_000; index += 1) reports.add('full', `b:${index}`);
  reports.add('system', undefined);
  expect(said).toHaveLength(1);
  vi.advanceTimersByTime(5_000);
  expect(said.slice(1)).toEqual([
    { why: 'full', count: 1_000, from: 'b:999' },
    { why: 'system', count: 1, from: undefined },
  ]);
  vi.advanceTimersByTime(20_000);
  expect(said).toHaveLength(3);
  reports.add('full', 'c:1');
  reports.add('full', 'd:1');
  reports.close();
  expect(said.slice(3)).toMatchObject([{ from: 'c:1' }, { from: 'd:1' }]);
});

test(`${sceneTests}players of both kinds count, their queries do not, and the relay says who was turned away`, async () => {
  const scene = openScene();
  const target = await udpServer((packet, reply) => reply(packet));
  const port = await openOne(scene, 'udp', target.port, { maxPlayers: 1, talkMs: 400 });
  const query = await udpClient(port);
  query.send('info');
  await until(() => scene.counts()?.young === 1);
  await until(() => scene.counts()?.young === 0, 'the query to be forgotten');
  const player = await udpClient(port);
  await until(() => {
    player.send('move');
    return scene.counts()?.players === 1;
  }, 'the player to count');
  query.send('let me in');
  await until(() => scene.events.some(({ t }) => t === 'refused'));
  expect(scene.events.find(({ t }) => t === 'refused')).toMatchObject({
    server_id: 'one',
    port: 'game',
    protocol: 'udp',
    why: 'full',
    most: 1,
    count: 1,
    from: `127.0.0.1:${query.socket.address().port}`,
  });
  await until(() => scene.counts()?.refused === 1);
  expect(scene.counts()?.ports[0]?.lastRefused).toMatchObject({ why: 'full' });
});

test(`${sceneTests}whom a server kicks by answering no more is no player, however long it sends`, async () => {
  const scene = openScene();
  const kicked = new Set<string>();
  const target = await udpServer((packet, reply) => {
    if (!kicked.has(packet.toString())) reply(packet);
  });
  const port = await openOne(scene, 'udp', target.port, { maxPlayers: 2, talkMs: 100 });
  const [good, bad] = await Promise.all([udpClient(port), udpClient(port)]);
  const whenPlaying = (count: number, more: object = {}) =>
    until(() => {
      good.send('good');
      bad.send('bad');
      const counts = scene.counts();
      return (
        counts?.players === count && Object.entries(more).every(([name, value]) => Reflect.get(counts, name) === value)
      );
    }, `${count} to play`);
  await whenPlaying(2);
  kicked.add('bad');
  await whenPlaying(1, { silent: 1 });
  await whenPlaying(1, { silent: 0 });
  const next = await udpClient(port);
  await until(() => {
    next.send('next');
    good.send('good');
    return scene.counts()?.players === 2;
  }, 'the next one to have its place');
});

test(`${sceneTests}a limit of none turns everybody away, and answers who was there before`, async () => {
  const scene = openScene();
  const target = await tcpServer((socket) => socket.pipe(socket));
  const port = await openOne(scene, 'tcp', target.port, { talkMs: 60_000 });
  const justNow = await tcpClient(port);
  justNow.write('hello');
  await once(justNow, 'data');
  expect(await scene.relay.setMaxPlayers('one', 0)).toMatchObject({ players: 0, young: 1 });
  await turnedAway(port);
  await until(() => scene.events.some((event) => event.t === 'refused' && event.why === 'closed'));
  justNow.destroy();
  await until(() => scene.counts()?.young === 0);
});

test(`${sceneTests}whoever has left is no player, although the server keeps its side of the connection open`, async () => {
  const scene = openScene();
  const server = await tcpServer((socket) => void socket.resume());
  const port = await openOne(scene, 'tcp', server.port, { maxPlayers: 1, talkMs: 50 });
  const player = await tcpClient(port);
  player.write('hello');
  await until(() => scene.counts()?.players === 1);
  player.end();
  await until(() => scene.counts()?.players === 0);
  expect(scene.counts()).toMatchObject({ connections: 1, young: 0, silent: 0 });
  const next = await tcpClient(port);
  next.write('hello');
  await until(() => scene.counts()?.players === 1, 'the next one to have its place');
});

test(`${sceneTests}who is turned away by the server itself is no player, however long it stays on the line`, async () => {
  const scene = openScene();
  const server = await tcpServer((socket) => void socket.resume().end('this server is full'));
  const port = await openOne(scene, 'tcp', server.port, { maxPlayers: 1, talkMs: 50 });
  const stays = await tcpClient(port);
  stays.resume().write('hello');
  await once(stays, 'end');
  await until(() => scene.counts()?.young === 0);
  stays.write('please');
  const next = await tcpClient(port);
  await once(next.resume(), 'end');
  await until(() => scene.counts()?.connectionsTotal === 2 && scene.counts()?.young === 0);
  expect(scene.counts()).toMatchObject({ connections: 2, players: 0 });
});
