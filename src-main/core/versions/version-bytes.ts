// Which bytes a version is: what its instance tells of its build, or what this machine remembers of having sent it.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Build, BuildKind } from '../../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Packed } from '../pack/pack-model.ts';
import { isNotOffered } from '../transfers/engine/passing-failures.ts';
import { journalNames } from '../transfers/journal/evict-packs.ts';
import { readRecord } from '../transfers/journal/transfer-record.ts';

/** A build's file, and what it was called. */
export type VersionBytes = Pick<Packed, 'sha256' | 'bytes' | 'name' | 'compression'> & { kind?: BuildKind | undefined };

/** Nothing when neither the instance tells it nor anything was sent from here. */
export async function bytesOfVersion(
  client: ServiceClient,
  game: GameFull,
  version_id: string,
  appFolder: string,
): Promise<VersionBytes | undefined> {
  return (await askInstance(client, game, version_id)) ?? lookIntoJournals(appFolder, version_id);
}

async function askInstance(client: ServiceClient, game: GameFull, version_id: string) {
  const build = await orNothing(() => buildOf(client, game, version_id));
  return build && (await bytesOfBuild(client, build));
}

/** Nothing where the instance does not tell the hash. */
export async function bytesOfBuild(client: ServiceClient, build: Build): Promise<VersionBytes | undefined> {
  if (build.sha256 === undefined) return undefined;
  const { upload_id, sha256, content_length: bytes, kind, compression } = build;
  const upload = await readUpload(client, upload_id);
  return { sha256, bytes, kind, compression, name: upload?.parts[0]?.path ?? `${sha256.slice(0, 12)}.tar` };
}

/** Nothing also where the token may not push, and so reads no uploads. */
async function readUpload(client: ServiceClient, upload_id: string) {
  try {
    return await orNothing(async () => (await client.getUpload({ params: { upload_id } })).upload);
  } catch (thrown) {
    if (asAppError(thrown).code === 'API_FORBIDDEN') return undefined;
    throw thrown;
  }
}

async function buildOf(client: ServiceClient, game: GameFull, version_id: string): Promise<Build | undefined> {
  const { version } = await client.getVersion({ params: { game_id: game.game_id, version_id } });
  const { build: id } = version.config;
  if (id === undefined) {
    throw new AppError('BUILDS_BUILD_NOT_FOUND', 'promote.no-build', { version: version.display_name });
  }
  return (await buildsOf(client, game)).find((build) => build.id === id);
}

/** The builds of all namespaces of a game. A version is the game's, its build one namespace's. */
export async function buildsOf(client: ServiceClient, game: GameFull): Promise<Build[]> {
  const lists = game.namespaces.map(async ({ namespace_id }) => {
    const params = { game_id: game.game_id, environment_id: namespace_id };
    return (await client.listBuilds({ params })).builds;
  });
  return (await Promise.all(lists)).flat();
}

/** What an instance does not have, or its token may not ask, is not known; what fails is a failure. */
export async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (thrown) {
    if (isNotOffered(asAppError(thrown))) return undefined;
    throw thrown;
  }
}

function lookIntoJournals(appFolder: string, version_id: string): VersionBytes | undefined {
  for (const name of Object.values(journalNames)) {
    const found = lookIntoJournal(path.join(appFolder, name), version_id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** One that is not there, or cannot be read, as a newer Slipway's, remembers nothing for us. */
function lookIntoJournal(file: string, version_id: string): VersionBytes | undefined {
  try {
    return readJournal(file, version_id);
  } catch {
    return undefined;
  }
}

/** Only looks: each journal has its owner. */
function readJournal(file: string, version_id: string): VersionBytes | undefined {
  const sql = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
  try {
    const row = sql
      .prepare("SELECT record FROM transfers WHERE json_extract(record, '$.version_id') = ? LIMIT 1")
      .get(version_id);
    if (row === undefined) return undefined;
    const { packed, kind } = readRecord(String(row['record']));
    if (packed === undefined) return undefined;
    const { sha256, bytes, name, compression } = packed;
    return { sha256, bytes, name, compression, kind };
  } finally {
    sql.close();
  }
}
