// `slipway remote`, `login`, `games`, `versions` and `history` as scripts use them: one line of JSON, exit codes, sentences.
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../support/certificate.ts';
import { runCommand, startCommand, whenEnded } from '../../support/command.ts';
import { startElevenRemote } from '../../support/eleven-remote.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { lastJson } from '../../support/last-json.ts';
import { startTestService, startWithGame } from '../../support/service.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { writeTree } from '../../support/write-tree.ts';

const line = (stdout: string): unknown => {
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
};

it('keeps a remote with its token from stdin, uses it by name, and forgets it', async () => {
  const home = await makeTempFolder();
  const { server, game, call, namespacePath } = await startWithGame();
  const add = ['remote', 'add', server.url, '--token-stdin', '--name', 'EU', '--json'];
  const added = await runCommand(add, { home, stdin: `${server.token}\n` });
  expect(added).toMatchObject({ code: 0, stderr: '' });
  expect(line(added.stdout)).toMatchObject({ name: 'EU', url: server.url });
  const listed = await runCommand(['remote', 'list', '--json'], { home });
  expect(line(listed.stdout)).toMatchObject({ remotes: [{ name: 'EU', url: server.url }] });
  const games = await runCommand(['games', '--remote', 'EU', '--json'], { home });
  expect(line(games.stdout)).toMatchObject({ games: [{ game_id: game.game_id, name_id: game.name_id }] });
  const table = await runCommand(['games', '--remote', 'EU'], { home });
  expect(table.stdout).toContain('Tidebreak');
  const versions = await runCommand(['versions', '--remote', 'EU', '--game', game.name_id, '--json'], { home });
  expect(line(versions.stdout)).toMatchObject({
    versions: [{ display_name: '0.0.1', namespaces: ['prod', 'staging'] }],
  });
  const made = await call('POST', `/cloud/games/${game.game_id}/versions`, {
    body: { display_name: '1.0.0', config: {} },
  });
  await call('PUT', `${namespacePath}/version`, { body: made.body });
  const where = ['--game', game.name_id, '--namespace', 'prod'];
  const history = await runCommand(['history', '--remote', 'EU', ...where, '--json'], { home });
  expect(line(history.stdout)).toMatchObject({ history: [{ display_name: '1.0.0' }] });
  const removed = await runCommand(['remote', 'remove', 'EU'], { home });
  expect(removed).toMatchObject({ code: 0 });
  for (const name of ['secrets.json', 'settings.json']) {
    expect(await readFile(path.join(home, name), 'utf8')).not.toContain(server.token);
  }
  const gone = await runCommand(['games', '--remote', 'EU'], { home });
  expect(gone).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('There is no remote "EU"') });
  for (const { stdout, stderr } of [added, listed, games, table, versions, history, removed, gone]) {
    expect(stdout + stderr).not.toContain(server.token);
  }
});

it('lists the history of a namespace whose servers cannot be listed', async () => {
  const home = await makeTempFolder();
  const { server, game, call, namespacePath } = await startWithGame();
  const body = { display_name: '1.0.0', config: {} };
  const made = await call('POST', `/cloud/games/${game.game_id}/versions`, { body });
  await call('PUT', `${namespacePath}/version`, { body: made.body });
  const proxy = await startFaultProxy(server.url);
  proxy.fail({ match: /\/servers/, fault: { kind: 'status', status: 500 } });
  const env = { SLIPWAY_URL: proxy.url, SLIPWAY_TOKEN: server.token };
  const history = await runCommand(['history', '--game', game.name_id, '--namespace', 'prod'], { home, env });
  expect(history).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/ 1\.0\.0 .* deployed /) });
  expect(proxy.requests.some(({ path: asked }) => asked.includes('/servers'))).toBe(true);
});

