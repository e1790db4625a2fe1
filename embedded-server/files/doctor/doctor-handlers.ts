// What the doctor's thread does: reads folders and archives, and makes their reports.

import { diagnose } from '../../../src-shared/builds/doctor/diagnose.ts';
import type { ThreadHandlers } from '../../platform/threads/serve-thread.ts';
import { declaredSize } from '../archives/declared-size.ts';
import { listFiles } from '../archives/list-files.ts';
import { checkStored } from './check-stored.ts';
import type { DoctorCalls } from './doctor-calls.ts';
import { listArchive } from './list-archive.ts';
import { listFolder } from './list-folder.ts';
import { thisMachine } from './this-machine.ts';

export const doctorHandlers: ThreadHandlers<DoctorCalls> = {
  folder: async ({ folder }, signal) => diagnose(await listFolder(folder, signal), thisMachine()),
  archive: async ({ file, name }, signal) => diagnose(await listArchive(file, { name, signal }), thisMachine()),
  size: ({ file, name }) => declaredSize(file, name),
  check: ({ file, ...build }, signal) => checkStored(file, { ...build, signal }),
  files: async ({ file, name }, signal) => (await listFiles(file, { name, signal })).files,
};
