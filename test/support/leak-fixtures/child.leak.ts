// Leaks a child process on purpose, one that Node itself no longer counts. It ends by itself a little later.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test('leaves a child process running', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 10_000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  child.unref();
  expect(child.pid).toBeGreaterThan(0);
});
