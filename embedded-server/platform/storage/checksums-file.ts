// How checksums are written to a file: the SHA-256 of each file by its name, under a hash of its own, so that a change of the
// checksums is noticed as well.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ifThere } from './if-there.ts';

/** The SHA-256 of each file, by its name below its folder. */
export type Checksums = Record<string, string>;

export function checksumsText(checksums: Checksums): string {
  const body = JSON.stringify(checksums);
  return `${sha256(body)}\n${body}`;
}

/** `damaged` when its own bytes were changed, undefined when there is none. */
export async function readChecksumsFile(file: string): Promise<Checksums | 'damaged' | undefined> {
  const text = await ifThere(readFile(file, 'utf8'));
  if (text === undefined) return undefined;
  const body = text.slice(65);
  if (text.slice(0, 65) !== `${sha256(body)}\n`) return 'damaged';
  const checksums: unknown = JSON.parse(body);
  return isChecksums(checksums) ? checksums : 'damaged';
}

function isChecksums(value: unknown): value is Checksums {
  const isHash = (one: unknown) => typeof one === 'string' && /^[0-9a-f]{64}$/.test(one);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(isHash);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
