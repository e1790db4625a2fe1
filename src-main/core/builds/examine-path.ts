// The build doctor for a path that a person named: a folder as it lies there, or an archive or program as it would be sent.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { examineFolder } from '../../../embedded-server/index.ts';
import type { ExaminedSource } from '../../../src-shared/transfers/bridge.ts';
import { examineFile } from './examine-file.ts';

export async function examinePath(place: string, signal: AbortSignal): Promise<ExaminedSource> {
  const found = await stat(place).catch(() => undefined); // the doctor says in words why it cannot be looked at
  if (found?.isFile() !== true) return { kind: 'folder', report: await examineFolder(place, { signal }) };
  return await examineFile(path.resolve(place), found.size, { signal });
}