it('gives a remote another name, and tells remotes of one address apart', async () => {
  const home = await makeTempFolder();
  const { server, client, game_id } = await startWithGame();
  const run = (words: string[], env = {}) => runCommand(words, { home, env });
  const add = (token: string) => runCommand(['remote', 'add', server.url, '--token-stdin'], { home, stdin: token });
  expect((await add(server.token)).stdout).toContain(`Added ${new URL(server.url).host} `);
  const again = await add(server.token);
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Rename it if it should have another name.'),
  });
  const { token } = await client.createToken({ params: { game_id }, body: { name: 'CI', can: ['read'] } });
  expect(await add(token)).toMatchObject({ code: 0 });
  const either = await run(['games', '--url', server.url]);
  expect(either).toMatchObject({ code: 1, stderr: expect.stringContaining('Several remotes have the address') });
  const host = new URL(server.url).host;
  expect(await run(['remote', 'rename', host, ' EU '])).toMatchObject({ stdout: `${host} is called EU now.\n` });
  expect(await run(['games', '--remote', 'EU'])).toMatchObject({ code: 0 });
  const taken = await run(['remote', 'rename', `${host} 2`, 'EU']);
  expect(taken).toMatchObject({ code: 1, stderr: 'Another instance is called EU. Choose another name.\n' });
  expect(await run(['remote', 'rename', 'EU'])).toMatchObject({ code: 2 });
});

it('takes an address and a token from the environment, and finds the service of this machine without', async () => {
  const home = await makeTempFolder();
  const { server, dataFolder } = await startWithGame().then((one) => ({ ...one, dataFolder: one.server.dataFolder }));
  const env = { SLIPWAY_URL: server.url, SLIPWAY_TOKEN: server.token };
  expect((await runCommand(['games'], { home, env })).stdout).toContain('Tidebreak');
  expect((await runCommand(['games', '--data', dataFolder], { home })).stdout).toContain('Tidebreak');
  const none = await runCommand(['games'], { home });
  expect(none).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('No service runs on') });
});

it('asks for consent to a certificate, and takes it by its fingerprint', async () => {
  const home = await makeTempFolder();
  const tls = await makeCertificate();
  const { server } = await startTestService({ exposure: { tls, publicUrl: 'https://games.example' } });
  const env = { CI_TOKEN: server.token };
  const add = ['remote', 'add', server.localUrl, '--token-env', 'CI_TOKEN'];
  const result = await runCommand(add, { home, env });
  expect(result).toMatchObject({ code: 1, stdout: '' });
  const fingerprint = /--trust-fingerprint (\S+)/.exec(result.stderr)?.[1] ?? '';
  const added = await runCommand([...add, '--trust-fingerprint', fingerprint], { home, env });
  expect(added).toMatchObject({ code: 0 });
  const url = ['--url', server.localUrl];
  expect(await runCommand(['games', ...url, '--json'], { home })).toMatchObject({ code: 0, stdout: '{"games":[]}\n' });
});

it('pushes over TLS to the certificate that was agreed to, and sends nothing to another one', async () => {
  const home = await makeTempFolder();
  const dataFolder = await makeTempFolder('served');
  const build = await writeTree({ 'server.js': 'console.log(1);' });
  const port = 19_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 8);
  const serve = async () => {
    const exposure = { tls: await makeCertificate(), publicUrl: `https://127.0.0.1:${port}` };
    const service = await startTestService({ dataFolder, port, exposure });
    expect(service.server.port).toBe(port);
    return service;
  };
  const { server } = await serve();
  const add = ['remote', 'add', server.localUrl, '--token-stdin', '--name', 'EU'];
  const result = await runCommand(add, { home, stdin: server.token });
  const fingerprint = /--trust-fingerprint (\S+)/.exec(result.stderr)?.[1] ?? '';
  const agreed = await runCommand([...add, '--trust-fingerprint', fingerprint], { home, stdin: server.token });
  expect(agreed).toMatchObject({ code: 0 });
  const push = [
    'push',
    build,
    '--remote',
    'EU',
    '--game',
    'Tidebreak',
    '--create-game',
    '--namespace',
    'prod',
    '--json',
  ];
  const pushed = await runCommand([...push, '--name', '1.0.0'], { home });
  expect(pushed).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Created the game Tidebreak, whose name id is \S+\.\n$/),
  });
  expect(lastJson(pushed.stdout)).toMatchObject({ state: 'done' });

  await server.close();
  const { log } = await serve();
  const refused = await runCommand([...push, '--name', '1.0.1'], { home });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('not the one that you trusted') });
  expect(log.filter(({ message }) => message === 'request')).toEqual([]);
});

