// The other address of localhost: programs that ask for that name come to ::1 first, and are answered there by the service and by nobody
// else. With real sockets, and a real build that tries to be the service.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, Server as HttpServer } from 'node:http';
import { get as getSecurely } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { listenAsAsked, listenOnPort } from '../../../../embedded-server/platform/listening/listen.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { hasIPv6 } from '../../../support/has-ipv6.ts';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { createGame, startTestService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

const withIPv6 = it.runIf(hasIPv6);

async function occupy(address: string, port = 0): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  server.listen({ host: address, port, exclusive: true });
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

const ownServer = () => createHttpServer((_request, response) => response.end('ours'));

function closeAfterwards<B extends { close(): Promise<void> }>(bound: B): B {
  onTestFinished(bound.close);
  return bound;
}

const read = async (url: string) => await (await fetch(url, { headers: { connection: 'close' } })).text();

async function isOpen(address: string, port: number): Promise<boolean> {
  const socket = connect(port, address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

withIPv6('the service answers at both addresses of localhost, by way of the front', async () => {
  const { server, log } = await startTestService();
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  for (const host of ['[::1]', 'localhost', '127.0.0.1']) {
    const answer = await fetch(`http://${host}:${server.port}/cloud/games`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(await answer.json()).toMatchObject({ games: [] });
  }
  const reads = () => log.filter((entry) => entry['path'] === '/cloud/games').map((entry) => entry['via']);
  await until(() => reads().length === 3);
  // fetch names an encoding and more, all of which the front reads.
  expect(reads()).toEqual(['front', 'front', 'front']);
});

withIPv6(
  'a page of another site is refused there, who waits is told what is new, and nothing is left when it closes',
  async () => {
    const { server, call } = await startTestService();
    const there = `http://[::1]:${server.port}/cloud/games`;
    const headers = { authorization: `Bearer ${server.token}` };
    expect((await fetch(there, { headers: { ...headers, origin: 'http://evil.example' } })).status).toBe(403);
    expect((await fetch(there, { headers: { ...headers, origin: `http://[::1]:${server.port}` } })).status).toBe(200);
    const { watch } = (await (await fetch(there, { headers })).json()) as { watch: { index: string } };
    const waiting = fetch(`${there}?watch_index=${watch.index}`, { headers });
    await createGame(call);
    expect(await (await waiting).json()).toMatchObject({ games: [{}] });
    await server.close();
    expect(await isOpen('::1', server.port)).toBe(false);
  },
);

withIPv6('with TLS as well', async () => {
  const tls = await makeCertificate();
  const { server } = await startTestService({ exposure: { tls, publicUrl: 'https://games.example' } });
  const headers = { host: 'games.example' };
  const request = getSecurely({ host: '::1', port: server.port, path: '/healthz', rejectUnauthorized: false, headers });
  const [answer] = await once(request, 'response');
  expect(answer).toMatchObject({ statusCode: 200 });
  request.destroy();
});

withIPv6('who has the port at ::1 alone is named, and the service stays where it is looked for', async () => {
  const port = await occupy('::1', 9_980 + (process.pid % 16));
  const bound = closeAfterwards(await listenAsAsked(ownServer(), '127.0.0.1', { port, log: () => undefined }));
  expect(bound.port).toBe(port);
  const [notice] = bound.notices.map(({ text }) => text);
  expect(notice).toContain('At ::1, which is localhost as well,');
  if (process.platform === 'linux') expect(notice).toContain(`(process ${process.pid}) has port ${port}`);
  expect(notice).toContain(`let them call 127.0.0.1:${port}`);
  expect(bound.notices.flatMap(leftInEnglish)).toEqual([]);
});

withIPv6(
  'both have the same port where any will do, also when the first one found is taken at one of them',
  async () => {
    const asked: unknown[] = [];
    class TakenAtFirst extends HttpServer {
      override listen(...given: unknown[]): this {
        const [options] = given as [{ port: number }];
        asked.push(options.port);
        const port = asked.length === 1 ? taken : options.port;
        return Reflect.apply(super.listen, this, [{ ...options, port }]);
      }
    }
    const taken = await occupy('127.0.0.1');
    const server = new TakenAtFirst((_request, response) => response.end('ours'));
    const { port, notices } = closeAfterwards(await listenOnPort(server, '127.0.0.1', 0));
    expect(asked).toHaveLength(2);
    expect(notices).toEqual([]);
    expect(await Promise.all(['127.0.0.1', '[::1]'].map((host) => read(`http://${host}:${port}`)))).toEqual([
      'ours',
      'ours',
    ]);
    expect(await isOpen('::1', Number(asked[0]))).toBe(false);
  },
);

withIPv6(
  'what stops listening stops at both addresses at once, and waits for whoever is connected at either',
  async () => {
    const server = createServer();
    const { port, close } = await listenOnPort(server, '127.0.0.1', 0);
    const accepted = once(server, 'connection');
    const caller = connect(port, '::1').on('error', () => undefined);
    const [socket] = await accepted;
    let isOver = false;
    const closed = close().then(() => (isOver = true));
    expect(await Promise.all(['127.0.0.1', '::1'].map((address) => isOpen(address, port)))).toEqual([false, false]);
    expect(isOver).toBe(false);
    socket.destroy();
    await closed;
    caller.destroy();
  },
);

withIPv6(
  'where it was told to listen at ::1, 127.0.0.1 is held; where it was told another address, that one alone',
  async () => {
    const six = closeAfterwards(await listenOnPort(ownServer(), '::1', 0));
    expect(await read(`http://127.0.0.1:${six.port}`)).toBe('ours');
    const named = closeAfterwards(await listenOnPort(ownServer(), 'localhost', 0));
    expect(await Promise.all(['127.0.0.1', '[::1]'].map((host) => read(`http://${host}:${named.port}`)))).toHaveLength(
      2,
    );
    if (process.platform !== 'linux') return;
    const own = closeAfterwards(await listenOnPort(ownServer(), '127.0.0.7', 0));
    expect(await isOpen('::1', own.port)).toBe(false);
  },
);

withIPv6('a build that tries to be the service at ::1 finds the port taken', async () => {
  const { server, deploy, create, untilState, client, params } = await startHosting();
  const hostile = `
const http = require('node:http');
const grab = http.createServer((request, response) => { console.log('GOT ' + request.headers.authorization); response.end(); });
grab.on('error', (error) => console.log('refused with ' + error.code));
grab.listen({ host: '::1', port: ${server.port}, exclusive: true }, () => console.log('grabbed'));
setInterval(() => {}, 1000);
`;
  const { build } = await deploy(nodeBuild(hostile, { ports: {} }));
  const { id } = await create(build);
  await untilState(id, 'running');
  let lines = '';
  await until(async () => {
    const { lines: found } = await client.getServerLogs({
      params: { ...params, server_id: id },
      query: { stream: 'std_out' },
    });
    lines = found.map((line) => Buffer.from(line, 'base64').toString()).join('\n');
    return lines !== '';
  });
  expect(lines).toBe('refused with EADDRINUSE');
  await fetch(`http://localhost:${server.port}/cloud/games`, { headers: { authorization: `Bearer ${server.token}` } });
});

const canUnshare =
  process.platform === 'linux' && spawnSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

it.runIf(canUnshare)('where IPv6 is off it listens at 127.0.0.1 alone, and nothing is said', () => {
  const fileOf = (name: string) => JSON.stringify(pathToFileURL(`embedded-server/${name}.ts`).href);
  const script = `
import { createServer } from 'node:http';
import { listenAsAsked } from ${fileOf('platform/listening/listen')};
import { bindUdp, bindUdpAtOther } from ${fileOf('runtime/relay/udp-sockets')};
const server = createServer();
for (const port of [0, 7420]) {
  const bound = await listenAsAsked(server, '127.0.0.1', { port, log: () => undefined });
  console.log(JSON.stringify([bound.notices, bound.otherTaken ?? null, server.address().address]));
  await bound.close();
}
const udp = await bindUdp('127.0.0.1', 0);
console.log(await bindUdpAtOther(udp, '::1') ?? 'none');
udp.close();`;
  const inside = 'ip link set lo up && echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 && exec "$@"';
  const command = [process.execPath, '--input-type=module', '-e', script];
  const said = execFileSync('unshare', ['-rn', 'sh', '-c', inside, 'sh', ...command], { encoding: 'utf8' });
  expect(said.trim().split('\n')).toEqual(['[[],null,"127.0.0.1"]', '[[],null,"127.0.0.1"]', 'none']);
});
