// Which Chromium the tests use.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findTestChromium, lacksHeadlessShell } from '../../scripts/test-chromium.ts';
import { writeTree } from '../support/write-tree.ts';

const program = { mode: 0o755 };

test("the headless shell of Debian's Chromium comes before the whole browser, and is missed where that is alone", async () => {
  const root = await writeTree({ 'bin/.keep': '' });
  const whole = path.join(root, 'bin/chromium');
  await writeFile(whole, '#!/bin/sh\n', program);
  const debian = path.join(root, 'lib');
  const env = { PATH: path.dirname(whole), PLAYWRIGHT_BROWSERS_PATH: '/nowhere' };
  expect(await findTestChromium(env, debian)).toBe(whole);
  expect(lacksHeadlessShell(debian)).toBe(false);
  await mkdir(debian);
  expect(lacksHeadlessShell(debian)).toBe(true);
  const shell = path.join(debian, 'chromium-headless-shell');
  await writeFile(shell, '#!/bin/sh\n', program);
  expect(lacksHeadlessShell(debian)).toBe(false);
  expect(await findTestChromium(env, debian)).toBe(shell);
});

test('one that is named in SLIPWAY_CHROMIUM comes before both', async () => {
  const debian = await writeTree({ 'chromium-headless-shell': '#!/bin/sh\n' });
  const named = path.join(debian, 'mine');
  await writeFile(named, '#!/bin/sh\n', program);
  expect(await findTestChromium({ SLIPWAY_CHROMIUM: named }, debian)).toBe(named);
});