it.each([
  [['remote'], 2, 'Say what to do'],
  [['remote', 'add'], 2, 'Say which address to add'],
  [['remote', 'add', 'https://x.example', 'more', '--token-stdin'], 2, 'one word too many'],
  [['remote', 'add', 'http://x.example'], 2, 'SLIPWAY_TOKEN'],
  [['login'], 2, 'which address'],
  [['login', 'http://x.example'], 1, '--allow-http'],
  [['versions'], 2, '--game'],
  [['history', '--game', 'x', '--namespace', 'y', '--limit', '40'], 2, '1 to 32'],
  [['games', '--nonsense'], 2, 'slipway games --help'],
  [['games', '--url', 'https://127.0.0.1:1'], 1, 'SLIPWAY_TOKEN'],
])('refuses %j with code %i and a sentence', async (args, code, sentence) => {
  const ended = await runCommand(args, { home: await makeTempFolder() });
  expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) });
  expect(ended.stderr).not.toMatch(/\n\s+at /);
});

it('ends with code 3 when nobody answers, and code 1 for a token that is no good', async () => {
  const home = await makeTempFolder();
  const nobody = { SLIPWAY_URL: 'http://127.0.0.1:1', SLIPWAY_TOKEN: 'x' };
  expect(await runCommand(['games'], { home, env: nobody })).toMatchObject({ code: 3 });
  const { server } = await startWithGame();
  const wrong = { SLIPWAY_URL: server.url, SLIPWAY_TOKEN: 'wrong' };
  expect(await runCommand(['games'], { home, env: wrong })).toMatchObject({ code: 1 });
});

it('says of a remote with the eleven alone how to go on without a list', async () => {
  const home = await makeTempFolder();
  const { server, game } = await startWithGame();
  const eleven = await startElevenRemote(server.url);
  const env = { SLIPWAY_URL: eleven.url, SLIPWAY_TOKEN: server.token };
  const games = await runCommand(['games'], { home, env });
  expect(games).toMatchObject({ code: 1, stderr: expect.stringContaining('does not list its games') });
  const versions = await runCommand(['versions', '--game', game.game_id, '--json'], { home, env });
  expect(line(versions.stdout)).toMatchObject({ versions: [{ display_name: '0.0.1' }] });
});

it('signs in by a device link that somebody opens', async () => {
  const home = await makeTempFolder();
  const { server, call, game } = await startWithGame();
  const child = startCommand(['login', server.url, '--name', 'Linked', '--json'], { home });
  const [chunk] = (await once(child.stderr ?? child, 'data')) as [Buffer];
  const link = /https?:\S+/.exec(String(chunk))?.[0] ?? '';
  const ended = whenEnded(child);
  const token = link.split('/').at(-1) ?? '';
  const done = await call('POST', '/cloud/devices/links/complete', {
    body: { device_link_token: decodeURIComponent(token), game_id: game.game_id },
  });
  expect(done.status).toBe(200);
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(line(stdout)).toMatchObject({ name: 'Linked', url: server.url });
  expect((await runCommand(['games', '--remote', 'Linked'], { home })).stdout).toContain('Tidebreak');
});

it('stops waiting for a link on Ctrl+C', async () => {
  const { server } = await startWithGame();
  const child = startCommand(['login', server.url], { home: await makeTempFolder() });
  await once(child.stderr ?? child, 'data');
  child.kill('SIGINT');
  expect(await whenEnded(child)).toMatchObject({ code: 1, stderr: expect.stringContaining('Cancelled') });
});

it('says in a sentence that settings cannot be read, or that a token is none', async () => {
  const home = await makeTempFolder();
  const env = { SLIPWAY_URL: 'http://127.0.0.1:9', SLIPWAY_TOKEN: 'two\nlines' };
  const token = await runCommand(['games'], { home, env });
  expect(token).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('The token has a space') });
  expect(token.stderr).not.toContain('lines\n');
  await rm(path.join(home, 'settings.json'), { force: true });
  await mkdir(path.join(home, 'settings.json'));
  const settings = await runCommand(['remote', 'list'], { home });
  expect(settings).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('settings.json cannot be read'),
  });
  expect(settings.stderr).not.toContain('    at ');
});
