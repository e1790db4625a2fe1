// Compares a service that was killed and started again with the ledger of what was acknowledged before.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  buildsAnswer,
  call,
  contentOf,
  gameAnswer,
  type Ledger,
  type LedgerBuild,
  type LedgerGame,
  type Service,
  uploadAnswer,
} from './kill-client.ts';

const history = z.object({ versions: z.array(z.object({ version_id: z.string() })) });
type Listed = z.infer<typeof buildsAnswer>['builds'][number];
type Versions = z.infer<typeof gameAnswer>['game']['versions'];

/** Throws on the first thing that was acknowledged and is not there, or is there and was not made whole. */
export async function verify(service: Service, folder: string, ledger: Ledger): Promise<void> {
  for (const game of ledger.games) await verifyGame(service, folder, game);
  await verifyNoStrays(folder);
}

async function verifyGame(service: Service, folder: string, game: LedgerGame): Promise<void> {
  const { game: found } = gameAnswer.parse(await call(service, 'GET', `/cloud/games/${game.id}`));
  const at = `/games/${game.id}/environments/${game.place}/builds`;
  const listed = new Map(buildsAnswer.parse(await call(service, 'GET', at)).builds.map((build) => [build.name, build]));
  for (const name of listed.keys()) must(game.builds.has(name), `Build ${name} was never asked for`);
  const named = new Set(found.versions.map((version) => version.display_name));
  must(named.size === found.versions.length, 'A version is there twice');
  for (const build of game.builds.values()) {
    await verifyBuild(service, folder, build, listed.get(build.name), found.versions);
  }
  const entries = history.parse(
    await call(service, 'GET', `/cloud/games/${game.id}/namespaces/${game.place}/version-history`),
  );
  const newest = entries.versions.map((entry) => entry.version_id);
  // A switch whose answer was lost may be there or not; whatever was answered must be, in its order.
  let from = 0;
  for (const acknowledged of game.switches.toReversed().slice(0, 10)) {
    const place = newest.indexOf(acknowledged, from);
    must(place >= from, 'A switch that was acknowledged is not in the history');
    from = place + 1;
  }
  const present = found.namespaces.find((each) => each.namespace_id === game.place)?.version_id;
  must(newest.length === 0 || newest[0] === present, 'The namespace runs another version than its history says');
  game.switches = newest.toReversed();
}

async function verifyBuild(
  service: Service,
  folder: string,
  build: LedgerBuild,
  listed: Listed | undefined,
  versions: Versions,
): Promise<void> {
  const { name } = build;
  must(listed === undefined || build.isDeleted !== true, `Build ${name} was deleted and is back`);
  const mayBeGone = build.id === undefined || build.isDeleting === true;
  must(listed !== undefined || mayBeGone, `Build ${name} was acknowledged and is gone`);
  if (listed === undefined) {
    if (build.isDeleting === true) build.isDeleted = true;
    return;
  }
  const isComplete = listed.state === 'complete';
  must(isComplete || build.isDone !== true, `Build ${name} was acknowledged as whole and is ${listed.state}`);
  const version = versions.find((each) => each.display_name === name);
  must(isComplete === (version !== undefined), `Build ${name} is ${listed.state}, and its version does not fit that`);
  if (isComplete) await verifyBytes(folder, build);
  else await verifyParts(service, build, listed.upload_id);
  build.id = listed.id;
  build.isDone = isComplete;
}

async function verifyBytes(folder: string, build: LedgerBuild): Promise<void> {
  const wanted = createHash('sha256').update(contentOf(build)).digest('hex');
  const stored = await readFile(path.join(folder, 'blobs', wanted.slice(0, 2), wanted));
  must(createHash('sha256').update(stored).digest('hex') === wanted, `The bytes of build ${build.name} are others`);
}

async function verifyParts(service: Service, build: LedgerBuild, upload_id: string): Promise<void> {
  const { upload } = uploadAnswer.parse(await call(service, 'GET', `/cloud/uploads/${upload_id}`));
  for (const [number, digest] of build.parts) {
    must(upload.parts[number - 1]?.content_digest === digest, `Part ${number} of build ${build.name} is gone`);
  }
}

/** Files that no record knows must be gone once the service answers. */
async function verifyNoStrays(folder: string): Promise<void> {
  const database = new DatabaseSync(path.join(folder, 'slipway.db'), { readOnly: true });
  const names = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => String(row['name']))
      .toSorted();
  const drafts = names('SELECT upload_id AS name FROM uploads WHERE complete_ts IS NULL');
  const used = names('SELECT DISTINCT sha256 AS name FROM uploads WHERE complete_ts IS NOT NULL');
  database.close();
  const entries = await readdir(path.join(folder, 'blobs'), { recursive: true }).catch(() => []);
  const blobs = entries
    .map((entry) => path.basename(entry))
    .filter((name) => name.length === 64)
    .toSorted();
  const uploads = (await readdir(path.join(folder, 'uploads')).catch((): string[] => [])).toSorted();
  must(uploads.join() === drafts.join(), `Unfinished uploads ${drafts.join()} have the files ${uploads.join()}`);
  must(blobs.join() === used.join(), `Blobs ${used.join()} have the files ${blobs.join()}`);
  const strays = (await readdir(folder)).filter((name) => /\.[0-9a-f]{12}$/.test(name));
  must(strays.length === 0, `Files were left: ${strays.join()}`);
}

function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}
