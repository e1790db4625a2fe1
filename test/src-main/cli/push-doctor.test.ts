// What the doctor stops, a push stops: with a real service that is sent nothing, and sent it all the same with --force.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { lastJson } from '../../support/last-json.ts';
import { startServing } from '../../support/serving.ts';
import { tarOf } from '../../support/tar.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

async function startPushing(files: Readonly<Record<string, string>>) {
  const serving = await startServing();
  const game = await serving.createGame();
  const proxy = await startFaultProxy(serving.url);
  const folder = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const env = { SLIPWAY_URL: proxy.url, SLIPWAY_TOKEN: serving.token };
  const pushFile = (file: string, ...more: string[]) =>
    runCommand(['push', file, '--namespace', 'prod', ...more], { home: serving.home, env });
  const push = (...more: string[]) => pushFile(folder, ...more);
  const changed = () => proxy.requests.filter(({ method }) => method !== 'GET');
  return { ...serving, game, folder, push, pushFile, changed };
}

const pictures = { 'map.png': 'x' };
const badTemplate = {
  'slipway.json': JSON.stringify({ program: 'server.js', templates: ['server.cfg'] }),
  'server.js': '',
};

it.each([
  ['without a program', pictures, /No program that could be started was found/],
  ['with a template that is not there', badTemplate, /server\.cfg cannot be filled in: It is not in this build/],
])('refuses a build %s before anything is asked or sent', async (_, files, sentence) => {
  const { push, game, folder, run, changed } = await startPushing(files);
  const refused = await push('--game', game.name_id);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^Nothing was sent\. /);
  expect(refused.stderr).toMatch(sentence);
  expect(refused.stderr).toMatch(/--force\.\n$/);
  expect((await push('--game', 'Anew', '--create-game')).code, 'no game is made for it').toBe(1);
  expect(changed()).toEqual([]);
  const planned = await push('--game', game.name_id, '--dry-run', '--json');
  expect(planned.code).toBe(1);
  expect(lastJson(planned.stdout).problems).toMatchObject([{ code: 'BUILD_INVALID' }]);
  expect((await run('doctor', folder)).code, 'the doctor says the same').toBe(1);
});

it('sends it with --force, and warns', async () => {
  const { push, game } = await startPushing(pictures);
  const pushed = await push('--game', game.name_id, '--force', '--json');
  expect(pushed.code).toBe(0);
  expect(pushed.stderr).toMatch(/^Warning {2}No program that could be started was found/);
});

it.each([
  ['an archive', 'harbor.tar', tarOf({ 'harbor/server.js': '', 'harbor/.env': 'PASSWORD=x' }), 'harbor/.env'],
  ['a single file', 'id_rsa', 'a key', 'id_rsa'],
])('refuses %s with a secret, also with --force, until it is allowed', async (_, name, bytes, secret) => {
  const { pushFile, game, folder, run, changed } = await startPushing({});
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  const push = (...more: string[]) => pushFile(file, '--game', game.name_id, '--force', ...more);
  const refused = await push();
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`Nothing was sent. ${secret}: `);
  expect((await pushFile(file, '--game', 'Anew', '--create-game', '--force')).code, 'no game is made for it').toBe(1);
  const planned = await push('--dry-run', '--json');
  expect(planned.code).toBe(1);
  expect(lastJson(planned.stdout).problems).toMatchObject([{ code: 'PACK_SECRETS' }]);
  expect(await run('pack', file)).toMatchObject({ code: 1, stdout: '', stderr: refused.stderr });
  expect(changed()).toEqual([]);
  const isAllowed = ['--allow-secret', secret];
  expect(await run('pack', file, ...isAllowed)).toMatchObject({ code: 0 });
  expect(await push(...isAllowed, '--dry-run')).toMatchObject({ code: 0 });
  expect(await push(...isAllowed)).toMatchObject({ code: 0 });
});
