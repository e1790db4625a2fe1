// `npm start` on a machine without a display: it says so, and the same app comes up for a browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const root = path.join(import.meta.dirname, '../..');

test.runIf(process.platform === 'linux')(
  'says that there is no display, and runs for a browser',
  { timeout: 180_000 },
  async () => {
    const folder = await makeTempFolder('start');
    const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
    const child = spawn(
      process.execPath,
      ['scripts/start.mjs', '--no-open', '--window-port', '0', '--service-port', '0'],
      {
        cwd: root,
        env: { ...rest, SLIPWAY_HOME: path.join(folder, 'home'), TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    try {
      await until(() => /^Window\s+http:\/\/127\.0\.0\.1:\d+/m.test(output) || child.exitCode !== null, 'the window');
      expect(output).toContain('Opening the app in a browser instead of Electron, because there is no display.');
      expect(output).toMatch(/^Service\s+http:\/\/127\.0\.0\.1:\d+/m);
    } finally {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    expect(child.exitCode).toBe(0);
  },
);
