// Servers really run, in the service's own process: real builds, real processes, real ports, through the service's own calls.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostingForAll, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { isRunning } from '../../../support/is-running.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { describeHosting } from './hosting-suite.ts';

describeHosting('on this machine', hostingForAll());

test('nothing is left of servers when the service ends', async () => {
  const { deploy, create, untilState, server } = await startHosting();
  const tree = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { detached: true });
    require('node:net').createServer(() => {}).listen(+process.env.PORT, '127.0.0.1');
  `;
  const { build } = await deploy(nodeBuild(tree));
  const { id } = await create(build);
  await untilState(id, 'running');
  const pids = await processesOf(id);
  expect(pids).toHaveLength(2);
  await server.close();
  expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
});

test('a program of JavaScript obeys no package.json above its build', async () => {
  const home = await makeTempFolder();
  await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
  const { deploy, create, untilState } = await startHosting({ dataFolder: join(home, 'data') });
  const { build } = await deploy(nodeBuild());
  const { id } = await create(build);
  expect(await untilState(id, 'running', 'crashed', 'failed')).toMatchObject({ state: 'running' });
});
