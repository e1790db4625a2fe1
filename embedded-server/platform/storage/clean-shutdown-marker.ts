// What a seal looks like: the SHA-256 of each file by its name, under a hash of its own, so that a changed seal is noticed as well.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { errorCode } from './data-errors.ts';

const sealBody = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));
/** The hash of each sealed file, by its name below its folder. */
export type Seal = z.infer<typeof sealBody>;

export function markerText(seal: Seal): string {
  const body = JSON.stringify(seal);
  return `${sha256(body)}\n${body}`;
}

/** The seal; `damaged` when its own bytes were changed, undefined when there is none. */
export async function readMarkerFile(file: string): Promise<Seal | 'damaged' | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    const body = text.slice(65);
    return text.slice(0, 65) === `${sha256(body)}\n` ? sealBody.parse(JSON.parse(body)) : 'damaged';
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
