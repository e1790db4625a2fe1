// Builds and logs as files, from the real service.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { speak, translate } from '../../../../src-main/core/desktop/native-language.ts';
import { startTestCore } from '../../../support/core.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { prepareBuild, put, randomFile, startUploads } from '../../../support/upload.ts';

async function withSample(picked?: string) {
  const app = await startTestCore(picked === undefined ? {} : { picked });
  await app.whenState('local', 'connected');
  const { game_id: game, namespace_id: namespace } = await app.client.call('games.runSample', {});
  const client = app.core.instances.find('local').client();
  const params = { game_id: game, environment_id: namespace };
  const { builds } = await client.listBuilds({ params });
  const target = { instance_id: 'local', game_id: game, namespace_id: namespace, build_id: builds[0]?.id ?? '' };
  return { ...app, target, build: builds[0] };
}

it('saves a build under its name, and never over a file that is there', async () => {
  const folder = await makeTempFolder('picked');
  const { client, target, build } = await withSample(folder);
  const { file } = await client.call('desktop.saveBuild', target);
  expect(path.dirname(file ?? '')).toBe(folder);
  expect(path.basename(file ?? '').startsWith(build?.name ?? '?')).toBe(true);
  expect((await readFile(file ?? '')).length).toBe(build?.content_length);
  await writeFile(file ?? '', 'of somebody');
  await expect(client.call('desktop.saveBuild', target)).rejects.toThrow(/something with that name already exists/);
  expect(await readFile(file ?? '', 'utf8')).toBe('of somebody');
});

it('asks for a place in the language of what the system shows', async () => {
  const { client, target, host } = await withSample();
  await client.call('desktop.saveBuild', target);
  await client.call('instances.chooseFolder', { instance_id: 'local' });
  await client.call('transfers.chooseFolder', {});
  await speak('de', []);
  onTestFinished(async () => void (await speak('en', [])));
  expect(host.titles.map((title) => translate(title))).toEqual([
    'Build speichern in',
    'Ordner für die Daten von Local wählen',
    'Ordner mit dem Build wählen',
  ]);
});

it('saves nothing when the picker was closed', async () => {
  const { client, target } = await withSample();
  expect(await client.call('desktop.saveBuild', target)).toEqual({ file: null });
});

it('says that a browser window can drag nothing out, and makes no file for that', async () => {
  const { client, target, folder } = await withSample();
  await expect(client.call('desktop.dragBuild', target)).rejects.toThrow(/cannot drag files out/);
  expect(await readdir(folder)).not.toContain('out');
});

it('says that this machine has no copy of a build that another one stores', async () => {
  const { call, place, server } = await startUploads();
  const bytes = randomFile(5_000);
  const { build, parts } = await prepareBuild(call, place, { bytes: bytes.length });
  await put(parts[0]?.url ?? '', bytes);
  const { client, whenState } = await startTestCore({ picked: await makeTempFolder('picked') });
  const added = await client.call('instances.add', { url: server.url, token: server.token });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const at = { game_id: place.game_id, namespace_id: place.environment_id };
  const saving = client.call('desktop.saveBuild', { instance_id: added.instance_id, ...at, build_id: build });
  await expect(saving).rejects.toMatchObject({
    code: 'VERSION_NO_COPY',
    message: expect.stringContaining('no copy of v1'),
  });
});
