// What the doctor stops, a push stops: with a real service that is sent nothing, and sent it all the same with --force.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { lastJson } from '../../support/last-json.ts';
import { startServing } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

async function startPushing(files: Readonly<Record<string, string>>) {
  const serving = await startServing();
  const game = await serving.createGame();
  const proxy = await startFaultProxy(serving.url);
  const folder = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const env = { SLIPWAY_URL: proxy.url, SLIPWAY_TOKEN: serving.token };
  const push = (...more: string[]) =>
    runCommand(['push', folder, '--namespace', 'prod', ...more], { home: serving.home, env });
  const changed = () => proxy.requests.filter(({ method }) => method !== 'GET');
  return { ...serving, game, folder, push, changed };
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
