// How a file is cut into parts. Pure: the same size always gives the same parts, so a resuming caller can rely on it.

import { z } from 'zod';
import { USUAL_PART } from '../../../src-shared/service/builds.ts';

const MOST_PARTS = 9_000;

/** The size of a part of a multipart upload: what the caller wants, unless there were too many of them. */
export function partSizeOf(contentLength: number, wanted = USUAL_PART): number {
  return Math.max(wanted, Math.ceil(contentLength / MOST_PARTS));
}

/** Where an upload takes over stretches of an earlier build, its parts are as long as those stretches and what is between them. */
export const partCut = z.array(z.strictObject({ length: z.int().min(1), reused: z.literal(true).optional() }));
export type PartCut = z.infer<typeof partCut>;

export type Part = { number: number; offset: number; length: number; reused?: true };
/** `cut` is a `PartCut` as JSON; without one all parts are as long as `part_size` says. */
export type Cut = { content_length: number; part_size: number; cut: string | null };

/** All parts in order. They cover the file exactly once; zero bytes are one empty part. */
export function cutIntoParts(cut: Cut): Part[] {
  if (cut.cut !== null) return readCut(cut.cut);
  return Array.from({ length: countParts(cut) }, (_, index) => evenPart(cut, index + 1));
}

export function countParts(cut: Cut): number {
  return cut.cut === null ? Math.max(1, Math.ceil(cut.content_length / cut.part_size)) : readCut(cut.cut).length;
}

/** The part with this number, counted from one. */
export function partOf(cut: Cut, number: number): Part {
  const part = cut.cut === null ? evenPart(cut, number) : readCut(cut.cut)[number - 1];
  if (part === undefined) throw new Error(`There is no part ${number}`);
  return part;
}

function evenPart({ content_length, part_size }: Cut, number: number): Part {
  const offset = (number - 1) * part_size;
  return { number, offset, length: Math.min(part_size, content_length - offset) };
}

/** Read again and again while parts of one upload come in, so the last few are kept. */
const readLast = new Map<string, Part[]>();
const MOST_KEPT = 8;

function readCut(text: string): Part[] {
  const known = readLast.get(text);
  if (known !== undefined) return known;
  let offset = 0;
  const parts = partCut.parse(JSON.parse(text)).map((piece, index): Part => {
    const part = { number: index + 1, offset, ...piece };
    offset += piece.length;
    return part.reused === true
      ? { ...part, reused: true }
      : { number: part.number, offset: part.offset, length: part.length };
  });
  const [oldest] = readLast.keys();
  if (oldest !== undefined && readLast.size >= MOST_KEPT) readLast.delete(oldest);
  readLast.set(text, parts);
  return parts;
}
