// Examines a stored build: an archive by the doctor, a container by its kind alone.
import { containerReport } from '../../../src-shared/builds/doctor/container-report.ts';
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { isImageKind } from '../../../src-shared/service/builds.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import type { Doctor } from '../../files/doctor/doctor.ts';
import { answered } from '../../platform/front/answered-message.ts';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import type { GoneSignal } from '../../platform/watch/waiters.ts';
import type { WholeBuild } from './store.ts';

/** `path` is what the uploaded file was called. */
export type ExamineBuild = (build: WholeBuild, path: string, signal: GoneSignal) => Promise<DoctorReport>;

export function createExaminer({ doctor, blobs }: { doctor: Doctor; blobs: BlobStore }): ExamineBuild {
  return async (build, path, gone) => {
    if (build.complete_ts === null || build.sha256 === null) {
      throw new AppError('UPLOAD_INCOMPLETE', 'build.not-examined-yet');
    }
    if (isImageKind(build.kind)) {
      return answeredReport(containerReport(build.kind, build.content_length));
    }
    const { sha256 } = build;
    const examine = async (signal: AbortSignal) =>
      doctor.examineArchive(await blobs.fetch(sha256, signal), { name: path, signal });
    return answeredReport(await whileThere(gone, examine));
  };
}

function answeredReport(report: DoctorReport): DoctorReport {
  const { engine, leave_out: leaveOut, secrets, findings, manifest } = report;
  const withReason = <T extends { reason: Sentence }>(found: T): T => ({ ...found, reason: answered(found.reason) });
  return {
    ...report,
    engine: { ...engine, clue: answered(engine.clue) },
    leave_out: leaveOut.map(withReason),
    secrets: secrets.map(withReason),
    findings: findings.map((one) => ({ ...one, sentence: answered(one.sentence), hint: answered(one.hint) })),
    manifest: {
      ...manifest,
      problems: manifest.problems.map((one) => ({ ...one, message: answered(one.message) })),
    },
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
