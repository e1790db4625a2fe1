// What a script says of an option that it does not have: a sentence, and no stack.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

it('an option that a script does not have is refused in a sentence', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'package-image', '--dance'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout + stderr).toContain("Unknown option '--dance'");
  expect(stdout + stderr).not.toMatch(/^ +at /m);
});
