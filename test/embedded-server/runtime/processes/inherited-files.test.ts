// What whoever started us left open, and programs of strangers could read.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ProcessPlan } from '../../../../embedded-server/runtime/runner/runner.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { openRunner } from './support/open-runner.ts';
import { planOf } from './support/sample-programs.ts';
import { walled } from './support/walled.ts';

const runner = openRunner();
const started = z.object({ server_id: z.string(), pid: z.number(), identity: z.string() });
const LEFT_OPEN = 40;

const readsLeftOpen = `
  const fs = require('fs');
  let found = 'closed';
  try { found = String(fs.readFileSync(${LEFT_OPEN})); } catch {}
  fs.writeFileSync('found', found);
  console.log('ready');
  setInterval(() => {}, 1000);`;

test.skipIf(process.platform !== 'linux').each([
  ['a server', async (plan: Omit<ProcessPlan, 'onOutput'>) => plan],
  ['a server behind a wall', walled],
])('%s cannot read a file that was open where its service was started', async (_, of) => {
  const secret = path.join(await makeTempFolder('secret'), 'secret');
  await writeFile(secret, 'for us alone');
  const handle = await open(secret);
  const files = Array.from({ length: LEFT_OPEN }, (_none, number) => (number === 3 ? 'ipc' : 'ignore'));
  const app = fork(new URL('support/lost-app.ts', import.meta.url), { stdio: [...files, handle.fd] });
  await handle.close();
  const server = await planOf('server.cjs', readsLeftOpen);
  const plan = await of({ ...server, program: process.execPath, arguments: ['server.cjs'] });
  app.send(plan);
  const [message]: unknown[] = await once(app, 'message');
  const found = await readFile(path.join(plan.folder, 'found'), 'utf8');
  const ended = once(app, 'exit');
  app.kill('SIGKILL');
  await ended;
  await runner.endLeftover(started.parse(message));
  expect(found).toBe('');
});
