// Everything that a server can say and ask over HTTP, in the shapes of grpc-gateway; and what it sends that does not fit.
import { beforeEach, expect, test } from 'vitest';
import { startHosting } from '../../../support/hosting.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';
import { callingBuild, runServer } from './support.ts';

const WATCHES = `const kept = [];
globalThis.watch = async (count) => {
  const results = {};
  let left = count;
  // Some at a time: one after the other, each waits for the machine twice.
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await fetch('http://localhost:' + process.env.AGONES_SDK_HTTP_PORT + '/watch/gameserver');
      if (answer.status === 200) kept.push(answer);
      else await answer.text();
      results[answer.status] = (results[answer.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 20 }, ask));
  console.log('watches ' + JSON.stringify(results));
};
globalThis.follow = async () => {
  const { body } = await fetch('http://localhost:' + process.env.AGONES_SDK_HTTP_PORT + '/watch/gameserver');
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString();
    for (let at = text.indexOf('\\n'); at >= 0; at = text.indexOf('\\n')) {
      const { result } = JSON.parse(text.slice(0, at));
      console.log('seen ' + result.status.state + ' ' + JSON.stringify(result.object_meta.labels ?? {}));
      text = text.slice(at + 1);
    }
  }
};
if (process.argv[2] === 'follow') void follow();
if (process.argv[2] === 'many') setTimeout(() => void watch(1000), 100);`;
const settings = {
  counters: { rooms: { count: 1, capacity: 10 } },
  lists: { players: { capacity: 3, values: ['ann'] }, empty: {} },
};

const host = startOnce(() => startHosting());
const started = startOnce(async () => {
  const server = await runServer(await host(), callingBuild(settings));
  await server.untilState('running');
  return server;
});
let server: Awaited<ReturnType<typeof started>>;
beforeEach(async () => {
  await host();
  server = await started();
});

test('a server is allocated, reserved and ready again, and people see it', async () => {
  expect(await server.ask('POST', '/allocate', {})).toEqual({ status: 200, body: {} });
  await until(async () => (await server.sdk())?.state === 'Allocated', 'its state in the inspection');
  expect(await server.ask('POST', '/reserve', { seconds: '3600' })).toEqual({ status: 200, body: {} });
  await until(async () => (await server.sdk())?.state === 'Reserved', 'its state in the inspection');
  expect((await server.sdk())?.reserved_until).toBeGreaterThan(Date.now());
  expect(await server.ask('POST', '/reserve', { seconds: 1 })).toEqual({ status: 200, body: {} });
  await until(async () => (await server.sdk())?.state === 'Ready', 'the end of its reservation');
  expect((await server.sdk())?.reserved_until).toBeUndefined();
  expect(await server.ask('POST', '/reserve', { seconds: '-1' })).toMatchObject({ status: 400, body: { code: 3 } });
});

test('to be ready twice is to be ready, and nothing is said of it', async () => {
  for (const _ of [1, 2]) expect(await server.ask('POST', '/ready', {})).toEqual({ status: 200, body: {} });
  expect((await server.sdk())?.state).toBe('Ready');
});

test('labels and annotations stand under a prefix, and as they were given where people see them', async () => {
  await server.ask('PUT', '/metadata/label', { key: 'mode', value: 'duel' });
  await server.ask('PUT', '/metadata/annotation', { key: 'seed', value: '7' });
  expect((await server.ask('GET', '/gameserver')).body).toMatchObject({
    object_meta: { labels: { 'agones.dev/sdk-mode': 'duel' }, annotations: { 'agones.dev/sdk-seed': '7' } },
  });
  await until(async () => (await server.sdk())?.annotations['seed'] === '7', 'the annotation in the inspection');
  expect(await server.sdk()).toMatchObject({ labels: { mode: 'duel' } });
  const long = await server.ask('PUT', '/metadata/label', { key: 'mode', value: 'x'.repeat(64) });
  expect(long).toMatchObject({ status: 400, body: { code: 3, message: expect.stringContaining('at most 63') } });
});

test('a counter goes up and down within its capacity', async () => {
  const rooms = '/v1beta1/counters/rooms';
  expect((await server.ask('GET', rooms)).body).toEqual({ name: 'rooms', count: '1', capacity: '10' });
  expect((await server.ask('PATCH', rooms, { countDiff: '4' })).body).toMatchObject({ count: '5' });
  expect((await server.ask('PATCH', rooms, { count: '5', capacity: 11 })).body).toMatchObject({ capacity: '11' });
  expect(await server.ask('PATCH', rooms, { countDiff: 7 })).toMatchObject({ status: 400, body: { code: 11 } });
  expect(await server.ask('PATCH', rooms, { count: -1 })).toMatchObject({ status: 400, body: { code: 11 } });
  expect(await server.ask('GET', '/v1beta1/counters/doors')).toMatchObject({
    status: 404,
    body: { code: 5, message: expect.stringContaining('"counters" in slipway.json') },
  });
  await until(async () => (await server.sdk())?.counters['rooms']?.count === 5, 'the counter in the inspection');
});

