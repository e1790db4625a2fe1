// Canaries: tokens that the command line is given, in every way it takes them, come out of it in none, whatever it is told to do and
// however that fails: on stdout, on stderr, in what it keeps, and in what the service logs. Two things are for showing, and are left
// out: the token that `serve` makes, and the link of `login`.
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Ended, runCommand, runProcess, startCommand, whenEnded } from '../../support/command.ts';
import { filesOf } from '../../support/files-of.ts';
import { startWithGame } from '../../support/service.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { writeTree } from '../../support/write-tree.ts';

const CORE = 'Q2FuYXJ5X29mX3RoZV9jb21tYW5kX2xpbmVfNDI';
/** No instance knows it. */
const CANARY = `slipway_cloud_${CORE}`;

/** As it is, and as addresses, JSON and base64 have it. */
function formsOf(token: string): string[] {
  const base64 = Buffer.from(token).toString('base64').replace(/=+$/, '');
  return [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), base64];
}

function requireClean(token: string, what: string, text: string): void {
  for (const form of formsOf(token)) expect(text.includes(form), `${what} tells a token:\n${text}`).toBe(false);
}

function requireCleanEnd(token: string, args: readonly string[], { stdout, stderr }: Ended): void {
  requireClean(token, `slipway ${args.join(' ')}`, `${stdout}\n${stderr}`);
}

async function requireCleanFiles(token: string, folder: string, except: readonly string[]): Promise<void> {
  const files = (await filesOf(folder)).filter((file) => !except.includes(path.basename(file)));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) requireClean(token, file, await readFile(file, 'latin1'));
}

it('every command keeps its token to itself, whether it does its work or is refused, for people and for programs', {
  timeout: 400_000,
}, async () => {
  const { server, game, log } = await startWithGame();
  const { token } = server;
  const home = await makeTempFolder('home');
  const build = await writeTree({ 'server.js': 'console.log(1);\n', 'slipway.json': '{"program":"server.js"}' });
  const secret = await writeTree({ '.env': `SLIPWAY_TOKEN=${token}\n`, 'server.js': '' });
  const env = { SLIPWAY_URL: server.url, SLIPWAY_TOKEN: token };
  const at = ['--game', game.name_id];
  const place = [...at, '--namespace', 'prod'];
  const lines: string[][] = [
    ['push', build, ...place, '--name', '1.0.0'],
    ['push', build, ...place, '--name', '1.0.1', '--json'],
    ['push', secret, ...place],
    ['push', path.join(build, 'nowhere'), ...place, '--json'],
    ['push', build, '--game', 'nobody-knows-it'],
    ['push', build, ...at, '--namespace', 'nowhere'],
    ['games'],
    ['games', '--json'],
    ['versions', ...at, '--json'],
    ['history', ...place],
    ['switch', '1.0.0', ...place, '--json'],
    ['switch', '9.9', ...place],
    ['rollback', ...place],
    ['promote', '1.0.0', ...place, '--dry-run', '--data', server.dataFolder, '--json'],
    ['servers', 'list', ...place, '--json'],
    ['servers', 'create', ...place, '--version', '9.9'],
    ['servers', 'stop', '00000000-0000-4000-8000-000000000000', ...place],
    ['servers', 'logs', '00000000-0000-4000-8000-000000000000', ...place],
    ['pack', build, '--dry-run', '--json'],
    ['doctor', build],
    ['data', 'check', '--data', server.dataFolder, '--json'],
    ['completion', 'bash'],
    ['games', `--${token.slice(0, 5)}`],
    ['nothing-like-it'],
    ['push', '--help'],
  ];
  const codes = new Set<number | null>();
  for (const args of lines) {
    const ended = await runCommand(args, { home, env });
    requireCleanEnd(token, args, ended);
    codes.add(ended.code);
    expect(ended.stdout + ended.stderr, 'it said something').not.toBe('');
  }
  expect([...codes].toSorted()).toEqual([0, 1, 2]);
  const add = ['remote', 'add', server.url, '--token-stdin', '--name', 'EU', '--json'];
  for (const [args, stdin] of [
    [add, `${token}\n`],
    [add, token],
    [['remote', 'list', '--json'], ''],
    [['games', '--remote', 'EU'], ''],
    [['remote', 'remove', 'EU'], ''],
  ] as const) {
    requireCleanEnd(token, args, await runCommand(args, { home, stdin }));
  }
  await requireCleanFiles(token, home, []);
  await server.close();
  requireClean(token, 'the log of the service', JSON.stringify(log));
  await requireCleanFiles(token, server.dataFolder, ['owner-token']);
});

