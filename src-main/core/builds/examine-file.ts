// The build doctor for one file: an archive or program is looked through, a saved image goes by what it is.
import { examineArchive, imageKindOf } from '../../../embedded-server/index.ts';
import { containerReport } from '../../../src-shared/builds/doctor/container-report.ts';
import type { ExaminedSource } from '../../../src-shared/transfers/bridge.ts';

export async function examineFile(
  file: string,
  bytes: number,
  options: { signal: AbortSignal; thread?: URL },
): Promise<ExaminedSource> {
  const image = await imageKindOf(file, options.signal);
  const report = image === undefined ? await examineArchive(file, options) : containerReport(image, bytes);
  return { kind: 'file', bytes, report };
}
