// The remote with a store that speaks S3, of a test: closed when the test ends.
import { openS3Remote, type S3Remote, type S3RemoteOptions } from './open-s3-remote.ts';
import type { TestService } from './service.ts';
import { closeAtEnd } from './start-once.ts';
import { makeTempFolder } from './temp-folder.ts';

export type { S3Remote };

export async function startS3Remote(
  service: TestService,
  options: Omit<S3RemoteOptions, 'directory'>,
): Promise<S3Remote> {
  const remote = await openS3Remote(service.call, { ...options, directory: await makeTempFolder('s3') });
  closeAtEnd(remote.close);
  return remote;
}
