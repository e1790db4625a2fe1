// Opening the app's window with a stand-in for the browser that writes down how it was started.
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { openAppWindow, removeLinkPage } from '../../../src-main/browser/open-window.ts';
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

test('opens the link as a window of its own with a profile below the folder of the app, and tells nobody else of it', async () => {
  const root = await standInBrowser('echo "$@" > "$(dirname "$0")/arguments"');
  expect(await openAppWindow('http://127.0.0.1:1/#token=secret', root, 'linux')).toBe(true);
  const given = await readFile(path.join(root, 'arguments'), 'utf8');
  expect(given, 'every user of the machine can read it').not.toContain('secret');
  const page = fileURLToPath(/--app=(\S+)/.exec(given)?.[1] ?? '');
  expect(await readFile(page, 'utf8')).toContain('"0; url=http://127.0.0.1:1/#token=secret"');
  const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
  expect([await modeOf(page), await modeOf(path.dirname(page))]).toEqual([0o600, 0o700]);
  await removeLinkPage(root);
  expect(existsSync(page)).toBe(false);
  expect(given).toContain(`--user-data-dir=${path.join(root, 'browser-window')}`);
  expect(given.includes('--no-sandbox')).toBe(process.getuid?.() === 0);
});

test('answers false when the browser fails at once, and keeps nothing of the link', async () => {
  const root = await standInBrowser('exit 1');
  expect(await openAppWindow('http://127.0.0.1:1/', root, 'linux')).toBe(false);
  expect(await readdir(path.join(root, 'browser-window'))).toEqual([]);
});

test('answers false without a display', async () => {
  const root = await standInBrowser('exit 0');
  vi.stubEnv('DISPLAY', '');
  vi.stubEnv('WAYLAND_DISPLAY', '');
  expect(await openAppWindow('http://127.0.0.1:1/', root, 'linux')).toBe(false);
});
