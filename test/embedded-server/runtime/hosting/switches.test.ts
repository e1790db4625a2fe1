// What players see of a switch: the old version serves until the new one can, and goes on where the new one does not start.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { textOf } from '../../../../src-shared/text/message.ts';
import { freePort } from '../../../support/free-port.ts';
import { addressOf, hello, helloAgain, helloServer, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';

const started = startOnce(startHosting);
const GAME = { ports: { game: { protocol: 'tcp' } } };
/** Listens a while after its start, as a server that loads a map. */
const slowly = (program: string) => `setTimeout(() => {${program}}, 700);`;

let firsts = 0;

async function runFirst(manifest: object = GAME, change: object = {}, program = helloServer) {
  const hosting = await started();
  const first = await hosting.deploy(nodeBuild(program, manifest), `first ${(firsts += 1)}`);
  await hosting.switchTo(first.version);
  await hosting.policy({ server_count: 1, drain_limit: 500, ...change });
  const runningOf = async (version: string) =>
    (await hosting.list()).find((one) => one.version === version && one.state === 'running');
  await until(async () => (await runningOf(first.version)) !== undefined);
  const server = await runningOf(first.version);
  if (server === undefined) throw new Error('no server');
  const end = async () => {
    await hosting.policy({ server_count: 0 });
    await until(async () => (await hosting.list()).length === 0);
  };
  return { ...hosting, first, server, runningOf, end };
}

test.each(['stop', 'drain'])('whoever comes during a switch is answered, where old servers %s', async (how) => {
  const { deploy, switchTo, server, runningOf, end } = await runFirst(GAME, { on_version_switch: how });
  const second = await deploy(nodeBuild(slowly(helloAgain), GAME), `second ${how}`);
  const { port } = addressOf(server);
  await switchTo(second.version);
  const answers: string[] = [];
  await until(async () => {
    answers.push(await hello(port));
    return answers.at(-1) === `hello second ${how}`;
  });
  expect(answers.filter((answer) => !/^hello (?:first|second)/.test(answer))).toEqual([]);
  expect(answers.length).toBeGreaterThan(2);
  await until(async () => (await runningOf(second.version)) !== undefined);
  expect(await hello(port)).toBe(`hello second ${how}`);
  await end();
});

test('a switch that stops old servers also stops those that an earlier one let drain', async () => {
  const stays =
    "require('node:net').createServer((socket) => socket.on('error', () => {}).resume()).listen(process.env.PORT_GAME, '127.0.0.1');";
  const { deploy, switchTo, policy, list, runningOf, client, params, end } = await runFirst(GAME, {
    drain_limit: 60_000,
  });
  const played = await deploy(nodeBuild(`${stays} // played`, GAME), 'played');
  await switchTo(played.version);
  await until(async () => (await runningOf(played.version)) !== undefined);
  const server = await runningOf(played.version);
  const player = connect(addressOf(server as NonNullable<typeof server>).port, '127.0.0.1').on('error', () => {});
  const talks = setInterval(() => player.write('move'), 50);
  await until(async () => (await list()).some(({ players }) => (players?.now ?? 0) > 0), 'a player to be counted');
  await switchTo((await deploy(nodeBuild(`${stays} // next`, GAME), 'next')).version);
  await until(async () => (await list()).some(({ state }) => state === 'draining'), 'it to drain');
  const [draining] = (await list()).filter(({ state }) => state === 'draining');
  const restarted = client.restartServer({ params: { ...params, server_id: draining?.id ?? '' }, body: {} });
  await expect(restarted).rejects.toThrow('was not restarted, as it is draining');
  const log = await client.readServerLog({ params: { ...params, server_id: draining?.id ?? '' }, query: {} });
  expect(log.lines.map(({ text }) => text).join('\n')).toContain('its players have left, after 1 min at the latest.');
  expect((await list()).filter(({ version }) => version === played.version)).toMatchObject([{ state: 'draining' }]);
  const last = await deploy(nodeBuild(`${stays} // last`, GAME), 'last');
  await policy({ server_count: 1, drain_limit: 60_000, on_version_switch: 'stop' });
  expect(
    (await list()).some(({ state }) => state === 'draining'),
    'a new rule alone disconnects nobody',
  ).toBe(true);
  await switchTo(last.version);
  await until(async () => (await list()).every(({ version }) => version === last.version), 'older ones to end');
  clearInterval(talks);
  player.destroy();
  await end();
});

test('a version that does not start leaves the namespace on what ran, with the reason', async () => {
  const { deploy, switchTo, server, first, list, read, client, params, end } = await runFirst(GAME, {
    on_version_switch: 'stop',
    restart: 'never',
  });
  const broken = await deploy(nodeBuild('console.error("no map"); process.exit(3);', GAME), 'broken');
  const namespace = { game_id: params.game_id, namespace_id: params.environment_id };
  await switchTo(broken.version);
  await until(async () => (await client.getNamespace({ params: namespace })).namespace.version_id === first.version);
  const [newest] = (await client.listVersionHistory({ params: namespace, query: { limit: 1 } })).versions;
  expect(newest?.version_id).toBe(first.version);
  expect((await list()).map(({ id }) => id)).toEqual([server.id]);
  expect(await read(server.id)).toMatchObject({ state: 'running' });
  const failed = (await list(true)).find(({ version }) => version === broken.version);
  expect(failed).toMatchObject({ state: 'crashed' });
  expect(textOf(failed?.hint ?? '')).toContain('as this one does not start');
  expect(await hello(addressOf(server).port)).toContain('hello first');
  await end();
});

test('a server that cannot be told its port starts once the old one has left it', async () => {
  const port = await freePort();
  const fixed = { ports: { game: { protocol: 'tcp', internal_port: port } } };
  const { deploy, switchTo, runningOf, client, params, end } = await runFirst(fixed, { on_version_switch: 'stop' });
  const second = await deploy(nodeBuild(helloAgain, fixed), 'second with its own port');
  await switchTo(second.version);
  await until(async () => (await runningOf(second.version)) !== undefined);
  const next = await runningOf(second.version);
  expect(next?.network.ports['game']?.internal_port).toBe(port);
  const { lines } = await client.readServerLog({ params: { ...params, server_id: next?.id ?? '' }, query: {} });
  expect(lines.map(({ text }) => text).join('\n')).toContain(`has the port ${port}`);
  await end();
});

test('while players keep the old server at the port that both listen on, the new one says what it waits for, until that is stopped', async () => {
  const inside = await freePort();
  const fixed = { ports: { game: { protocol: 'tcp', internal_port: inside } } };
  const policy = { on_version_switch: 'drain' as const, drain_limit: 600_000 };
  // Its players stay on the line.
  const stays = helloServer.replace(".end('hello '", ".write('hello '");
  const hosting = await runFirst(fixed, policy, stays);
  const { deploy, switchTo, list, server, runningOf, client, params, untilState, end } = hosting;
  const { port } = addressOf(server);
  const player = connect(port, '127.0.0.1');
  player.on('error', () => undefined).write('hello\n');
  await until(async () => (await list()).some(({ id, players }) => id === server.id && players?.now === 1), 'a player');
  const second = await deploy(nodeBuild(helloAgain, fixed), 'second at the same port');
  await switchTo(second.version);
  const waiting = async () => (await list()).find(({ version, problem }) => version === second.version && problem);
  await until(async () => (await waiting()) !== undefined, 'the new server to say whom it waits for');
  const short = server.id.slice(0, 8);
  const { state, problem = '' } = (await waiting()) ?? {};
  expect(state).toBe('preparing');
  expect(textOf(problem)).toContain(`Waits for server ${short}, which has the port ${inside}`);
  const newcomer = connect(port, '127.0.0.1');
  expect(String(await once(newcomer, 'data')), 'nobody is turned away').toMatch(/^hello first/);
  newcomer.destroy();
  const log = await client.readServerLog({ params: { ...params, server_id: server.id }, query: { limit: 50 } });
  expect(log.lines.map(({ text }) => text).join(' ')).toContain(`waits for the port ${inside} of this one`);
  // One that is ended meanwhile only ever waited. What is set on its namespace has another take its place.
  const { id: waited = '' } = (await waiting()) ?? {};
  await client.destroyServer({ params: { ...params, server_id: waited }, query: {} });
  const never = await untilState(waited, 'stopped');
  expect(never.started_at).toBeUndefined();
  expect(textOf(never.problem ?? '')).toBe(
    `It waited for server ${short}, which had the port ${inside}, and was never started.`,
  );
  await hosting.policy({ server_count: 1, ...policy });
  await until(async () => (await waiting()) !== undefined, 'the next one to wait');
  await client.destroyServer({ params: { ...params, server_id: server.id }, query: { override_kill_timeout: 0 } });
  await until(async () => (await runningOf(second.version)) !== undefined, 'the second to run');
  expect((await runningOf(second.version))?.problem).toBeUndefined();
  player.destroy();
  await end();
});

test('three kept servers stay where a version crashes at its start: a few tries, told once', async () => {
  const { deploy, switchTo, first, list, runningOf, client, namespace, end, policy } = await runFirst();
  await policy({ server_count: 3, restart: 'back_off', on_version_switch: 'stop' });
  const running = async () =>
    (await list()).filter(({ state, version }) => state === 'running' && version === first.version);
  await until(async () => (await running()).length === 3);
  const before = (await running()).map(({ id }) => id).toSorted();
  const broken = await deploy(
    nodeBuild('console.error("no map for three"); process.exit(3);', GAME),
    'broken for three',
  );
  await switchTo(broken.version);
  await until(async () => (await client.getNamespace({ params: namespace })).namespace.version_id === first.version);
  await until(async () => (await list()).every(({ version }) => version === first.version), 'the last tries to end');
  expect((await running()).map(({ id }) => id).toSorted()).toEqual(before);
  const tries = (await list(true)).filter(({ version }) => version === broken.version);
  expect(tries.length, 'a first one for each place, and one more round').toBeLessThanOrEqual(6);
  const told = tries.filter(({ hint }) => textOf(hint ?? '').includes('as this one does not start'));
  expect(told).toHaveLength(1);
  const { versions } = await client.listVersionHistory({ params: namespace, query: { limit: 2 } });
  expect(versions.map(({ version_id }) => version_id)).toEqual([first.version, broken.version]);
  expect(await runningOf(broken.version)).toBeUndefined();
  await end();
});

test('three kept servers of a namespace that ran nothing before are tried a few times, and one says that no more are started', async () => {
  const { deploy, switchTo, policy, list } = await startHosting();
  await policy({ server_count: 3 });
  await switchTo((await deploy(nodeBuild('process.exit(3);', GAME))).version);
  const told = async () =>
    (await list(true)).filter(({ hint }) => textOf(hint ?? '').includes('no more are started')).length;
  await until(async () => (await told()) > 0 && (await list()).length === 0, 'the last of them to end');
  expect(await told()).toBe(1);
  const { length: tries } = await list(true);
  // On a busy machine the first ends before the others begin.
  expect(tries).toBeGreaterThanOrEqual(3);
  expect(tries, 'a first one for each place, and one more round').toBeLessThanOrEqual(6);
});

/** Greets with its name, and repeats after its players as long as they stay. */
const parrot = (name: string) => `require('node:net').createServer((socket) => {
  socket.on('error', () => {}).on('data', (said) => socket.write('${name} ' + said)).write('${name}');
}).listen(+process.env.PORT_GAME, process.env.SLIPWAY_HOST);`;

/** Somebody who plays. `ask` answers what the server says next. */
async function join(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const next = async () => String((await once(socket, 'data'))[0]);
  const greeting = await next();
  const ask = async (text: string) => {
    const answer = next();
    socket.write(text);
    return await answer;
  };
  return { greeting, ask, leave: () => socket.destroy() };
}

test('a second switch while the old server still drains sends nobody away, and new players to the newest', async () => {
  const { deploy, switchTo, policy, list } = await started();
  const manifest = { ports: { game: { protocol: 'tcp', number: await freePort() } } };
  const { number } = manifest.ports.game;
  const [one, two, three] = [
    await deploy(nodeBuild(parrot('one'), manifest), 'drains one'),
    await deploy(nodeBuild(parrot('two'), manifest), 'drains two'),
    await deploy(nodeBuild(parrot('three'), manifest), 'drains three'),
  ];
  const stateOf = async (build: { version: string }) =>
    (await list()).find(({ version }) => version === build.version)?.state;
  const becomes = (build: { version: string }, state: string | undefined) =>
    until(async () => (await stateOf(build)) === state, `a server to be ${state ?? 'gone'}`);
  await switchTo(one.version);
  await policy({ server_count: 1, on_version_switch: 'drain', drain_limit: 600_000 });
  await becomes(one, 'running');
  const first = await join(number);
  expect(await first.ask('a')).toBe('one a');

  await switchTo(two.version);
  await becomes(two, 'running');
  await becomes(one, 'draining');
  const second = await join(number);
  expect([second.greeting, await second.ask('b'), await first.ask('b')]).toEqual(['two', 'two b', 'one b']);

  await switchTo(three.version);
  await becomes(three, 'running');
  await becomes(two, 'draining');
  const third = await join(number);
  expect([third.greeting, await first.ask('c'), await second.ask('c')]).toEqual(['three', 'one c', 'two c']);
  expect(await stateOf(one), 'it drains on').toBe('draining');

  first.leave();
  await becomes(one, undefined);
  expect(await second.ask('d')).toBe('two d');
  second.leave();
  await becomes(two, undefined);
  expect(await third.ask('d')).toBe('three d');
  third.leave();
  await policy({ server_count: 0 });
  await becomes(three, undefined);
});

test('a new namespace starts at once the servers that it keeps', async () => {
  const { deploy, client, namespace } = await startHosting({ defaultServerCount: 1 });
  const { version } = await deploy(nodeBuild());
  const body = { display_name: 'Staging', name_id: 'staging-2', version_id: version };
  const { game_id } = namespace;
  const { namespace_id } = await client.createNamespace({ params: { game_id }, body });
  const params = { game_id, environment_id: namespace_id };
  const states = async () => (await client.listServers({ params, query: {} })).servers.map(({ state }) => state);
  await expect.poll(states).toEqual(['running']);
});