/** What is not our service, and says the token of each request back in all the ways that an answer has. */
async function startEcho() {
  let heard = 0;
  const server = http.createServer((request, response) => {
    const authorization = `${request.headers.authorization}`;
    heard += authorization.includes(CORE) ? 1 : 0;
    request.resume();
    const [, how = 'text', ...rest] = new URL(request.url ?? '', 'http://echo').pathname.split('/');
    const json = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (how === 'refused')
      json(403, { code: 'NOPE', message: `I do not like ${authorization}.`, metadata: { said: authorization } });
    else if (how === 'names')
      json(200, {
        games: [{ display_name: authorization, name_id: authorization }],
        groups: [],
        watch: { index: authorization },
      });
    else if (how === 'else') response.writeHead(302, { location: `http://x.example/${authorization}` }).end();
    else if (how === 'page') response.writeHead(500, { 'content-type': 'text/html' }).end(`<h1>${authorization}</h1>`);
    else if (how === 'no-json') response.writeHead(200).end(`${authorization}${rest.join()}`);
    else request.socket.end(`HTTP/1.1 200 OK\r\n${authorization}\r\ncontent-length: x\r\n\r\n${authorization}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard: () => heard };
}

it.each(['refused', 'names', 'else', 'page', 'no-json', 'torn'])(
  'an instance that says the token back is not quoted with it (%s)',
  { timeout: 120_000 },
  async (how) => {
    const echo = await startEcho();
    const home = await makeTempFolder('home');
    const build = await writeTree({ 'server.js': '' });
    const env = { SLIPWAY_URL: `${echo.url}/${how}`, SLIPWAY_TOKEN: CANARY };
    for (const args of [
      ['games'],
      ['games', '--json'],
      ['push', build, '--game', 'x', '--give-up-after', '1', '--json'],
    ]) {
      const ended = await runCommand(args, { home, env });
      requireCleanEnd(CORE, args, ended);
    }
    const add = ['remote', 'add', `${echo.url}/${how}`, '--token-stdin', '--name', 'E'];
    requireCleanEnd(CORE, add, await runCommand(add, { home, stdin: CANARY }));
    expect(echo.heard()).toBeGreaterThan(2);
  },
);

it('a token that nobody can use, or that breaks the command, is not reported in the sentence, nor in a stack trace', {
  timeout: 120_000,
}, async () => {
  const home = await makeTempFolder('home');
  const { server } = await startWithGame();
  const results: Ended[] = [];
  for (const token of [CANARY, `${CANARY}\u0001`, `${CANARY}\nx-more: 1`, `${CANARY}\u{1F6A3}`]) {
    for (const url of [server.url, 'http://127.0.0.1:1', 'http://nowhere.invalid']) {
      const env = { SLIPWAY_URL: url, SLIPWAY_TOKEN: token };
      const ended = await runCommand(['games', '--allow-http'], { home, env });
      requireCleanEnd(CORE, ['games', url], ended);
      expect(ended.code).not.toBe(0);
      results.push(ended);
    }
  }
  const child = startCommand(['remote', 'add', server.url, '--token-stdin', '--name', 'E'], { home, stdin: CANARY });
  results.push(await whenEnded(child));
  for (const { stdout, stderr } of results) {
    expect(stdout).toBe('');
    expect(stderr).not.toBe('');
    requireClean(CORE, 'a refusal', stderr);
  }
  const kept = await filesOf(home);
  for (const file of kept) requireClean(CORE, file, await readFile(file, 'latin1'));
});

/** Each command makes its folder first, and expects no error that is thrown at once. */
const CRASHING = `require('node:fs/promises').mkdir = () => { throw new Error('broken on purpose'); };
require('node:module').syncBuiltinESMExports();`;

it('a crash tells its stack and no token', async () => {
  const home = await makeTempFolder('home');
  const broken = path.join(home, 'broken.cjs');
  await writeFile(broken, CRASHING);
  const preload = { NODE_OPTIONS: `--require ${broken}` };
  const env = { SLIPWAY_URL: 'http://127.0.0.1:1', SLIPWAY_TOKEN: CANARY, ...preload };
  const add = ['remote', 'add', 'http://127.0.0.1:1', '--token-stdin'];
  for (const [args, options] of [
    [['games'], { home, env }],
    [add, { home, env: preload, stdin: CANARY }],
  ] as const) {
    const ended = await runProcess(args, options);
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/broken on purpose\n\s+at /) });
    requireCleanEnd(CORE, args, ended);
  }
});
