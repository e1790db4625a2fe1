// What the doctor's thread is asked.
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import type { Message } from '../../../src-shared/text/message.ts';

export type DoctorCalls = {
  folder: { input: { folder: string }; output: DoctorReport };
  /** `name` is the file's own name; a stored build has none on disk. */
  archive: { input: { file: string; name: string }; output: DoctorReport };
  /** At least so many bytes unpacked, as far as the file says so. */
  size: { input: { file: string; name: string }; output: number | undefined };
  /** Why a stored build cannot be unpacked; undefined where it can. */
  refusal: { input: { file: string; name: string }; output: Message | undefined };
  files: { input: { file: string; name: string }; output: BuildFile[] };
};
