// The letters that tell instances apart in a narrow sidebar.
import { expect, it } from 'vitest';
import { initialsOf } from '../../../../src-renderer/features/instances/initials.ts';

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
