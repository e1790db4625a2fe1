// Where an installed browser is looked for.
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../../../src-main/browser/find-chromium.ts';
import { writeTree } from '../../support/write-tree.ts';

async function writeBrowser(name: string): Promise<{ root: string; file: string }> {
  const root = await writeTree({ [name]: '#!/bin/sh\n' });
  const file = path.join(root, name);
  await chmod(file, 0o755);
  return { root, file };
}

const nowhere = { PATH: '', PLAYWRIGHT_BROWSERS_PATH: '/nowhere' };

describe('an installed browser on Linux', () => {
  test('named in SLIPWAY_CHROMIUM comes first', async () => {
    const { file } = await writeBrowser('my-browser');
    expect(await findChromium({ ...process.env, SLIPWAY_CHROMIUM: file }, 'linux')).toBe(file);
  });

  test('named in SLIPWAY_CHROMIUM but missing is not replaced by another', async () => {
    expect(await findChromium({ ...process.env, SLIPWAY_CHROMIUM: '/nowhere/browser' }, 'linux')).toBeUndefined();
  });

  test('is found in PATH', async () => {
    const { root, file } = await writeBrowser('google-chrome');
    expect(await findChromium({ ...nowhere, PATH: `/nowhere:${root}` })).toBe(file);
  });

  test("is found in Playwright's cache, the newest revision first", async () => {
    const older = 'chromium-999/chrome-linux/chrome';
    const newer = 'chromium-1200/chrome-linux/chrome';
    const root = await writeTree({
      [older]: '',
      [newer]: '',
      'chromium_headless_shell-1300/chrome-linux/headless_shell': '',
    });
    await Promise.all([older, newer].map((name) => chmod(path.join(root, name), 0o755)));
    expect(await findChromium({ ...nowhere, PLAYWRIGHT_BROWSERS_PATH: root }, 'linux')).toBe(path.join(root, newer));
  });

  test('that may not be run does not count', async () => {
    const root = await writeTree({ chromium: '' });
    expect(await findChromium({ ...nowhere, PATH: root }, 'linux')).toBeUndefined();
  });
});
