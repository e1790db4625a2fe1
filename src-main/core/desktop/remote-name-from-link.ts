// Names that somebody else gave to a remote. They are shown to a person, so they may not hide or turn around what is shown.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { invisibleSigns } from '../../../src-shared/invisible-signs.ts';

const LONGEST = 128;
const UNSHOWN = new RegExp(String.raw`[\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}${invisibleSigns}]`, 'v');

export function readName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > LONGEST || UNSHOWN.test(name)) {
    throw new AppError('LINK_REFUSED', 'link.name-not-shown');
  }
  return name;
}
