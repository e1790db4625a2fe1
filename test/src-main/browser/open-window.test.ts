// Opening the app's window with a stand-in for the browser that writes down how it was started.
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openAppWindow } from '../../../src-main/browser/open-window.ts';
import { writeTree } from '../../support/write-tree.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

async function standInBrowser(script: string): Promise<string> {
  const root = await writeTree({ browser: `#!/bin/sh\n${script}\n` });
  await chmod(path.join(root, 'browser'), 0o755);
  vi.stubEnv('SLIPWAY_CHROMIUM', path.join(root, 'browser'));
  vi.stubEnv('DISPLAY', ':0');
  return root;
}

test('opens the address as a window of its own with a profile below the folder of the app', async () => {
  const root = await standInBrowser('echo "$@" > "$(dirname "$0")/arguments"');
  expect(await openAppWindow('http://127.0.0.1:1/', root, 'linux')).toBe(true);
  const given = await readFile(path.join(root, 'arguments'), 'utf8');
  expect(given).toContain('--app=http://127.0.0.1:1/');
  expect(given).toContain(`--user-data-dir=${path.join(root, 'browser-window')}`);
  expect(given.includes('--no-sandbox')).toBe(process.getuid?.() === 0);
});

test('answers false when the browser fails at once', async () => {
  const root = await standInBrowser('exit 1');
  expect(await openAppWindow('http://127.0.0.1:1/', root, 'linux')).toBe(false);
});

test('answers false without a display', async () => {
  const root = await standInBrowser('exit 0');
  vi.stubEnv('DISPLAY', '');
  vi.stubEnv('WAYLAND_DISPLAY', '');
  expect(await openAppWindow('http://127.0.0.1:1/', root, 'linux')).toBe(false);
});
