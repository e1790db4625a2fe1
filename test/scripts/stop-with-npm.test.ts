// Nothing that npm started outlives it: neither the app nor the service that a supervisor ends by ending npm.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'vitest';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

it('stops the service when its npm is ended', async () => {
  const args = ['run', '--silent', 'slipway', '--', 'serve', '--data', await makeTempFolder(), '--port', '0', '--json'];
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }; // npm's own would stay in the temp folder
  const npm = spawn('npm', args, { stdio: ['ignore', 'pipe', 'ignore'], env });
  const [line] = await once(npm.stdout, 'data');
  const { url } = JSON.parse(String(line)) as { url: string };
  const ended = once(npm, 'close');
  npm.kill('SIGTERM');
  await ended;
  await until(async () => {
    const answer = await fetch(`${url}/healthz`, { headers: { connection: 'close' } }).catch(() => undefined);
    return answer === undefined;
  }, 'the service to be gone');
});
