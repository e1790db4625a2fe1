// The options of `slipway serve` that put the bytes of builds into an S3-compatible store.
import { AppError } from '../../src-shared/errors/app-error.ts';
import { parseS3Place, type S3Place, type S3Values } from './s3-place.ts';

export const blobOptions = { blobs: { type: 'string' } } as const;

export const blobHelp: readonly [string, string][] = [
  [
    '--blobs s3://BUCKET/PREFIX',
    'Keep the bytes of builds in an S3-compatible store; callers send them straight there',
  ],
];

/** Undefined where builds are files of the data folder. */
export function parseBlobs({ blobs, ...values }: S3Values & { blobs?: string | undefined }): S3Place | undefined {
  if (blobs === undefined) return undefined;
  const place = parseS3Place(blobs, values);
  if (place === undefined) throw new AppError('USAGE', 'cli.blobs-invalid', { text: blobs });
  return place;
}
