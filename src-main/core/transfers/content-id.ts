// Names what is in a pack, however it was compressed: by the manifest of a folder, by its bytes of a file.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Packed } from '../pack/model.ts';

export async function contentIdOf({ manifest_file: file, sha256 }: Packed): Promise<string> {
  return file === undefined
    ? sha256
    : createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
}

/** What a version is called that nobody gave a name. */
export function usualName({ source }: Packed, contentId: string): string {
  return `${path.basename(source)} ${contentId.slice(0, 8)}`;
}
