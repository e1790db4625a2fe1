// The letters that tell instances apart in a narrow sidebar.
import { expect, it } from 'vitest';
import { initialsOf } from '../../../src-renderer/ui/initials.ts';

it('takes the beginnings of two words, or the first two letters of one', () => {
  expect(initialsOf(['Local', 'Staging EU', 'Production'])).toEqual(['Lo', 'SE', 'Pr']);
});

it('goes on to the next letter where two names begin alike', () => {
  expect(initialsOf(['Production', 'Preview', 'Prague'])).toEqual(['Pr', 'Pe', 'Pa']);
});

it('counts where letters do not tell names apart, and where there are none', () => {
  expect(initialsOf(['eu', 'EU', 'e', '…', 'ß'])).toEqual(['Eu', '2', '3', '4', '5']);
});

it('reads letters of any writing', () => {
  expect(initialsOf(['Åland Öst', '東京', '東京 二'])).toEqual(['ÅÖ', '東京', '東二']);
});

it('tells addresses apart by how they end: by their last number, on this machine and where that is taken by their port', () => {
  expect(initialsOf(['127.0.0.1:7421', '127.0.0.1:7422', '10.0.0.5:7420', '10.0.0.17', '10.0.1.5:7421'])).toEqual([
    ':7421',
    ':7422',
    '.5',
    '.17',
    '5',
  ]);
  expect(initialsOf(['[fd00::5]:7420', 'localhost:7420'])).toEqual([':7420', 'L7']);
});
