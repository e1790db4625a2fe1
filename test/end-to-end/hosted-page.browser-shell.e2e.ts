// A page of a hosted game, in the browser that has Slipway's window open: it tries whatever a page can, and its server sends to the
// window's port whatever it was sent itself. Nothing of it gets in.
import { expect, test } from './support/app-test.ts';
import { createGame, openLocalGame, pushFiles } from './support/steps.ts';

/** Shows a page, remembers the headers of each request, and replays them against the window's port as the window would. */
const program = `
const http = require('node:http');
const seen = [];
const send = (port, method, path, headers) => new Promise((resolve) => {
  const request = http.request({ port, host: '127.0.0.1', method, path, headers });
  request.on('response', (answer) => { answer.resume(); resolve(method + ' ' + path + ' ' + answer.statusCode); });
  request.on('upgrade', (answer, socket) => { socket.destroy(); resolve(method + ' ' + path + ' 101'); });
  request.on('error', (error) => resolve(method + ' ' + path + ' ' + error.code));
  request.end(method === 'POST' ? '{"name":"a","bytes":1}' : undefined);
});
const replay = async (port) => {
  const own = { host: '127.0.0.1:' + port, origin: 'http://127.0.0.1:' + port };
  const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') };
  const answers = [];
  for (const { cookie, authorization, referer } of seen) {
    const known = Object.fromEntries(Object.entries({ cookie, authorization, referer }).filter(([, value]) => value !== undefined));
    const secrets = Object.values(known).flatMap((value) => String(value).match(/[\\w-]{20,}/g) ?? []);
    for (const secret of [...secrets, 'none']) {
      const headers = { ...own, ...known, authorization: known.authorization ?? 'Bearer ' + secret };
      answers.push(await send(port, 'GET', '/session', headers));
      answers.push(await send(port, 'GET', '/pictures?url=a', headers));
      answers.push(await send(port, 'POST', '/copies', headers));
      answers.push(await send(port, 'GET', '/bridge', { ...headers, ...upgrade, 'sec-websocket-protocol': 'slipway, ' + secret }));
      answers.push(await send(port, 'GET', '/bridge', { ...headers, ...upgrade }));
    }
  }
  return answers;
};
http.createServer(async (request, answer) => {
  seen.push(request.headers);
  const { pathname, searchParams } = new URL(request.url, 'http://game');
  if (pathname === '/replay') return answer.end(JSON.stringify({ seen, answers: await replay(Number(searchParams.get('port'))) }));
  answer.setHeader('content-type', 'text/html').end('<title>Game</title><p>A game');
}).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
`;

test('a page of a hosted game gets nothing of the window', async ({ launch, home }) => {
  const { page } = await launch();
  await createGame(page);
  const local = await openLocalGame(home);
  const { api, game_id, prod, place, read } = local;
  const ports = { game: { protocol: 'http', routing: { game_guard: {} } } };
  await pushFiles(local, 'v1', {
    'slipway.json': JSON.stringify({ program: 'server.js', ports }),
    'server.js': program,
  });
  const version = (await read()).versions.find((one: { display_name: string }) => one.display_name === 'v1');
  const namespace = `/cloud/games/${game_id}/namespaces/${prod.namespace_id}`;
  await api('PUT', `${namespace}/version`, { version_id: version.version_id });
  await expect(page.getByRole('link', { name: /^Server .*, Running/ })).toBeVisible();
  const { servers } = await api('GET', `${place}/servers`);
  const game = `http://127.0.0.1:${servers[0].network.ports.game.public_port}`;
  const shell = new URL(page.url());

  const hosted = await page.context().newPage();
  await expect(async () => void (await hosted.goto(game))).toPass();
  const tried = await hosted.evaluate(async (host) => {
    const reach = async (path: string, init: RequestInit) => {
      try {
        return String((await fetch(`http://${host}${path}`, { credentials: 'include', ...init })).status);
      } catch {
        return 'refused';
      }
    };
    const connect = (protocols: string[]) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`ws://${host}/bridge`, protocols);
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('error', () => resolve('refused'));
      });
    return [
      await reach('/session', {}),
      await reach('/session', { headers: { authorization: 'Bearer guessed' } }),
      await reach('/copies', { method: 'POST', body: '{"name":"a","bytes":1}' }),
      await connect([]),
      await connect(['slipway', 'guessed']),
      String(window.opener),
      document.cookie,
    ];
  }, shell.host);
  expect(tried).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'null', '']);

  await test.step('its server gets nowhere with what it was sent', async () => {
    const { seen, answers } = await (await fetch(`${game}/replay?port=${shell.port}`)).json();
    expect(seen.map(({ cookie }: { cookie?: string }) => cookie)).toEqual(seen.map(() => undefined));
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.filter((answer: string) => !answer.endsWith(' 403'))).toEqual([]);
  });

  await test.step('a window that it opens has no session', async () => {
    const opening = page.context().waitForEvent('page');
    await hosted.evaluate((url) => void window.open(url), shell.origin);
    const opened = await opening;
    await expect(opened.getByRole('heading', { name: 'This window needs its link' })).toBeVisible();
    await opened.close();
  });

  await test.step('the window itself goes on, also after a reload', async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: /^Server .*, Running/ })).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
  });
});
