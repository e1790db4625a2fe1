// Which service has a data folder: after a crash its files still say where it was, and whoever listens there now is not handed its token.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRunningService } from '../../../../embedded-server/index.ts';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { holdLock } from '../../../../embedded-server/platform/storage/lock.ts';
import { runCommand } from '../../../support/command.ts';
import { startTestService } from '../../../support/service.ts';
import { startServeProcess } from '../../../support/serving.ts';

test('a service that was killed is found no more, and whoever took its port is told nothing', async () => {
  const { dataFolder, url, home, child } = await startServeProcess();
  expect((await findRunningService(dataFolder))?.url).toBe(url);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(path.join(dataFolder, 'running.json')), 'what the crash left').toBe(true);

  const told: unknown[] = [];
  const stranger = createServer((request, response) => {
    told.push(request.headers);
    response.end('{"games":[],"groups":[]}');
  });
  stranger.listen(Number(new URL(url).port), '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());

  expect(await findRunningService(dataFolder)).toBeUndefined();
  // As a check or an export of the folder does.
  const release = await holdLock(dataPaths(dataFolder));
  expect(await findRunningService(dataFolder), 'somebody only reads it').toBeUndefined();
  release();
  const { code, stderr } = await runCommand(['games', '--data', dataFolder], { home });
  expect({ code, told }).toEqual({ code: 3, told: [] });
  expect(stderr).toContain(`No service runs on ${dataFolder}`);
});

test('a service is found from its own process too, until it is closed', async () => {
  const { server } = await startTestService();
  const { dataFolder } = server;
  expect((await findRunningService(dataFolder))?.url).toBe(server.localUrl);
  await server.close();
  expect(await findRunningService(dataFolder)).toBeUndefined();
});
