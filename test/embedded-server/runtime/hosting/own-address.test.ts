// A service that listens at an address of the network: players come there, and servers behind the guard are out of their reach.
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { addressOf, helloServer, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { startOnce } from '../../../support/start-once.ts';

/** Stands in for an address of the network: on Linux, everything in 127.0.0.0/8 is loopback. */
const NETWORK = '127.0.0.9';
const started = startOnce(() => startHosting({ exposure: { listen: NETWORK } }));

/** What a server says to whoever comes to it there; undefined where nothing listens. */
async function helloAt(host: string, port: number): Promise<string | undefined> {
  const socket = connect(port, host);
  const first = await Promise.race([once(socket, 'data'), once(socket, 'error').then(() => undefined)]).catch(
    () => undefined,
  );
  socket.destroy();
  return first === undefined ? undefined : String(first[0]);
}

async function run(ports: object, program = helloServer) {
  const { deploy, create, untilState } = await started();
  const { build } = await deploy(nodeBuild(program, { ports }));
  const { id } = await create(build);
  return await untilState(id, 'running', 'silent', 'crashed', 'failed');
}

const onLinux = test.runIf(process.platform === 'linux');

onLinux('a guarded server is reached through the guard, and past it by nobody', async () => {
  const server = await run({ game: { protocol: 'tcp' } });
  const { host, port } = addressOf(server);
  expect(host).toBe(NETWORK);
  expect(await helloAt(host, port)).toMatch(/^hello/);
  const inside = server.network.ports['game']?.internal_port ?? 0;
  expect(await helloAt('127.0.0.1', inside)).toMatch(/^hello/);
  expect(await helloAt(NETWORK, inside)).toBeUndefined();
});

onLinux('a guarded server that listens on loopback of its own accord counts as reached', async () => {
  const server = await run(
    { game: { protocol: 'tcp' } },
    helloServer.replaceAll('process.env.SLIPWAY_HOST', "'127.0.0.1'"),
  );
  const { host, port } = addressOf(server);
  expect(await helloAt(host, port)).toMatch(/^hello/);
});

onLinux('a server with a port of its own listens where players come', async () => {
  const server = await run({ game: { protocol: 'tcp', routing: { host: {} } } });
  const { host, port } = addressOf(server);
  expect(host).toBe(NETWORK);
  expect(await helloAt(host, port)).toMatch(/^hello/);
});

onLinux('a server with ports of both kinds is reached at both', async () => {
  const server = await run({ game: { protocol: 'tcp' }, query: { protocol: 'tcp', routing: { host: {} } } });
  for (const name of ['game', 'query']) {
    const { host, port } = addressOf(server, name);
    expect(await helloAt(host, port)).toMatch(/^hello/);
  }
});

const hasIPv6 = Object.values(networkInterfaces()).some(
  (all) => all?.some(({ address }) => address === '::1') === true,
);
const onLinuxWithIPv6 = test.runIf(process.platform === 'linux' && hasIPv6);

onLinuxWithIPv6('the records have an address of IPv6 bare, and its server is told it as one types it', async () => {
  const { deploy, create, untilState } = await startHosting({ exposure: { listen: '::1' } });
  const program = helloServer.replace('SLIPWAY_VERSION', 'SLIPWAY_PUBLIC_ADDRESS');
  const { build } = await deploy(nodeBuild(program, { ports: { game: { protocol: 'tcp' } } }));
  const { host, port } = addressOf(await untilState((await create(build)).id, 'running'));
  expect(host).toBe('::1');
  expect(await helloAt(host, port)).toBe(`hello [::1]:${port}`);
});
