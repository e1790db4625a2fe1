// The folder of the service goes while it runs: it says so once, creates nothing at the old place, and finds all when it is back.
import { access, mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { createGame, startTestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

it('tells once that its folder was moved, ends its servers, and leaves nothing at the old place', async () => {
  const dataFolder = path.join(await makeTempFolder(), 'data');
  let calls = 0;
  const { server, log, deploy, create, untilState, call } = await startHosting({
    dataFolder,
    onFolderGone: () => (calls += 1),
  });
  const { build } = await deploy(nodeBuild());
  const { id } = await create(build);
  await untilState(id, 'running');
  expect(await processesOf(id)).toHaveLength(1);
  await rename(dataFolder, `${dataFolder}-moved`);
  await until(() => calls > 0, 'the service to notice');
  // Whoever calls now gets an answer, whatever it is, and no folder comes of it.
  await createGame(call).catch(() => undefined);
  await server.close();
  expect(calls).toBe(1);
  expect(await processesOf(id)).toEqual([]);
  expect(log.filter(({ level }) => level === 'error').map(({ message }) => message)).toContainEqual(
    expect.stringContaining(`${dataFolder} is not there any more`),
  );
  await expect(access(dataFolder)).rejects.toThrow('ENOENT');
  // As after a crash: no marker says that all is well, and the records tell the rest.
  expect(await readdir(`${dataFolder}-moved`)).not.toContain('sealed');
  await rename(`${dataFolder}-moved`, dataFolder);
  const again = await startTestService({ dataFolder });
  expect(again.server.dataId).toBe(server.dataId);
  expect(JSON.stringify((await again.call('GET', '/cloud/games')).body)).toContain('Tidebreak');
});

it('writes nothing into an empty folder that is now at its place', async () => {
  const dataFolder = path.join(await makeTempFolder(), 'data');
  let isGone = false;
  const { server, deploy } = await startHosting({ dataFolder, onFolderGone: () => (isGone = true) });
  await rename(dataFolder, `${dataFolder}-moved`);
  await mkdir(dataFolder);
  await expect(deploy(nodeBuild())).rejects.toThrow();
  await until(() => isGone, 'the service to notice');
  await server.close();
  expect(await readdir(dataFolder)).toEqual([]);
});

it('is another one when its records are other ones', async () => {
  const dataFolder = path.join(await makeTempFolder(), 'data');
  const other = await startTestService();
  await other.server.close();
  let isGone = false;
  const { server } = await startTestService({ dataFolder, onFolderGone: () => (isGone = true) });
  await rename(dataFolder, `${dataFolder}-moved`);
  await rename(other.server.dataFolder, dataFolder);
  const before = (await readdir(dataFolder)).toSorted();
  await until(() => isGone, 'the service to notice');
  await server.close();
  expect((await readdir(dataFolder)).toSorted()).toEqual(before);
  expect(server.dataId).not.toBe(other.server.dataId);
  await rename(dataFolder, other.server.dataFolder);
});
