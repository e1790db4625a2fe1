// How a file is cut into parts. Pure: the same size always gives the same parts, so a resuming caller can rely on it.

const SMALLEST_PART = 16 * 1024 * 1024;
const MOST_PARTS = 9_000;

/** The default size of a part of a multipart upload. */
export function defaultPartSize(contentLength: number): number {
  return Math.max(SMALLEST_PART, Math.ceil(contentLength / MOST_PARTS));
}

export type Part = { number: number; offset: number; length: number };
export type Cut = { content_length: number; part_size: number };

/** All parts in order. They cover the file exactly once; zero bytes are one empty part. */
export function cutIntoParts(cut: Cut): Part[] {
  return Array.from({ length: countParts(cut) }, (_, index) => partOf(cut, index + 1));
}

export function countParts({ content_length, part_size }: Cut): number {
  return Math.max(1, Math.ceil(content_length / part_size));
}

/** The part with this number, counted from one. */
export function partOf({ content_length, part_size }: Cut, number: number): Part {
  const offset = (number - 1) * part_size;
  return { number, offset, length: Math.min(part_size, content_length - offset) };
}
