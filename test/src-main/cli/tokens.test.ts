// `slipway tokens`: a token for a pipeline that may push to one namespace and nothing else, as somebody makes, uses and ends it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { lastJson } from '../../support/last-json.ts';
import { startServing } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

// A dozen commands, each with a start of its own.
vi.setConfig({ testTimeout: 60_000 });

const PROGRAM = "require('node:net').createServer().listen(Number(process.env.PORT), '127.0.0.1');\n";

async function makeBuild(): Promise<string> {
  const folder = path.join(await makeTempFolder(), 'server');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.js'), PROGRAM);
  await writeFile(path.join(folder, 'slipway.json'), JSON.stringify({ program: 'server.js' }));
  return folder;
}

/** A service with a game; `create` makes a token of it, and `as` runs a command with one. */
async function start() {
  const serving = await startServing();
  const game = await serving.createGame();
  const where = ['--game', game.name_id];
  const create = async (...words: string[]) => {
    const made = await serving.run('tokens', 'create', ...where, ...words, '--json');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(made.stdout) as { token: string; token_id: string; can: string[]; expire_ts?: string };
  };
  const as = (token: string, ...args: string[]) =>
    runCommand(args, { home: serving.home, env: { SLIPWAY_URL: serving.url, SLIPWAY_TOKEN: token } });
  return { ...serving, game, where, create, as };
}

it('makes one that pushes to staging and switches that, and is refused everywhere else', async () => {
  const { create, as, where, game, run } = await start();
  const { token, token_id: id } = await create(
    '--can',
    'push',
    '--namespace',
    'staging',
    '--expires',
    '90d',
    '--name',
    'CI',
  );
  const build = await makeBuild();
  const push = ['push', build, ...where, '--name', '1.0.0', '--force', '--namespace'];
  const plan = await as(token, ...push, 'prod', '--dry-run', '--json');
  expect(plan.code).toBe(1);
  expect(lastJson(plan.stdout)).toMatchObject({
    token: 'cloud',
    token_can: ['push'],
    problems: [{ message: expect.stringContaining('This token is for another namespace. Use one') }],
  });
  const refused = await as(token, ...push, 'prod');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr, 'before anything is packed').toMatch(/^This token is for another namespace\. Use one/);
  expect(await as(token, ...push, 'staging')).toMatchObject({ code: 0 });
  const elsewhere = await as(token, 'switch', '1.0.0', ...where, '--namespace', 'prod');
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('This token is for another namespace. Use one'),
  });
  const listing = await as(token, 'tokens', 'list', ...where);
  expect(listing).toMatchObject({ code: 1, stderr: expect.stringContaining('Use one for the whole game.') });
  const seen = await run('versions', ...where);
  expect(seen.stdout).toMatch(/1\.0\.0 .* staging /);
  const listed = await run('tokens', 'list', ...where);
  expect(listed.stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ['NAME', 'MAY', 'FOR'],
    ['CI', 'push', `${game.name_id}/staging`],
    [''],
  ]);
  expect(await run('tokens', 'revoke', 'CI', ...where)).toMatchObject({ code: 0, stdout: 'CI is revoked.\n' });
  expect(await as(token, 'games')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it was revoked'),
  });
  expect(await run('tokens', 'revoke', id, ...where)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no token "${id}" of this game.`),
  });
});

it('gives the secret alone to a shell, and lives for 90 days unless it is told', async () => {
  const { run, where, create, game } = await start();
  const made = await run('tokens', 'create', ...where, '--can', 'read,servers');
  expect(made.stdout).toMatch(/^slipway_cloud_[\w-]{43}\n$/);
  expect(made.stderr).toContain(`may do: read, servers. It is for ${game.name_id}, until `);
  const days = (at = '') => Math.round((Date.parse(at) - Date.now()) / 86_400_000);
  expect(days((await create('--can', 'read')).expire_ts)).toBe(90);
  expect(days((await create('--can', 'read', '--expires', '2w')).expire_ts)).toBe(14);
  expect(days((await create('--can', 'read', '--expires', '86400s')).expire_ts), 'in seconds, as nodes take it').toBe(
    1,
  );
  expect((await create('--can', 'read', '--expires', 'never')).expire_ts).toBeUndefined();
  const listed = JSON.parse((await run('tokens', 'list', ...where, '--json')).stdout) as { tokens: object[] };
  expect(listed.tokens).toHaveLength(5);
  expect(await run('tokens', 'revoke', 'Cloud token', ...where)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Several tokens are called "Cloud token". Say which by its id: '),
  });
});

it.each([
  [[], 'Say what to do: create, list or revoke.'],
  [['create'], 'Name it with --game.'],
  [['create', '--game', 'x'], 'Say what it may do with --can: read, push, switch, servers, admin.'],
  [
    ['create', '--game', 'x', '--can', 'push,fly'],
    'Say what it may do with --can: read, push, switch, servers, admin, not "fly".',
  ],
  [
    ['create', '--game', 'x', '--can', 'push', '--expires', 'soon'],
    '--expires takes 30m, 12h, 90d, 4w or never, not "soon".',
  ],
  [
    ['create', '--game', 'x', '--can', 'push', '--expires', '0d'],
    '--expires takes 30m, 12h, 90d, 4w or never, not "0d".',
  ],
  [['revoke', '--game', 'x'], 'Say which token to revoke.'],
])('refuses tokens %j', async (words, sentence) => {
  const refused = await runCommand(['tokens', ...words], { home: await makeTempFolder('home') });
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
});
