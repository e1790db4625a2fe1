// The build doctor for a path that a person named: a folder as it lies there, or an archive or program as it would be sent.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { examineArchive, examineFolder } from '../../../embedded-server/index.ts';
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';

export async function examinePath(place: string, signal: AbortSignal): Promise<DoctorReport> {
  const found = await stat(place).catch(() => undefined); // the doctor says in words why it can not be looked at
  if (found?.isFile() !== true) return await examineFolder(place, { signal });
  return await examineArchive(path.resolve(place), { signal });
}
