// Opens one of everything and closes it again: the leak check must have nothing to say.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../temp-folder.ts';

test('cleans up after itself', async () => {
  await writeFile(path.join(await makeTempFolder(), 'file'), 'x');
  const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const response = await fetch(`http://127.0.0.1:${address.port}`);
  expect(await response.text()).toBe('hello');
  server.close();
  const worker = new Worker('setInterval(() => {}, 60_000)', { eval: true });
  await once(worker, 'online');
  await worker.terminate();
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
  child.kill();
  await once(child, 'exit');
  clearInterval(setInterval(() => {}, 60_000));
});
