// Ports as games use them, with real servers: one number for TCP and UDP, one after another, and numbers that stay.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { processesOn } from '../../../../embedded-server/platform/listening/port-owner.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { freePort } from '../../../support/free-port.ts';
import { addressOf, hello, helloAgain, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { startOnce } from '../../../support/start-once.ts';
import { tarOf } from '../../../support/tar.ts';
import { until } from '../../../support/until.ts';
import { prepareBuild, put } from '../../../support/upload.ts';

const started = startOnce(startHosting);

async function helloUdp(port: number): Promise<string> {
  const socket = createSocket('udp4');
  try {
    const answer = once(socket, 'message');
    socket.send('you', port, '127.0.0.1');
    return String((await answer)[0]);
  } finally {
    socket.close();
  }
}

/** As OpenTTD has it, with a port for queries next to it. */
const likeOpenTtd = (number: number) => ({
  ports: { query: { protocol: 'udp', after: 'game' }, game: { protocol: 'tcp+udp', number } },
});

test('a fixed number for TCP and UDP is reached on both, goes to the next version once that is ready, and outlives a restart', async () => {
  const { deploy, policy, switchTo, list, client, params } = await started();
  const number = await freePort();
  const first = await deploy(nodeBuild(undefined, likeOpenTtd(number)), 'first');
  const second = await deploy(nodeBuild(helloAgain, likeOpenTtd(number)), 'second');
  const running = async (version: string) => {
    let found: Awaited<ReturnType<typeof list>>[number] | undefined;
    await until(async () => {
      found = (await list()).find((one) => one.version === version && one.state === 'running');
      return found !== undefined;
    }, `a server of ${version} to run`);
    return found as NonNullable<typeof found>;
  };
  await switchTo(first.version);
  await policy({ server_count: 1, drain_limit: 500 });
  const server = await running(first.version);
  const { game, query } = server.network.ports;
  expect(game).toMatchObject({ protocol: 'tcp+udp', public_port: number });
  expect(query).toMatchObject({
    protocol: 'udp',
    public_port: number + 1,
    internal_port: (game?.internal_port ?? 0) + 1,
  });
  expect([await hello(number), await helloUdp(number), await helloUdp(number + 1)]).toEqual([
    'hello first',
    'hello you',
    'hello you',
  ]);
  await switchTo(second.version);
  expect(addressOf(await running(second.version)).port).toBe(number);
  expect(await hello(number)).toBe('hello second');
  const old = (await running(second.version)).id;
  await client.restartServer({ params: { ...params, server_id: old }, body: {} });
  await until(async () => (await list()).some(({ id, state }) => id !== old && state === 'running'));
  expect(addressOf(await running(second.version)).port).toBe(number);
  expect(await hello(number)).toBe('hello second');
  await policy({ server_count: 0 });
  await until(async () => (await list()).length === 0);
});

/** Listens at its port once it reads a line, again and again until it gets it. */
const lateServer = `
const net = require('node:net');
const listen = () => {
  const server = net.createServer((socket) => socket.end('mine'));
  server.on('error', () => setTimeout(listen, 20));
  server.listen(Number(process.env.PORT_GAME), process.env.SLIPWAY_HOST);
};
process.stdin.once('data', listen);
process.on('SIGTERM', () => process.exit());
`;

test('a program that takes the port of a server before it listens gets none of its players', async () => {
  const { deploy, create, untilState, client, params } = await started();
  const { build } = await deploy(nodeBuild(lateServer));
  const number = await freePort();
  const { id } = await create(build, { network: { ports: { game: { protocol: 'tcp', number } } } });
  const place = { ...params, server_id: id };
  const inside = (await untilState(id, 'starting')).network.ports['game']?.internal_port ?? 0;
  const other = createServer((socket) => socket.end('not yours')).listen(inside, '127.0.0.1');
  await once(other, 'listening');
  await expect(hello(number)).rejects.toThrow('ECONNRESET');
  const type = () => client.typeIntoServer({ params: place, body: { line: 'go' } });
  await until(
    async () =>
      await type()
        .then(() => true)
        .catch(() => false),
    'it to read lines',
  );
  await expect(hello(number)).rejects.toThrow('ECONNRESET');
  other.close();
  await untilState(id, 'running');
  expect(await hello(number)).toBe('mine');
  await client.destroyServer({ params: place, query: { override_kill_timeout: 0 } });
  await untilState(id, 'stopped');
});

/** Speaks UDP at once, and TCP on the same number once it reads a line. */
const splitServer = `
const net = require('node:net');
const [port, host] = [Number(process.env.PORT_GAME), process.env.SLIPWAY_HOST];
require('node:dgram').createSocket('udp4').bind(port, host);
process.stdin.once('data', () => {
  const server = net.createServer((socket) => socket.end('hello ' + process.env.SLIPWAY_VERSION));
  server.listen(port, host, () => console.log('tcp open'));
});
process.on('SIGTERM', () => process.exit());
`;

test('of one number for both, each protocol is joined by the first player who comes once the server speaks it, also after a switch', async () => {
  const { deploy, policy, switchTo, list, client, params } = await started();
  const ports = { game: { protocol: 'tcp+udp', number: await freePort() } };
  const { number } = ports.game;
  const first = await deploy(nodeBuild(splitServer, { ports }), 'split 1');
  const second = await deploy(nodeBuild(`// next\n${splitServer}`, { ports }), 'split 2');
  const run = async (version: string) => {
    await switchTo(version);
    let id = '';
    await until(async () => {
      id = (await list()).find((one) => one.version === version && one.state === 'running')?.id ?? '';
      return id !== '';
    }, 'it to run');
    const place = { ...params, server_id: id };
    const lines = async () => (await client.readServerLog({ params: place, query: { limit: 200 } })).lines;
    return async () => {
      await client.typeIntoServer({ params: place, body: { line: 'go' } });
      await until(async () => (await lines()).some(({ text }) => text === 'tcp open'), 'TCP');
    };
  };
  await policy({ server_count: 1, drain_limit: 60_000 });
  const openFirst = await run(first.version);
  await openFirst();
  expect(await hello(number)).toBe('hello split 1');
  const openSecond = await run(second.version);
  await openSecond();
  expect(await hello(number)).toBe('hello split 2');
  await policy({ server_count: 0 });
  for (const { id } of await list())
    await client.destroyServer({ params: { ...params, server_id: id }, query: { override_kill_timeout: 0 } });
  await until(async () => (await list()).length === 0);
});

/** Listens at once, and is ready once it reads a line. */
const readyLater = `
require('node:net').createServer((socket) => socket.end('mine')).listen(Number(process.env.PORT_GAME), process.env.SLIPWAY_HOST);
process.stdin.once('data', () => fetch('http://127.0.0.1:' + process.env.AGONES_SDK_HTTP_PORT + '/ready', { method: 'POST', body: '{}' }));
process.on('SIGTERM', () => process.exit());
`;

test('nobody is let in before the server has said that it is ready', async () => {
  const { deploy, create, untilState, client, params } = await started();
  const number = await freePort();
  const ports = { game: { protocol: 'tcp', number } };
  const { build } = await deploy(nodeBuild(readyLater, { ports, ready: 'sdk' }));
  const { id } = await create(build, { network: { ports } });
  await untilState(id, 'starting');
  await expect(hello(number)).rejects.toThrow('ECONNRESET');
  const place = { ...params, server_id: id };
  await client.typeIntoServer({ params: place, body: { line: 'go' } });
  await untilState(id, 'running');
  expect(await hello(number)).toBe('mine');
  await client.destroyServer({ params: place, query: { override_kill_timeout: 0 } });
  await untilState(id, 'stopped');
});

test('a fixed number that is taken keeps a server from starting, and it says by whom; another wish is replaced with a note', async () => {
  const { deploy, create, untilState, client, params } = await started();
  const [number, inside] = [await freePort(), await freePort()];
  const other = createServer().listen(number, '127.0.0.1');
  const udp = createSocket('udp4').bind(inside, '127.0.0.1');
  await Promise.all([once(other, 'listening'), once(udp, 'listening')]);
  const { build } = await deploy(nodeBuild());
  const failed = await untilState(
    (await create(build, { network: { ports: { game: { protocol: 'tcp+udp', number } } } })).id,
    'failed',
  );
  expect(textOf(failed.problem ?? '')).toContain(
    `The port ${number} (TCP) for "game" is fixed by its "number", and is taken by`,
  );
  expect(textOf(failed.problem ?? '')).toContain(`process ${process.pid}`);
  const ports = { game: { protocol: 'udp', internal_port: inside } };
  const moved = await untilState((await create(build, { network: { ports } })).id, 'running');
  expect(moved.network.ports['game']?.internal_port).not.toBe(inside);
  const { lines } = await client.readServerLog({ params: { ...params, server_id: moved.id }, query: {} });
  expect(lines.map(({ text }) => text).join('\n')).toContain(`"game" asked for the port ${inside} and got`);
  const again = await untilState(
    (await create(build, { network: { ports: { game: { protocol: 'udp', number: addressOf(moved).port } } } })).id,
    'failed',
  );
  expect(textOf(again.problem ?? '')).toContain(`is taken by the server ${moved.id.slice(0, 8)} in "prod"`);
  await client.destroyServer({ params: { ...params, server_id: moved.id }, query: {} });
  other.close();
  udp.close();
});

test.runIf(process.platform === 'linux')(
  'a version that names its port waits for the older server that has it without having named it',
  async () => {
    const { deploy, policy, switchTo, list, client, params } = await started();
    const number = await freePort();
    const insists = (mark: string) =>
      `require('node:dgram').createSocket('udp4').bind(${number}, process.env.SLIPWAY_HOST); // ${mark}`;
    const first = await deploy(nodeBuild(insists('first'), { ports: {} }), 'says nothing');
    const named = { game: { protocol: 'udp', internal_port: number } };
    const second = await deploy(nodeBuild(insists('second'), { ports: named }), 'names it');
    const running = async (version: string) => {
      const at = async () => (await list()).find((one) => one.version === version && one.state === 'running');
      await until(async () => (await at()) !== undefined, `a server of ${version} to run`);
      return await at();
    };
    await switchTo(first.version);
    await policy({ server_count: 1, drain_limit: 500 });
    const older = await running(first.version);
    const isBound = async () => (await processesOn(number, 'udp')).length > 0;
    await until(isBound, 'the older server to listen');
    await switchTo(second.version);
    const newer = await running(second.version);
    expect(newer?.network.ports['game']?.internal_port).toBe(number);
    const { lines } = await client.readServerLog({ params: { ...params, server_id: newer?.id ?? '' }, query: {} });
    expect(lines.map(({ text }) => text).join('\n')).toContain(
      `Waits for server ${older?.id.slice(0, 8)}, which has the port ${number}`,
    );
    await policy({ server_count: 0 });
    await until(async () => (await list()).length === 0);
  },
);

/** Has a port that nobody else knows of. */
const insistsOn = (port: number, mark: string) =>
  nodeBuild(
    `require('node:net').createServer((socket) => socket.on('error', () => {}).end('${mark}')).listen(${port}, process.env.SLIPWAY_HOST);`,
    { ports: {} },
  );
const isBound = (port: number) => async () => (await processesOn(port, 'tcp')).length > 0;

test.runIf(process.platform === 'linux')(
  'a server that finds its undeclared port with the one before it waits for that one, which is no crash of its version',
  async () => {
    const { deploy, policy, switchTo, list, client, params, namespace } = await started();
    const port = await freePort();
    const first = await deploy(insistsOn(port, 'first'), 'first at a port');
    const second = await deploy(insistsOn(port, 'second'), 'second at a port');
    await switchTo(first.version);
    await policy({ server_count: 1, drain_limit: 600_000 });
    await until(isBound(port), 'the older server to listen');
    const [older] = (await list()).map(({ id }) => id);
    if (older === undefined) throw new Error('no server');
    await switchTo(second.version);
    const newer = async (state: string) =>
      (await list()).filter((one) => one.version === second.version && one.state === state);
    const said = async () => (await newer('preparing')).map(({ problem = '' }) => textOf(problem)).join('');
    await until(async () => (await said()) !== '', 'the newer server to say what it waits for');
    expect(await said()).toContain(`Waits for server ${older.slice(0, 8)}, which has the port ${port}`);
    const [waiting] = await newer('preparing');
    expect(waiting).not.toHaveProperty('started_at');
    expect(await hello(port)).toBe('first');
    const place = { ...params, server_id: older };
    await client.destroyServer({ params: place, query: { override_kill_timeout: 0 } });
    await until(async () => (await newer('running')).length === 1 && (await isBound(port)()), 'the newer one to run');
    expect(await hello(port)).toBe('second');
    const all = (await list(true)).filter(({ version }) => version === second.version);
    expect(all.map(({ id, problem }) => ({ id, problem }))).toEqual([{ id: waiting?.id, problem: undefined }]);
    const { versions } = await client.listVersionHistory({ params: namespace, query: { limit: 1 } });
    expect(versions).toMatchObject([{ version_id: second.version, outcome: { crashes: 0 } }]);
    await policy({ server_count: 0 });
    await until(async () => (await list()).length === 0);
  },
);

test.runIf(process.platform === 'linux')(
  'a kept server does not wait for a port that a server has which stays',
  async () => {
    const { deploy, policy, switchTo, list, create, client, params } = await started();
    const port = await freePort();
    const { build } = await deploy(insistsOn(port, 'extra'), 'an extra one at a port');
    const extra = await create(build);
    await until(isBound(port), 'the extra server to listen');
    const { version } = await deploy(insistsOn(port, 'kept'), 'a kept one at a port');
    await switchTo(version);
    await policy({ server_count: 1, restart: 'never' });
    const kept = async () => (await list(true)).find((one) => one.version === version);
    await until(async () => (await kept())?.state === 'crashed', 'the kept server to crash');
    expect(textOf((await kept())?.hint ?? '')).toContain(
      `Port ${port} is taken by the server ${extra.id.slice(0, 8)} in "prod". Stop that one`,
    );
    await policy({ server_count: 0 });
    const place = { ...params, server_id: extra.id };
    await client.destroyServer({ params: place, query: { override_kill_timeout: 0 } });
    await until(async () => (await list()).length === 0);
  },
);

// Of this machine, and not what a service listens on that has no other address: Linux alone has it.
test.runIf(process.platform === 'linux')(
  'players come from elsewhere, though the service listens to the proxy on its machine alone',
  async () => {
    const publicUrl = 'https://games.example';
    const { server, call, params, create, untilState } = await startHosting({
      exposure: { trustProxy: true, publicUrl },
    });
    const bytes = tarOf(nodeBuild());
    const { build, parts } = await prepareBuild(call, params, { bytes: bytes.length });
    for (const { url } of parts) await put(url.replace(publicUrl, server.localUrl), bytes);
    const { port, host } = addressOf(await untilState((await create(build)).id, 'running'));
    expect(host).toBe('games.example');
    expect(await hello(port, '127.0.0.2')).toContain('hello');
  },
);

test('a port without a number is the same for players after a restart of the namespace', async () => {
  const { deploy, policy, switchTo, list } = await started();
  const { version } = await deploy(nodeBuild(undefined, { ports: { game: { protocol: 'udp' } } }), 'unnumbered');
  const next = await deploy(nodeBuild(helloAgain, { ports: { game: { protocol: 'udp' } } }), 'unnumbered again');
  const running = async (id: string) => {
    let port: number | undefined;
    await until(async () => {
      port = (await list()).find((one) => one.version === id && one.state === 'running')?.network.ports['game']
        ?.public_port;
      return port !== undefined;
    });
    return port;
  };
  await switchTo(version);
  await policy({ server_count: 1, drain_limit: 500 });
  const before = await running(version);
  await policy({ server_count: 0 });
  await until(async () => (await list()).length === 0);
  await policy({ server_count: 1, drain_limit: 500 });
  expect(await running(version)).toBe(before);
  await switchTo(next.version);
  expect(await running(next.version)).toBe(before);
  await policy({ server_count: 0 });
  await until(async () => (await list()).length === 0);
});
