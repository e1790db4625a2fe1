// The order in which files of tests run, and how shards share them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { heavyFiles, sharesOf } from '../../scripts/test-run/shares.ts';
import { slowFiles, slowFirst } from '../support/slow-first.ts';

const root = path.join(import.meta.dirname, '../..');
const at = (file: string) => path.join(root, file);

test('the files that take longest come first, and all others stay as they were', () => {
  const [longest = '', second = ''] = slowFiles;
  const found = ['test/z.test.ts', second, 'test/a.test.ts', longest].map(at);
  expect(slowFirst(found, (file) => file)).toEqual([longest, second, 'test/z.test.ts', 'test/a.test.ts'].map(at));
});

test('files that compute come between those that wait, and the last of these begins halfway', () => {
  const [longest = '', second = ''] = slowFiles;
  const others = Array.from({ length: 8 }, (_, nth) => `test/${nth}.test.ts`);
  const order = slowFirst([...others, second, longest].map(at), (file) => file);
  const inOrder = [longest, ...others.slice(0, 2), second, ...others.slice(2)];
  expect(order).toEqual(inOrder.map(at));
});

test('shards share all files, and a heavy one has few beside it', () => {
  const [heavy = ''] = Object.keys(heavyFiles);
  const weight = heavyFiles[heavy] ?? 0;
  const light = Array.from({ length: weight + 20 }, (_, index) => `test/${index}.test.ts`);
  const [first = [], second = []] = sharesOf([...light, heavy].map(at), 2, (file) => file);
  expect([...first, ...second].toSorted()).toEqual([...light, heavy].map(at).toSorted());
  expect(first).toContain(at(heavy));
  expect(second.length - first.length).toBe(weight - 1);
});

test.each([...slowFiles, ...Object.keys(heavyFiles)])('%s is still there', (file) => {
  expect(existsSync(at(file))).toBe(true);
});
