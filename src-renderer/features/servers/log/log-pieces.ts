// Cuts a line into what is drawn of it: pieces of one look, with what a search found marked. Pure.
import { type AnsiPiece, ansiPieces } from './ansi.ts';

/** A piece that is drawn, and whether a search found it. */
export type DrawnPiece = AnsiPiece & { isHit: boolean };

/** More than this of a line is not drawn; copying gives it whole. */
export const DRAWN = 2_000;

type Range = readonly [number, number];

/** `ranges` count in the line without its colours, in order. */
export function drawnPieces(line: string, ranges: readonly Range[]): DrawnPiece[] {
  const drawn: DrawnPiece[] = [];
  let at = 0;
  for (const { text, style } of ansiPieces(line)) {
    if (at >= DRAWN) break;
    const shown = text.slice(0, DRAWN - at);
    for (const part of cut(shown, at, ranges)) drawn.push({ ...part, style });
    at += text.length;
  }
  return drawn;
}

/** The text, which begins at `start` of its line, cut where ranges begin and end. */
function cut(text: string, start: number, ranges: readonly Range[]): { text: string; isHit: boolean }[] {
  const parts: { text: string; isHit: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    const begin = Math.max(at, from - start);
    const end = Math.min(text.length, to - start);
    if (end <= begin) continue;
    if (begin > at) parts.push({ text: text.slice(at, begin), isHit: false });
    parts.push({ text: text.slice(begin, end), isHit: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false });
  return parts;
}
