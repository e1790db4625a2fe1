// Leaks a temporary folder on purpose.
import { existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test('leaves a temporary folder', () => {
  expect(existsSync(mkdtempSync(path.join(os.tmpdir(), 'forgotten-')))).toBe(true);
});
