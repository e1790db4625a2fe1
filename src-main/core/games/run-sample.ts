// Runs the sample game on the local service: packs it, uploads it, has one server of it kept, and tells where it answers.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { portUrl } from '../../../src-shared/servers/port-address.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { createPacker } from '../pack/packer.ts';

const NAME = 'Pocket Regatta';
/** A sample that isn't up after this long will not come up. */
const UP_WITHIN_MS = 45_000;

export type SampleOptions = {
  client: ServiceClient;
  /** Where the samples are. */
  samplesFolder: string;
  packsFolder: string;
  packThread: URL;
  /** Throws where Local is read-only for this app. */
  requireWritable(): void;
  /** Throws where a person marked the namespace as protected. */
  requireConfirmed(place: { game_id: string; namespace_id: string }, name: string): Promise<void>;
  /** Is told of a switch before that is sent. */
  onSwitch(place: { game_id: string; namespace_id: string; version_id: string }): void;
};
export type RunningSample = { game_id: string; namespace_id: string; server_id: string; url: string };

/** Run again, it is the same game and the same build; only what is missing is made. */
export async function runSample(options: SampleOptions): Promise<RunningSample> {
  const { client } = options;
  options.requireWritable();
  const game = await findOrCreate(client);
  const namespace = game.namespaces.find(({ name_id: name }) => name === 'prod') ?? game.namespaces[0];
  if (namespace === undefined) throw new AppError('ERROR', 'sample.no-namespace', { name: NAME });
  const params = { game_id: game.game_id, namespace_id: namespace.namespace_id };
  const version = await publish(options, game);
  const { hosting } = await client.getHosting({ params });
  if (namespace.version_id !== version || hosting.server_count === 0) {
    await options.requireConfirmed(params, namespace.name_id);
    if (namespace.version_id !== version) options.onSwitch({ ...params, version_id: version });
    await client.updateNamespaceVersion({ params, body: { version_id: version } });
    await client.setHosting({ params, body: { ...hosting, server_count: Math.max(1, hosting.server_count) } });
  }
  const server = await untilUp(client, params, version);
  const [port] = Object.values(server.network.ports);
  return { ...params, server_id: server.id, url: `${port && portUrl(port)}/` };
}

async function findOrCreate(client: ServiceClient): Promise<GameFull> {
  const { games, groups } = await client.listGames({ query: {} });
  const known = games.find(({ display_name: name }) => name === NAME);
  if (known !== undefined) return (await client.getGame({ params: { game_id: known.game_id } })).game;
  const body = { display_name: NAME, developer_group_id: groups[0]?.group_id ?? '' };
  const { game_id } = await client.createGame({ body });
  return (await client.getGame({ params: { game_id } })).game;
}

/** The version that runs these bytes; uploaded unless it is there. */
async function publish(options: SampleOptions, game: GameFull): Promise<string> {
  const { client, samplesFolder, packsFolder, packThread } = options;
  const packer = createPacker(packThread);
  try {
    const source = path.join(samplesFolder, 'pocket-regatta');
    const packed = await packer.pack({ source, place: { cache: packsFolder }, compression: 'zstd', options: {} });
    const name = `Sample ${packed.sha256.slice(0, 8)}`;
    const params = { game_id: game.game_id, environment_id: game.namespaces[0]?.namespace_id ?? '' };
    // The build of a version may have been deleted.
    const { builds } = await client.listBuilds({ params });
    const known = builds.find((build) => build.name === name && build.version_id !== undefined);
    if (known?.version_id !== undefined) return known.version_id;
    const file = { path: 'pocket-regatta.tar.zst', content_length: packed.bytes };
    const request = { name, image_tag: `pocket-regatta:${packed.sha256.slice(0, 8)}`, image_file: file };
    const body = { ...request, kind: 'archive' as const, compression: 'zstd' as const };
    const { build, image_presigned_request: target } = await client.prepareBuild({ params, body });
    const sent = await fetch(target?.url ?? '', { method: 'PUT', body: new Uint8Array(await readFile(packed.file)) });
    if (!sent.ok) throw new AppError('ERROR', 'sample.not-taken', { answer: await sent.text() });
    const { build: whole } = await client.getBuild({ params: { ...params, build_id: build } });
    if (whole.version_id === undefined) throw new AppError('ERROR', 'sample.not-published');
    return whole.version_id;
  } finally {
    await packer.close();
  }
}

async function untilUp(
  client: ServiceClient,
  place: { game_id: string; namespace_id: string },
  version: string,
): Promise<Server> {
  const params = { game_id: place.game_id, environment_id: place.namespace_id };
  const signal = AbortSignal.timeout(UP_WITHIN_MS);
  let index: string | undefined;
  for (;;) {
    const query = { watch_index: index, include_destroyed: true };
    const { servers, watch } = await client.listServers({ params, query }, { signal });
    const own = servers.filter((server) => server.version === version);
    const up = own.find(({ state }) => state === 'running');
    if (up !== undefined) return up;
    const isWaiting = own.some(({ destroyed_at: ended }) => ended === undefined);
    const [last] = own;
    if (!isWaiting && last?.problem !== undefined)
      throw new AppError('ERROR', 'sample.not-started', { name: NAME, why: last.problem });
    index = watch.index;
  }
}
