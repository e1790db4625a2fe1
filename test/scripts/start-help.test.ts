// `npm start -- --help` on a fresh checkout: it prints what there is to say, and installs and builds nothing.
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../support/temp-folder.ts';

const root = path.join(import.meta.dirname, '../..');

test('prints its options at once, where nothing is installed or built yet', async () => {
  const fresh = await makeTempFolder('start-help');
  for (const one of ['scripts/start.mjs', 'scripts/setup', 'package.json'])
    await cp(path.join(root, one), path.join(fresh, one), { recursive: true });
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/start.mjs', '--help'], {
    cwd: fresh,
  });
  expect(stdout).toMatch(/^Usage: npm start -- \[options\]\n/);
  for (const option of ['browser', 'no-open', 'data', 'service-port', 'window-port'])
    expect(stdout).toContain(`--${option}`);
  expect(stderr).toBe('');
});
