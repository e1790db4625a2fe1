// `slipway servers files` against a real service: a world is listed, downloaded, snapshotted, restored and given up.
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { helloServer } from '../../support/hosting.ts';
import { startServing } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

// Real servers.
vi.setConfig({ testTimeout: 60_000 });

const manifest = { program: 'server.js', keep: ['world'], ports: { game: { protocol: 'tcp' } } };
const program = `require('node:fs').appendFileSync('world/days', 'day ');${helloServer}`;

async function startWorld() {
  const serving = await startServing();
  const game = await serving.createGame();
  const place = await makeTempFolder('world');
  await mkdir(path.join(place, 'build'));
  await writeFile(path.join(place, 'build/slipway.json'), JSON.stringify(manifest));
  await writeFile(path.join(place, 'build/server.js'), program);
  const where = ['--game', game.name_id, '--namespace', 'prod'];
  expect(await serving.run('push', path.join(place, 'build'), ...where, '--name', '1.0.0')).toMatchObject({ code: 0 });
  const files = (...words: string[]) => serving.run('servers', 'files', ...words, ...where);
  const create = async () => {
    const made = await serving.run('servers', 'create', ...where, '--wait', '20', '--json');
    return (JSON.parse(made.stdout) as { server: { id: string } }).server.id;
  };
  const stop = async (id: string) => {
    await serving.run('servers', 'stop', id, ...where, '--grace', '0');
    await vi.waitFor(async () => expect((await files('--json')).stdout).not.toContain(id), { timeout: 20_000 });
  };
  return { ...serving, place, files, create, stop };
}

it('refuses a word that is no work, also one that every object has', async () => {
  const home = await makeTempFolder('home');
  for (const word of ['delete-all', 'constructor', 'toString']) {
    const words = ['servers', 'files', word, '--game', 'g', '--namespace', 'n'];
    expect(await runCommand(words, { home }), word).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Say what to do with the kept files: list, download'),
    });
  }
});

it('a world is looked at and downloaded, and no file is written over', async () => {
  const { files, create, place } = await startWorld();
  expect((await files()).stdout).toMatch(/^Nothing is kept yet\. Name folders in the "keep"/);
  const id = await create();
  const { stdout } = await files();
  expect(stdout).toContain(`Set 1, server ${id} has it`);
  expect(stdout).toMatch(/world +1 +4 B/);
  expect((await files('list', 'world')).stdout).toMatch(/days +4 B +\d{4}-/);
  const output = path.join(place, 'world.tar.gz');
  const ofSomebody = path.join(place, 'world.tar.gz.part');
  await writeFile(ofSomebody, 'of somebody');
  expect(await files('download', 'world', '--output', output)).toMatchObject({ code: 0 });
  expect(await readFile(ofSomebody, 'utf8')).toBe('of somebody');
  await promisify(execFile)('tar', ['-xzf', output], { cwd: place });
  expect(await readFile(path.join(place, 'world/days'), 'utf8')).toBe('day ');
  expect(await files('download', '-o', output)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists'),
  });
  expect(await files('download', '-o', output, '--force')).toMatchObject({ code: 0 });
  expect(await files('download', '-o', path.join(place, 'none/world.tar.gz'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The kept files could not be saved as '),
  });
  expect((await readdir(place)).toSorted()).toEqual(['build', 'world', 'world.tar.gz', 'world.tar.gz.part']);
  expect(await files('list', '../..')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no "../.."'),
  });
});

it('a snapshot brings a world back, and is deleted only with a word', async () => {
  const { files, create, stop } = await startWorld();
  const id = await create();
  const taken = await files('snapshot', '--json');
  const { snapshot } = JSON.parse(taken.stdout) as { snapshot: { snapshot_id: string } };
  expect((await files('restore', snapshot.snapshot_id)).stderr).toContain('uses the kept folders. Stop it first');
  await stop(id);
  await stop(await create());
  expect((await files('list', 'world')).stdout).toContain('8 B');
  expect((await files('restore', snapshot.snapshot_id.slice(0, 8))).stdout).toMatch(
    /^Restored\. What was there is snapshot /,
  );
  expect((await files('list', 'world')).stdout).toContain('4 B');
  expect((await files('empty')).stdout).toMatch(
    /^Emptied\. What was there is snapshot (\S+)\. Its room is free once you delete that: slipway servers files delete \1\n$/,
  );
  const asked = await files('delete', snapshot.snapshot_id);
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringMatching(/for good: 1 file, 4 B, of .*Say --yes/s) });
  expect(await files('delete', snapshot.snapshot_id, '--yes')).toMatchObject({ code: 0 });
  expect((await files()).stdout).not.toContain(snapshot.snapshot_id);
  expect((await files('eat')).stderr).toContain('Say what to do with the kept files: list, download, snapshot');
});
