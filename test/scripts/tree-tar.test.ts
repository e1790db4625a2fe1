// The tar of a package or an image: its folders have the owner and the rights that are said of them.
import { expect, test } from 'vitest';
import { type TreeEntry, treeTar } from '../../scripts/tree-tar.ts';

test('a folder has its owner and rights also where a file below it comes first, and is there once', () => {
  const file: TreeEntry = { place: 'data/service/one.txt', content: '' };
  const folder: TreeEntry = { place: 'data', isFolder: true, owner: 7, mode: 0o700 };
  const told = ['data/ 700 7', 'data/service/ 755 0', 'data/service/one.txt 644 0'];
  expect(headersOf(treeTar([file, folder], { time: 0 }))).toEqual(told);
  expect(headersOf(treeTar([folder, file], { time: 0 }))).toEqual(told);
  expect(headersOf(treeTar([file, folder], { front: './', time: 0 }))).toEqual([
    './ 755 0',
    ...told.map((one) => `./${one}`),
  ]);
});

/** Of empty files: name, rights and owner, a block each. */
function headersOf(tar: Buffer): string[] {
  const blocks = Array.from({ length: tar.length / 512 }, (_, nth) => tar.subarray(nth * 512, nth * 512 + 512));
  const octal = (block: Buffer, at: number) => Number.parseInt(block.toString('latin1', at, at + 7), 8);
  return blocks
    .filter((block) => block[0] !== 0)
    .map((block) => {
      const [name = ''] = block.toString('latin1', 0, 100).split('\0');
      return `${name} ${octal(block, 100).toString(8)} ${octal(block, 108)}`;
    });
}
