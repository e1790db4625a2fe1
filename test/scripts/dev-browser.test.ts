// The shell of `npm run dev:browser` in a project that was never built: Vite has the window, so it needs no build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const root = path.join(import.meta.dirname, '../..');
const COPIED = ['package.json', 'embedded-server', 'src-main', 'src-shared', 'scripts', 'samples'];

test('starts without a built window, and says where the window is', { timeout: 120_000 }, async () => {
  const folder = await makeTempFolder('dev');
  for (const name of COPIED) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const child = spawn(
    process.execPath,
    ['scripts/dev-browser/shell.ts', '--no-open', '--window-port', '0', '--service-port', '0'],
    {
      cwd: folder,
      env: { ...process.env, SLIPWAY_HOME: path.join(folder, 'home'), SLIPWAY_DEV_SECRET: 'for-this-test' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    await until(() => /^Window\s+http/m.test(output) || child.exitCode !== null, 'the window');
    expect(output).toMatch(/^Service\s+http:\/\/127\.0\.0\.1:\d+/m);
    expect(output).not.toContain('not built');
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGTERM');
    await ended;
  }
});
