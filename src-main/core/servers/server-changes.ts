// What a person does to servers, each by one call of the service, after what they marked on the instance is heeded.
import type { Ability } from '../../../src-shared/instances/abilities.ts';
import type { NamespacePlace, ServerTarget } from '../../../src-shared/servers/bridge.ts';
import type { ReadLog, SearchLog } from '../../../src-shared/servers/log.ts';
import type { Build } from '../../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { SetNetworkBody } from '../../../src-shared/service/server-inspection.ts';
import type { CreateServerBody } from '../../../src-shared/service/servers.ts';
import { requireConfirmed, requireWritable } from '../instances/confirm-protected.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { buildsOf, orNothing } from '../versions/version-bytes.ts';

/** So many lines a service reads at once. */
const MOST_LINES = 5_000;

const LONGEST_GRACE_MS = 7_200_000;

export function createServerChanges(instances: InstanceService) {
  const able = (instance_id: string, ability: Ability) => {
    const instance = instances.find(instance_id);
    requireAbility(instance, ability);
    return instance.client();
  };
  const changing = (instance_id: string, ability: Ability) => {
    requireWritable(instances, instance_id);
    return able(instance_id, ability);
  };
  return {
    ...logReading(able),
    choices: async (place: NamespacePlace) => {
      const client = able(place.instance_id, 'list_builds');
      const params = { game_id: place.game_id, environment_id: place.namespace_id };
      const [{ builds: own }, all, { datacenters }] = await Promise.all([
        client.listBuilds({ params }),
        buildsOfGame(client, place.game_id),
        client.listDatacenters({ params }),
      ]);
      const others = all.filter(({ id }) => !own.some((build) => build.id === id));
      return { builds: [...own, ...others], datacenters };
    },
    create: async (place: NamespacePlace, body: CreateServerBody) => {
      const params = { game_id: place.game_id, environment_id: place.namespace_id };
      const { server } = await changing(place.instance_id, 'create_server').createServer({ params, body });
      return { server_id: server.id };
    },
    stop: async (target: Ending, graceMs: number | undefined) => {
      await confirmed(instances, target);
      const query = graceMs === undefined ? {} : { override_kill_timeout: graceMs };
      await changing(target.instance_id, 'end_server').destroyServer({ params: paramsOf(target), query });
    },
    restart: async (target: Ending) => {
      await confirmed(instances, target);
      const client = changing(target.instance_id, 'restart_server');
      const params = paramsOf(target);
      // It is answered when the old one has ended, which may take all of its grace.
      const { server: old } = await client.getServer({ params });
      const waitMs = old.lifecycle.kill_timeout ?? LONGEST_GRACE_MS;
      const { server } = await client.restartServer({ params, body: {} }, { waitMs });
      return { server_id: server.id };
    },
    setNetwork: async (target: ServerTarget, body: SetNetworkBody) => {
      const client = changing(target.instance_id, 'server_network');
      await client.setServerNetwork({ params: paramsOf(target), body });
    },
    share: async (target: ServerTarget, address: string | undefined) => {
      const client = changing(target.instance_id, 'share_server');
      await client.shareServer({ params: paramsOf(target), body: { address } });
    },
    type: async (target: ServerTarget, line: string) => {
      const client = changing(target.instance_id, 'server_console');
      await client.typeIntoServer({ params: paramsOf(target), body: { line } });
    },
  };
}

/** A namespace runs builds that were uploaded for others, too. A token for one namespace alone sees no others. */
async function buildsOfGame(client: ServiceClient, game_id: string): Promise<Build[]> {
  const builds = await orNothing(
    async () => await buildsOf(client, (await client.getGame({ params: { game_id } })).game),
  );
  return builds ?? [];
}

/** What ends a server of a protected namespace comes with the name of that. */
type Ending = ServerTarget & { confirm?: string | undefined };

async function confirmed(instances: InstanceService, target: Ending): Promise<void> {
  await requireConfirmed(instances, target, async () => {
    const { game } = await instances
      .find(target.instance_id)
      .client()
      .getGame({ params: { game_id: target.game_id } });
    return game.namespaces.find(({ namespace_id: id }) => id === target.namespace_id)?.name_id ?? '';
  });
}

type Able = (instance_id: string, ability: Ability) => ServiceClient;

function logReading(able: Able) {
  return {
    readLog: async (target: ServerTarget, { limit, ...read }: ReadLog, signal: AbortSignal) => {
      const client = able(target.instance_id, 'server_logs');
      const query = { ...read, limit: Math.min(limit, MOST_LINES) };
      const { lines, extent } = await client.readServerLog({ params: paramsOf(target), query }, { signal, poll: true });
      return { lines, extent };
    },
    searchLog: async (target: ServerTarget, { caseSensitive, limit, ...search }: SearchLog, signal: AbortSignal) => {
      const client = able(target.instance_id, 'server_logs');
      const query = { ...search, case_sensitive: caseSensitive, limit: Math.min(limit, MOST_LINES) };
      return await client.searchServerLog({ params: paramsOf(target), query }, { signal, poll: true });
    },
  };
}

function paramsOf({ game_id, namespace_id, server_id }: ServerTarget) {
  return { game_id, environment_id: namespace_id, server_id };
}
