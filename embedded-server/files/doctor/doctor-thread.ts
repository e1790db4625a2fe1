// The doctor's thread: reads folders and archives, and makes their reports.
import { diagnose } from '../../../src-shared/builds/doctor/diagnose.ts';
import { serveThread } from '../../platform/threads/serve-thread.ts';
import { statedSize } from '../archives/declared-size.ts';
import type { DoctorCalls } from './doctor-calls.ts';
import { listArchive } from './list-archive.ts';
import { listFiles } from './list-files.ts';
import { listFolder } from './list-folder.ts';
import { thisMachine } from './this-machine.ts';

serveThread<DoctorCalls>({
  folder: async ({ folder }, signal) => diagnose(await listFolder(folder, signal), thisMachine()),
  archive: async ({ file, name }, signal) => diagnose(await listArchive(file, { name, signal }), thisMachine()),
  size: ({ file, name }) => statedSize(file, name),
  files: ({ file, name }, signal) => listFiles(file, { name, signal }),
});
