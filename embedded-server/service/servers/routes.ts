// Answers the calls about servers.

import type { Server, ServerPlayers } from '../../../src-shared/service/servers.ts';
import { answered } from '../../platform/front/answered-message.ts';
import type { Context, SomeHandlers } from '../../platform/http/handlers.ts';
import { given } from '../../platform/http/optional-field.ts';
import { serversKey } from '../../platform/watch/keys.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import { answerWatched } from '../../platform/watch/watched.ts';
import type { ServerRecord } from '../../runtime/server-records/store.ts';
import type { Players } from '../../runtime/watching/players.ts';
import { readWho, whoCalls, writeWho } from '../namespaces/changed-by.ts';
import type { NamespaceService } from '../namespaces/service.ts';
import { refuseProgramVariables } from './program-variables.ts';
import type { ServerService, WhoAsks } from './service.ts';

type Parts = {
  servers: ServerService;
  namespaces: NamespaceService;
  hub: WatchHub;
  players: Players;
  /** Until when a server that is to end may live. */
  endsBy(server_id: string): number | undefined;
  nodes: {
    /** Where it runs, or ran. */
    nodeOf(server: ServerRecord): Server['node'];
  };
};
type Served = 'getServer' | 'listServers' | 'createServer' | 'destroyServer' | 'restartServer';

export function serverHandlers({ servers, namespaces, hub, players, endsBy, nodes }: Parts): SomeHandlers<Served> {
  const shape = (server: ServerRecord) =>
    shapeServer(server, {
      players: players.of(server.server_id),
      endsBy: endsBy(server.server_id),
      node: nodes.nodeOf(server),
    });
  return {
    getServer: ({ params }) => ({
      server: shape(servers.one(namespaces.environment(params), params.server_id)),
    }),
    listServers: ({ params, query }, { signal }) => {
      const place = namespaces.environment(params);
      const { watch_index: index, include_destroyed: ended = false, cursor, tags_json: tags = {} } = query;
      return answerWatched({
        hub,
        index,
        signal,
        key: serversKey(place.namespace_id),
        read: () => {
          const { revision, servers: found } = servers.list(place, { ended, cursor });
          return { revision, data: { servers: found.filter((server) => hasTags(server, tags)).map(shape) } };
        },
      });
    },
    createServer: ({ params, body }, { caller }) => {
      const place = namespaces.environment(params);
      refuseProgramVariables(caller, body.runtime.environment);
      return { server: shape(servers.create(place, body)) };
    },
    destroyServer: ({ params, query }, context) => {
      const server = servers.one(namespaces.environment(params), params.server_id);
      servers.destroy(server, query.override_kill_timeout, whoAsks(context));
      return {};
    },
    restartServer: async ({ params }, context) => {
      const place = namespaces.environment(params);
      return { server: shape(await servers.restart(place, servers.one(place, params.server_id), whoAsks(context))) };
    },
  };
}

function whoAsks(context: Context): WhoAsks {
  return readWho(writeWho(whoCalls(context)));
}

function hasTags({ tags }: ServerRecord, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([key, value]) => Object.hasOwn(tags, key) && tags[key] === value);
}

/** What is known of a server, and is not in its record. */
type Live = { players: ServerPlayers | undefined; endsBy: number | undefined; node: Server['node'] };

/** Turns the record of a server into what the interface answers. */
function shapeServer(record: ServerRecord, live: Live): Server {
  const { arguments: texts, environment } = record.runtime;
  return {
    id: record.server_id,
    environment: record.namespace_id,
    datacenter: record.datacenter_id,
    created_at: record.create_ts,
    ...given('started_at', record.start_ts),
    ...given('destroyed_at', record.destroy_ts),
    tags: { ...record.tags },
    lifecycle: { kill_timeout: record.kill_timeout },
    network: { ...given('mode', record.wish.mode), ports: { ...record.ports } },
    resources: { cpu: record.cpu, memory: record.memory },
    runtime: {
      build: record.build_id,
      ...(texts === undefined ? {} : { arguments: [...texts] }),
      ...(environment === undefined ? {} : { environment: { ...environment } }),
    },
    state: record.state,
    ...given('problem', record.problem && answered(record.problem)),
    ...given('hint', record.hint && answered(record.hint)),
    ...given('exit', record.destroy_ts === null ? null : record.exit),
    ...given('version', record.version_id),
    kept: record.kept,
    ...given('players', live.players),
    ...given('ends_by', record.destroy_ts === null ? live.endsBy : undefined),
    ...given('node', live.node),
  };
}