test('a list takes values up to its capacity, each once, and one named players counts them', async () => {
  const hosting = await host();
  const players = '/v1beta1/lists/players';
  expect((await server.ask('GET', players)).body).toEqual({ name: 'players', capacity: '3', values: ['ann'] });
  expect((await server.ask('POST', `${players}:addValue`, { value: 'bob' })).body).toMatchObject({
    values: ['ann', 'bob'],
  });
  expect(await server.ask('POST', `${players}:addValue`, { value: 'bob' })).toMatchObject({ status: 409 });
  const total = async () => {
    const { game } = await hosting.client.getGame({ params: { game_id: hosting.place.game_id } });
    return game.total_player_count;
  };
  await until(async () => (await total()) === 2, 'two players of the game');
  expect((await hosting.read(server.id)).players).toMatchObject({ now: 2 });
  expect((await server.ask('PATCH', players, { capacity: '1' })).body).toEqual({
    name: 'players',
    capacity: '1',
    values: ['ann'],
  });
  expect(await server.ask('POST', `${players}:addValue`, { value: 'cid' })).toMatchObject({
    status: 400,
    body: { code: 11 },
  });
  expect((await server.ask('PATCH', `${players}?updateMask=values`, { capacity: 9 })).body).toEqual({
    name: 'players',
    capacity: '1',
  });
  expect(await server.ask('POST', `${players}:removeValue`, { value: 'ann' })).toMatchObject({ status: 404 });
});

test('players are tracked by their ids, and capacity refuses them once it was set', async () => {
  expect((await server.ask('POST', '/alpha/player/connect', { playerID: 'p1' })).body).toEqual({ bool: true });
  expect((await server.ask('POST', '/alpha/player/connect', { playerID: 'p1' })).body).toEqual({});
  expect((await server.ask('PUT', '/alpha/player/capacity', { count: '1' })).body).toEqual({});
  expect(await server.ask('POST', '/alpha/player/connect', { playerID: 'p2' })).toMatchObject({ status: 429 });
  expect((await server.ask('GET', '/alpha/player/connected/p1')).body).toEqual({ bool: true });
  expect((await server.ask('GET', '/alpha/player/connected')).body).toEqual({ list: ['p1'] });
  expect((await server.ask('GET', '/alpha/player/count')).body).toEqual({ count: '1' });
  expect((await server.ask('GET', '/alpha/player/capacity')).body).toEqual({ count: '1' });
  await until(async () => (await server.sdk())?.players?.ids[0] === 'p1', 'the player in the inspection');
  expect((await server.ask('POST', '/alpha/player/disconnect', { playerID: 'p1' })).body).toEqual({ bool: true });
});

test('what is no JSON, no call or no fit is refused with a sentence', async () => {
  const malformed = await server.ask('POST', '/reserve', '{"seconds": ');
  expect(malformed).toMatchObject({ status: 400, body: { code: 3, message: expect.stringContaining('no JSON') } });
  expect(await server.ask('POST', '/reserve', '[1]')).toMatchObject({ status: 400 });
  const misfit = await server.ask('PUT', '/metadata/label', { key: 7 });
  expect(misfit).toMatchObject({ status: 400, body: { message: expect.stringContaining('is not valid at key') } });
  expect(await server.ask('POST', '/reserve', { seconds: '99999999999999999999' })).toMatchObject({ status: 400 });
  expect(await server.ask('GET', '/nothing')).toMatchObject({ status: 404, body: { code: 5 } });
  expect(await server.ask('DELETE', '/ready')).toMatchObject({ status: 501, body: { code: 12 } });
  expect(await server.ask('GET', '/v1beta1/lists/%E0%A4%A')).toMatchObject({ status: 404 });
});

test('a call with 1 MiB is refused and stands in the log, and the server runs on', async () => {
  const answer = await server.ask('PUT', '/metadata/annotation', 1_048_576);
  // A program that still writes when it is refused may see its connection end before the answer.
  expect([413, Number.NaN]).toContain(answer.status);
  await server.whenWritten('Agones SDK: a call was refused. A call takes at most 65536 bytes.');
  expect((await server.ask('GET', '/gameserver')).status).toBe(200);
});

test('changes are a stream of lines, the first of which is how it is now', async () => {
  const follower = await runServer(await host(), callingBuild({ ready: 'sdk', arguments: ['follow'] }, WATCHES));
  await follower.whenWritten('seen Scheduled {}');
  await follower.ask('POST', '/ready', {});
  await follower.whenWritten('seen Ready {}');
  await follower.ask('PUT', '/metadata/label', { key: 'a', value: 'b' });
  await follower.whenWritten('seen Ready {"agones.dev/sdk-a":"b"}');
});

test('of 1,000 watches so many are taken, the others are refused, and the log says so once', async () => {
  const watcher = await runServer(await host(), callingBuild({ arguments: ['many'] }, WATCHES));
  await watcher.whenWritten(/^watches .*"200":64.*"429":936/);
  const refused = (await watcher.lines()).filter((line) => line.includes('At most 64 calls watch a server at once'));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length, 'once a minute').toBeLessThan(10);
  await watcher.untilState('running');
});
