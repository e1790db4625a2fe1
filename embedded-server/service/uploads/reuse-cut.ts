// Cuts an upload into the stretches that an earlier build has and what is between them. Pure.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ReusedRange } from '../../../src-shared/service/builds.ts';
import { type PartCut, partSizeOf } from './parts.ts';

export function cutAround(ranges: readonly ReusedRange[], contentLength: number, partSize?: number): PartCut {
  const most = partSizeOf(contentLength, partSize);
  const cut: PartCut = [];
  let at = 0;
  const fill = (end: number) => {
    for (; at < end; at += cut.at(-1)?.length ?? 0) cut.push({ length: Math.min(most, end - at) });
  };
  for (const { byte_offset: offset, content_length: length } of ranges) {
    if (offset < at || offset + length > contentLength) {
      throw new AppError(
        'API_BAD_BODY',
        'upload.ranges-invalid',
        {},
        {
          metadata: { errors: [{ path: ['reuse', 'ranges'], message: `The range at byte ${offset} is not.` }] },
        },
      );
    }
    fill(offset);
    cut.push({ length, reused: true });
    at += length;
  }
  fill(contentLength);
  return cut;
}

/** In how many parts a file of this length comes, without what is taken over. */
export function expectedParts(contentLength: number, ranges: readonly ReusedRange[], partSize?: number): number {
  const cut = cutAround(ranges, contentLength, partSize);
  return cut.length === 0 ? 1 : cut.filter(({ reused }) => reused !== true).length;
}
