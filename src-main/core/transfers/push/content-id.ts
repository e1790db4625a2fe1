// Names what is in a pack, however it was compressed: by the manifest of a folder, by its bytes of a file.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { longestName } from '../../../../src-shared/service/name-signs.ts';
import { utf8Length } from '../../../../src-shared/service/text-limits.ts';
import type { Packed } from '../../pack/pack-model.ts';

/** Nine of a name are for what is in it. */
const BASE_BYTES = longestName - 9;

export async function contentIdOf({ manifest_file: file, sha256 }: Packed): Promise<string> {
  return file === undefined
    ? sha256
    : createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
}

/** The name of a version that nobody named: its source's name, cut to what a name may have, and the start of its content's hash. */
export function usualName({ source }: Packed, contentId: string): string {
  const words = path.basename(source).toWellFormed().trim().replaceAll(/\s+/gu, ' ');
  let letters = Array.from(new Intl.Segmenter().segment(words), ({ segment }) => segment);
  while (utf8Length(letters.join('')) > BASE_BYTES) letters = letters.slice(0, -1);
  return `${letters.join('').trimEnd()} ${contentId.slice(0, 8)}`.trimStart();
}
