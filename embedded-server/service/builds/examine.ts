// Examines a stored build: an archive by the doctor, a container by its kind alone.
import { containerReport } from '../../../src-shared/builds/doctor/container.ts';
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Doctor } from '../../files/doctor/doctor.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { GoneSignal } from '../../platform/watch/waiters.ts';
import type { WholeBuild } from './store.ts';

/** `path` is what the uploaded file was called. */
export type ExamineBuild = (build: WholeBuild, path: string, signal: GoneSignal) => Promise<DoctorReport>;

export function createExaminer({ doctor, blobs }: { doctor: Doctor; blobs: BlobStore }): ExamineBuild {
  return async (build, path, gone) => {
    if (build.complete_ts === null || build.sha256 === null) {
      throw new AppError(
        'UPLOAD_INCOMPLETE',
        'This build cannot be examined yet, as its bytes are not all in. Send the parts that are missing, then ask again.',
      );
    }
    if (build.kind === 'docker_image' || build.kind === 'oci_bundle') {
      return containerReport(build.kind, build.content_length);
    }
    const file = blobs.path(build.sha256);
    return await whileThere(gone, (signal) => doctor.examineArchive(file, { name: path, signal }));
  };
}

/** Gives the work up when the caller goes away. */
export async function whileThere<T>(gone: GoneSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  gone.addEventListener('abort', stop);
  if (gone.aborted) stop();
  try {
    return await work(controller.signal);
  } finally {
    gone.removeEventListener('abort', stop);
  }
}
