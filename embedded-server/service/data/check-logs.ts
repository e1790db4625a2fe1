// Compares the logs of servers that have ended with their checksums.
import path from 'node:path';
import { logFiles, readLogChecksum } from '../../files/logs/log-checksum.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { Database } from '../../platform/storage/database.ts';
import { hashOf } from '../../platform/storage/hash-of.ts';
import { namesIn } from '../../platform/storage/names-in.ts';
import { query } from '../../platform/storage/statement.ts';
import type { Findings } from './damage-found.ts';

type Folder = { paths: DataPaths; database: Database };
type Ended = { id: string; what: string };

/** Answers how many logs were compared. */
export async function checkLogs({ paths, database }: Folder, findings: Findings): Promise<number> {
  const ended = query<Ended>(
    database,
    `SELECT s.server_id AS id, 'server ' || s.server_id || ' of game "' || g.display_name || '"' AS what
     FROM servers s JOIN games g USING (game_id) WHERE s.destroy_ts IS NOT NULL ORDER BY s.server_id`,
  ).all();
  let compared = 0;
  let unsealed = 0;
  for (const { id, what } of ended) {
    const folder = path.join(paths.logs, id);
    const problem = await logProblem(folder);
    if (problem === 'unsealed') {
      // A folder that was restored from a backup has records of servers without their logs.
      if ((await logFiles(folder)).length > 0) unsealed += 1;
      continue;
    }
    compared += 1;
    if (problem === undefined) continue;
    findings.damage('log', `The log of ${what} is damaged: logs/${id}/${problem}.`, id);
  }
  if (unsealed > 0) {
    findings.note(
      `${unsealed} of the logs of servers have no checksums, so a changed byte in them cannot be noticed: an earlier Slipway wrote them, or there was no room for these.`,
    );
  }
  await noteStrayLogs({ paths, database }, findings);
  return compared;
}

/** What is wrong with a log, as one goes on after the name of its folder. */
export async function logProblem(folder: string): Promise<string | undefined> {
  const checksums = await readLogChecksum(folder);
  if (checksums === undefined) return 'unsealed';
  if (checksums === 'damaged') return 'sealed is damaged itself';
  for (const [name, hash] of Object.entries(checksums)) {
    const found = await hashOf(path.join(folder, name)).catch(() => undefined);
    if (found === undefined) return `${name} is not there`;
    if (found !== hash) return `${name} is not as it was when the server had ended`;
  }
  const added = (await logFiles(folder)).find((name) => name !== 'sealed' && checksums[name] === undefined);
  return added === undefined ? undefined : `${added} was not there when the server had ended`;
}

async function noteStrayLogs({ paths, database }: Folder, findings: Findings): Promise<void> {
  const known = new Set(
    query<{ id: string }>(database, 'SELECT server_id AS id FROM servers')
      .all()
      .map(({ id }) => id),
  );
  for (const name of await namesIn(paths.logs)) {
    if (!known.has(name)) findings.note(`No record knows the log ${path.posix.join('logs', name)}.`);
  }
}
