// Which first bytes of a file are a program's: those of Linux, macOS and scripts, and none of Java's classes.
import { expect, it } from 'vitest';
import { isProgramHead } from '../../../src-shared/builds/program-head.ts';

const head = (hex: string) => isProgramHead(Buffer.from(hex, 'hex'));

it.each([
  ['ELF', '7f454c4602010100'],
  ['Mach-O of 64 bits', 'cffaedfe0c000001'],
  ['Mach-O of 32 bits, the other byte order', 'feedface00000007'],
  ['a fat Mach-O', 'cafebabe00000002'],
  ['a fat Mach-O with places of 64 bits', 'cafebabf00000002'],
  ['a script', '23212f62696e2f73'],
  ['the shortest script', '2321'],
])('%s is a program', (_, hex) => {
  expect(head(hex)).toBe(true);
});

it.each([
  ['a class of the first Java', 'cafebabe0003002d'],
  ['a class of a new Java', 'cafebabe00000041'],
  ['a fat Mach-O that is cut', 'cafebabe0000'],
  ['ELF that is cut', '7f454c'],
  ['text', '48656c6c6f212121'],
  ['nothing', ''],
])('%s is none', (_, hex) => {
  expect(head(hex)).toBe(false);
});
