// A data folder is for one user and one service: others cannot look into it, and a second service does not get in.
import { chmod, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../../../../embedded-server/index.ts';
import { startTestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

it.skipIf(process.platform === 'win32')(
  'closes a folder that others could look into, with its records, and says so once',
  async () => {
    const dataFolder = await makeTempFolder();
    const first = await startTestService({ dataFolder });
    await first.server.close();
    await chmod(dataFolder, 0o755);
    await chmod(path.join(dataFolder, 'slipway.db'), 0o644);
    const { server, call } = await startTestService({ dataFolder });
    expect(await modeOf(dataFolder)).toBe('700');
    await call('POST', '/group/groups', { body: { display_name: 'A' } });
    for (const name of ['slipway.db', 'slipway.db-wal', 'owner-token', 'folder-key']) {
      expect([name, await modeOf(path.join(dataFolder, name))]).toEqual([name, '600']);
    }
    expect(server.notices.map(({ reason }) => reason)).toEqual(['data.folder-was-open']);
    await server.close();
    expect((await startTestService({ dataFolder })).server.notices).toEqual([]);
  },
);

it.skipIf(process.platform === 'win32')('makes a new one that only its user can look into', async () => {
  const dataFolder = path.join(await makeTempFolder(), 'new');
  const { server } = await startTestService({ dataFolder });
  expect(await modeOf(dataFolder)).toBe('700');
  expect(await modeOf(path.join(dataFolder, 'slipway.db'))).toBe('600');
  expect(server.notices).toEqual([]);
});

it.skipIf(process.platform === 'win32')(
  'lets no second service in whose first lost its lock file, however often one tries',
  async () => {
    const { server, call } = await startTestService();
    const { dataFolder } = server;
    const second = () => startServer({ dataFolder, port: 0, onLog: () => undefined });
    await expect(second()).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
    await rm(path.join(dataFolder, 'lock.db'));
    await expect(second()).rejects.toMatchObject({
      code: 'DATA_FOLDER_IN_USE',
      message: expect.stringContaining(server.url),
    });
    await expect(second()).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
    expect((await call('GET', '/cloud/games')).status).toBe(200);
    await server.close();
    await (await second()).close();
  },
);
