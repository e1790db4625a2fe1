// Finds what of a file an earlier build has as well, from the chunks of both. Pure.
import { type BuildChunks, MOST_RANGES, type ReusedRange } from '../../../../src-shared/service/builds.ts';

export type Chunk = BuildChunks['chunks'][number];
/** A stretch of the file, and where the earlier build has it. */
export type Match = Omit<ReusedRange, 'sha256'>;

export function matchChunks(own: readonly Chunk[], theirs: readonly Chunk[]): Match[] {
  const places = placesOf(theirs);
  const matches: Match[] = [];
  let offset = 0;
  for (const { length, name } of own) {
    const from = places.get(`${name} ${length}`);
    const last = matches.at(-1);
    if (from !== undefined) {
      const goesOn = last !== undefined && ends(last) === offset && last.from_offset + last.content_length === from;
      if (goesOn) last.content_length += length;
      else matches.push({ byte_offset: offset, content_length: length, from_offset: from });
    }
    offset += length;
  }
  return largest(matches);
}

/** Of chunks with the same bytes the first place counts. */
function placesOf(chunks: readonly Chunk[]): Map<string, number> {
  const places = new Map<string, number>();
  let offset = 0;
  for (const { length, name } of chunks) {
    const key = `${name} ${length}`;
    if (!places.has(key)) places.set(key, offset);
    offset += length;
  }
  return places;
}

function ends({ byte_offset: offset, content_length: length }: Match): number {
  return offset + length;
}

/** No more than a prepare may carry; what is left out is sent. */
function largest(matches: Match[]): Match[] {
  if (matches.length <= MOST_RANGES) return matches;
  const kept = new Set(matches.toSorted((a, b) => b.content_length - a.content_length).slice(0, MOST_RANGES));
  return matches.filter((match) => kept.has(match));
}
