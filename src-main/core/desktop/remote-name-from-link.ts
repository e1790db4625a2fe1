// Names that somebody else gave to a remote. They are shown to a person, so they may not hide or turn around what is shown.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { isShownName } from '../../../src-shared/service/name-signs.ts';

export function readName(text: string): string {
  const name = text.trim();
  if (!isShownName(name)) throw new AppError('LINK_REFUSED', 'link.name-not-shown');
  return name;
}
