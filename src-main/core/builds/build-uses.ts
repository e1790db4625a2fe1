// What uses a build now: versions made of it, namespaces that run one of those, and servers that run it.
import type { BuildTarget, BuildUses } from '../../../src-shared/builds/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { listAllServers } from '../../../src-shared/service/list-all-servers.ts';
import type { Instance } from '../instances/instance.ts';

/** So many calls are under way at once. */
const LANES = 6;

/** The build of each version that was read. Versions never change. */
type KnownVersions = Map<string, string | undefined>;

export function createBuildUses() {
  const known: KnownVersions = new Map();
  return async (instance: Instance, target: BuildTarget, signal: AbortSignal): Promise<BuildUses> => {
    const client = instance.client();
    const { game } = await client.getGame({ params: { game_id: target.game_id } }, { signal });
    const whyNot = instance.view().why_not;
    const versionIds =
      whyNot?.read_version === undefined ? await versionsOf(client, game, target, known, signal) : null;
    return {
      versions:
        versionIds &&
        game.versions
          .filter(({ version_id: id }) => versionIds.has(id))
          .map(({ version_id, display_name }) => ({ version_id, display_name })),
      namespaces:
        versionIds &&
        game.namespaces
          .filter(({ version_id: id }) => versionIds.has(id))
          .map(({ namespace_id, name_id }) => ({ namespace_id, name_id })),
      servers: whyNot?.list_servers === undefined ? await serversOf(client, game, target, signal) : null,
    };
  };
}

async function versionsOf(
  client: ServiceClient,
  game: GameFull,
  target: BuildTarget,
  known: KnownVersions,
  signal: AbortSignal,
): Promise<Set<string>> {
  const keyOf = (version_id: string) => `${target.instance_id} ${version_id}`;
  const waiting = game.versions.map(({ version_id: id }) => id).filter((id) => !known.has(keyOf(id)));
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const params = { game_id: game.game_id, version_id: id };
      const { version } = await client.getVersion({ params }, { signal });
      known.set(keyOf(id), version.config.build);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return new Set(
    game.versions.map(({ version_id: id }) => id).filter((id) => known.get(keyOf(id)) === target.build_id),
  );
}

async function serversOf(client: ServiceClient, game: GameFull, target: BuildTarget, signal: AbortSignal) {
  const lists = game.namespaces.map(async ({ namespace_id }) => {
    const params = { game_id: game.game_id, environment_id: namespace_id };
    const servers = await listAllServers(client, params, {}, { signal });
    return servers
      .filter(({ runtime, destroyed_at: end }) => runtime.build === target.build_id && end === undefined)
      .map(({ id }) => ({ server_id: id, namespace_id }));
  });
  return (await Promise.all(lists)).flat();
}
