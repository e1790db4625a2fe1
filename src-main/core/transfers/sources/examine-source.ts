// Has the doctor look a chosen folder or file over, in a thread that lives as long as that takes.
import { stat } from 'node:fs/promises';
import { examineFolder } from '../../../../embedded-server/index.ts';
import type { ExaminedSource } from '../../../../src-shared/transfers/bridge.ts';
import { examineFile } from '../../builds/examine-file.ts';
import { neitherFolderNorFile, unreadable } from '../../pack/unreadable.ts';
import type { Sources } from './sources.ts';
import type { Staging } from './staging.ts';

/** What can be asked of something that was chosen, by its handle. */
export function sourceCalls(sources: Sources, staging: Staging, doctorThread: URL) {
  return {
    examine: async (source_id: string, signal: AbortSignal): Promise<ExaminedSource> => {
      const examined = await examineSource(sources.pathOf(source_id), doctorThread, signal);
      sources.setRoot(source_id, examined.report.root);
      return examined;
    },
    release: async (source_id: string): Promise<void> => {
      const place = sources.pathOf(source_id);
      sources.forget(source_id);
      await staging.release(place);
    },
  };
}

async function examineSource(place: string, thread: URL, signal: AbortSignal): Promise<ExaminedSource> {
  const found = await stat(place).catch((thrown: unknown) => {
    throw unreadable(place, thrown);
  });
  if (found.isDirectory()) return { kind: 'folder', report: await examineFolder(place, { signal, thread }) };
  if (!found.isFile()) throw neitherFolderNorFile(place);
  return await examineFile(place, found.size, { signal, thread });
}
