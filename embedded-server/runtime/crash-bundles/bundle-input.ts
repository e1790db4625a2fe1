// Gathers what a crash bundle is made of from what is recorded of a server.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { textOf } from '../../../src-shared/text/message.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { Database } from '../../platform/storage/database.ts';
import { query } from '../../platform/storage/statement.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { LiveFigures } from '../watching/live-figures.ts';
import type { CrashBundleInput } from './bundle.ts';
import { readNoCoreNote } from './no-core-note.ts';

export type BundleInputParts = { paths: DataPaths; database: Database; figures: LiveFigures };
type Build = { name: string; sha256: string | null };

export function createBundleInputs({ paths, database, figures }: BundleInputParts) {
  const build = query<Build>(
    database,
    'SELECT b.name, u.sha256 FROM builds b JOIN uploads u USING (upload_id) WHERE b.build_id = ?',
  );
  return async (server: ServerRecord): Promise<CrashBundleInput> => {
    const { server_id: id, build_id, node_id, destroy_ts: endedAt } = server;
    if (endedAt === null) {
      throw new AppError(
        'VALIDATION_ERROR',
        'server.still-runs',
        {},
        {
          metadata: { errors: [{ path: ['server', 'running'] }] },
        },
      );
    }
    return {
      server_id: id,
      build: describeBuild(build_id, build.one(build_id)),
      exit: describeExit(server, endedAt),
      launch: describeLaunch(server, paths.inside('servers', id)),
      settings: { ports: server.ports, cpu: server.cpu, memory: server.memory, tags: server.tags, kept: server.kept },
      usage: await figures.points(id, 0),
      logFolder: paths.inside('logs', id),
      ...(node_id === null ? {} : { onNode: { whyNoCore: await readNoCoreNote(paths, id) } }),
    };
  };
}

function describeBuild(id: string, build: Build | undefined): CrashBundleInput['build'] {
  if (build === undefined) return { id, name: 'deleted since' };
  return { id, name: build.name, ...(build.sha256 === null ? {} : { hash: build.sha256 }) };
}

function describeExit(
  { exit, create_ts: startedAt, problem }: ServerRecord,
  endedAt: number,
): CrashBundleInput['exit'] {
  return {
    code: exit?.code ?? null,
    signal: exit?.signal ?? null,
    outOfMemory: exit?.out_of_memory ?? false,
    startedAt,
    endedAt,
    ...(problem === null ? {} : { sentence: textOf(problem) }),
  };
}

function describeLaunch({ command, runtime, pid }: ServerRecord, folder: string): CrashBundleInput['launch'] {
  const { arguments: texts = [], environment = {} } = runtime;
  return { program: command ?? '', arguments: texts, environment, folder, ...(pid === null ? {} : { pid }) };
}
