// The folder of a server goes with it, whatever its wall left there. Root may remove anything, so an ordinary user tries.
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, 'support/remove-folders.ts');
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const ORDINARY = 1234;

async function left(which: 'one' | 'all'): Promise<unknown> {
  const place = await mkdtemp('/tmp/slipway-working-');
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  if (isRoot) await chown(place, ORDINARY, ORDINARY);
  const become = isRoot ? ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'] : [];
  const [program, ...given] = [...become, process.execPath, SCRIPT, path.join(place, 'servers'), which];
  return JSON.parse((await promisify(execFile)(program, given)).stdout);
}

test.runIf(process.platform !== 'win32')('a server that removed files of its build leaves nothing', async () => {
  expect(await left('one')).toEqual([]);
});

test.runIf(process.platform !== 'win32')(
  'nor do those of a service that was killed, when it starts again',
  async () => {
    expect(await left('all')).toBe('gone');
  },
);
