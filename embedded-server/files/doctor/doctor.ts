// The build doctor: examines folders and stored archives in a thread of its own.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { BuildFile, BuildKind } from '../../../src-shared/service/builds.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { openThread, type Thread } from '../../platform/threads/open-thread.ts';
import type { CheckedBuild } from './check-stored.ts';
import type { DoctorCalls } from './doctor-calls.ts';

export type Doctor = {
  /** What will go wrong with this folder as a build. Refused in words when it is no folder, or cannot be read. */
  examineFolder(folder: string, options?: { signal?: AbortSignal }): Promise<DoctorReport>;
  /** The same of an archive, or of a file that is one program. `name` is what the file was called. */
  examineArchive(file: string, options: { name: string; signal?: AbortSignal }): Promise<DoctorReport>;
  /** How many bytes at least an archive holds, as far as it says so by itself; quick, as nothing is unpacked. */
  declaredSize(file: string): Promise<number | undefined>;
  /** Whether a stored build can be unpacked, and what it asks for, after reading all of it. */
  checkStored(file: string, build: { name: string; kind: BuildKind }): Promise<CheckedBuild>;
  /** What is in an archive, by path, each file with its hash. */
  listFiles(file: string, options: { name: string; signal?: AbortSignal }): Promise<BuildFile[]>;
  close(): Promise<void>;
};

/** From source; a bundle has it elsewhere and says so. */
const DOCTOR_THREAD = new URL('doctor-thread.ts', import.meta.url);

/** `script`: of its thread; or a thread that is there already and serves its calls, to whose owner it stays. */
export function createDoctor(
  script: URL | Thread<DoctorCalls> = DOCTOR_THREAD,
  onLost: (thrown: unknown) => void = () => {},
): Doctor {
  const thread =
    script instanceof URL ? openThread<DoctorCalls>({ script, name: 'doctor', isShared: true, onLost }) : script;
  return {
    examineFolder: async (folder, { signal } = {}) => {
      await refuseOther(folder);
      return await thread.call('folder', { folder: path.resolve(folder) }, signal);
    },
    examineArchive: (file, { name, signal }) => thread.call('archive', { file, name }, signal),
    declaredSize: (file) => thread.call('size', { file, name: path.basename(file) }),
    checkStored: async (file, { name, kind }) => {
      const ask = () => thread.call('check', { file, name, kind });
      return await ask().catch((thrown: unknown) => {
        // What was lost with the thread may have been another's fault: whoever sent the build is not to send it again for that.
        if (thrown instanceof AppError && thrown.toMessage().reason === 'thread.lost') return ask();
        throw thrown;
      });
    },
    listFiles: (file, { name, signal }) => thread.call('files', { file, name }, signal),
    close: async () => {
      if (script instanceof URL) await thread.close();
    },
  };
}

/** Examines one folder, with a thread for it alone. `thread` is where a bundle has the thread's script. */
export async function examineFolder(
  folder: string,
  { signal, thread }: { signal?: AbortSignal; thread?: URL } = {},
): Promise<DoctorReport> {
  const doctor = createDoctor(thread);
  try {
    return await doctor.examineFolder(folder, signal === undefined ? {} : { signal });
  } finally {
    await doctor.close();
  }
}

/** The same of one archive or program. */
export async function examineArchive(
  file: string,
  { signal, thread }: { signal?: AbortSignal; thread?: URL } = {},
): Promise<DoctorReport> {
  const doctor = createDoctor(thread);
  try {
    return await doctor.examineArchive(file, {
      name: path.basename(file),
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    await doctor.close();
  }
}

/** How many bytes at least a file holds unpacked, with a thread for it alone; undefined where it cannot be known. */
export async function declaredSize(file: string, thread?: URL): Promise<number | undefined> {
  const doctor = createDoctor(thread);
  try {
    return await doctor.declaredSize(file);
  } catch (thrown) {
    // What is wrong with an archive is reported where it is examined or unpacked.
    if (thrown instanceof AppError && thrown.code === 'BUILD_INVALID') return undefined;
    throw thrown;
  } finally {
    await doctor.close();
  }
}

async function refuseOther(folder: string): Promise<void> {
  const found = await stat(folder).catch((thrown: unknown) => {
    const isGone = errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR';
    const message = isGone
      ? messageFor('doctor.folder-missing', { folder })
      : messageFor('doctor.folder-unreadable', { code: String(errorCode(thrown)), folder });
    throw new AppError('FOLDER_UNREADABLE', message, { cause: thrown });
  });
  if (found.isDirectory()) return;
  const what = found.isFile() ? messageFor('doctor.a-file') : messageFor('doctor.neither-folder-nor-file');
  throw new AppError('FOLDER_UNREADABLE', 'doctor.not-a-folder', { path: folder, what });
}
