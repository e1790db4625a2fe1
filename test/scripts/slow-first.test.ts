// The order in which files of tests run.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { slowFiles, slowFirst } from '../support/slow-first.ts';

const root = path.join(import.meta.dirname, '../..');
const at = (file: string) => path.join(root, file);

test('the files that take longest come first, and all others stay as they were', () => {
  const [longest = '', second = ''] = slowFiles;
  const found = ['test/z.test.ts', second, 'test/a.test.ts', longest].map(at);
  expect(slowFirst(found, (file) => file)).toEqual([longest, second, 'test/z.test.ts', 'test/a.test.ts'].map(at));
});

test.each(slowFiles)('%s is still there', (file) => {
  expect(existsSync(at(file))).toBe(true);
});
