// What the doctor's thread is asked.
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';
import type { BuildFile, BuildKind } from '../../../src-shared/service/builds.ts';
import type { CheckedBuild } from './check-stored.ts';

export type DoctorCalls = {
  folder: { input: { folder: string }; output: DoctorReport };
  /** `name` is the file's own name; a stored build has none on disk. */
  archive: { input: { file: string; name: string }; output: DoctorReport };
  /** At least so many bytes unpacked, as far as the file says so. */
  size: { input: { file: string; name: string }; output: number | undefined };
  /** Whether a stored build can be unpacked, and what it asks for. */
  check: { input: { file: string; name: string; kind: BuildKind }; output: CheckedBuild };
  files: { input: { file: string; name: string }; output: BuildFile[] };
};
