// The logs and figures of ended servers in an export: out of a data folder, and into another one. The checksums go with their log, so
// what is damaged is reported on both ways.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { logFiles } from '../../files/logs/log-checksum.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { Database } from '../../platform/storage/database.ts';
import { query } from '../../platform/storage/statement.ts';
import { logProblem } from './check-logs.ts';
import { copyHashed } from './copy-hashed.ts';
import type { Files } from './export-manifest.ts';

type Out = { paths: DataPaths; database: Database; target: string; files: Record<string, string> };

/** Calls `refuse` with what is damaged. */
export async function exportLogs(
  { paths, database, target, files }: Out,
  refuse: (what: string) => never,
): Promise<void> {
  for (const id of endedServers(database)) {
    const folder = path.join(paths.logs, id);
    const problem = await logProblem(folder);
    if (problem !== undefined && problem !== 'unsealed') refuse(`logs/${id}/${problem}.`);
    const names = await logFiles(folder);
    if (names.length > 0) await mkdir(path.join(target, 'logs', id), { recursive: true, mode: 0o700 });
    for (const name of names) {
      const entry = path.posix.join('logs', id, name);
      files[entry] = await copyHashed({ from: path.join(folder, name), to: path.join(target, entry) });
    }
  }
}

type In = { files: Files; paths: DataPaths; database: Database };

/** Calls `bring` for each file of a log with where it goes; `refuse` with one that belongs to no ended server. */
export async function importLogs(
  { files, paths, database }: In,
  { bring, refuse }: { bring(name: string, to: string): Promise<void>; refuse(what: string): never },
): Promise<void> {
  await mkdir(paths.logs, { mode: 0o700 });
  const known = new Set(endedServers(database));
  for (const name of Object.keys(files).filter((each) => each.startsWith('logs/'))) {
    const [, id = '', file = ''] = name.split('/');
    if (!known.has(id)) refuse(`${name} belongs to no server`);
    await mkdir(path.join(paths.logs, id), { recursive: true, mode: 0o700 });
    await bring(name, path.join(paths.logs, id, file));
  }
}

function endedServers(database: Database): string[] {
  const ended = 'SELECT server_id AS id FROM servers WHERE destroy_ts IS NOT NULL ORDER BY server_id';
  return query<{ id: string }>(database, ended)
    .all()
    .map(({ id }) => id);
}
