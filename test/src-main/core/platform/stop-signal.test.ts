// The request to stop, in processes of their own: an echo of it is not a second request, however busy the process is meanwhile.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const script = path.join(import.meta.dirname, '../../../../src-main/core/platform/stop-signal.ts');

function start(afterwards: string): ChildProcess {
  const program = `
    import { stopSignal } from ${JSON.stringify(script)};
    // As libraries do that flush at the end.
    process.once('SIGTERM', () => process.kill(process.pid, 'SIGTERM'));
    const alive = setInterval(() => {}, 1000);
    const asked = stopSignal();
    process.send('ready');
    await asked;
    ${afterwards}
    clearInterval(alive);
    process.disconnect();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('takes the echo of a signal for what it is, also when the process is busy right after it', async () => {
  const busy =
    'for (const end = Date.now() + 1000; Date.now() < end; ) {} await new Promise((go) => setTimeout(go, 50));';
  const child = start(busy);
  await once(child, 'message');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

it('ends at once when a person asks again', async () => {
  const child = start("setTimeout(() => process.send('stopping'), 600); await new Promise(() => {});");
  await once(child, 'message');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await once(child, 'message');
  child.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
});
