// How long the parts of a build should be: short on a slow line, so that each is there soon, and long enough on a fast one. Pure.

import { SHORTEST_PART, USUAL_PART } from '../../../../src-shared/service/builds.ts';

const MIB = 1_048_576;
/** So that two of them are in flight for no more than ten seconds. */
const SECONDS = 4;
/** A small build has at least as many, so that there is something to see of it. */
const PARTS = 16;

/** In whole MiB. `bytesPerSecond` is what the line gave before, or its limit; nothing where neither is known. */
export function wantedPartSize(bytes: number, bytesPerSecond: number | undefined): number {
  const byLine = bytesPerSecond === undefined ? USUAL_PART : bytesPerSecond * SECONDS;
  const wanted = Math.ceil(Math.min(byLine, bytes / PARTS) / MIB) * MIB;
  return Math.min(USUAL_PART, Math.max(SHORTEST_PART, wanted));
}
