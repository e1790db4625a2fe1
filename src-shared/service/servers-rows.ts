// The rows of the table about servers, and about the datacenters they can be created in.
import { z } from 'zod';
import { nothing, uuid, watch, watchQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { environmentParams, serverParams } from './params.ts';
import { queryBoolean, queryInteger, queryJson } from './query.ts';
import { datacenter } from './regions.ts';
import { tags } from './run-settings.ts';
import { createServerBody, logStream, server, serverLogs } from './servers.ts';

/** Calls about servers. */
export const serverRows = {
  getServer: endpoint({
    name: 'getServer',
    feature: 'servers',
    summary: 'Reads a server of a namespace, running or ended.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}',
    params: serverParams,
    query: nothing,
    body: null,
    answer: z.object({ server }),
    access: ['owner', 'cloud', 'service'],
    watch: false,
  }),
  listServers: endpoint({
    name: 'listServers',
    feature: 'servers',
    summary: 'Lists the servers of a namespace, newest first; a cursor is the id of the last server seen.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/servers',
    params: environmentParams,
    query: watchQuery.extend({
      tags_json: queryJson(tags).optional(),
      include_destroyed: queryBoolean.optional(),
      cursor: uuid.optional(),
    }),
    body: null,
    answer: z.object({ servers: z.array(server), watch }),
    access: ['owner', 'cloud', 'service'],
    watch: true,
  }),
  createServer: endpoint({
    name: 'createServer',
    feature: 'servers',
    summary: 'Starts a server from a build.',
    method: 'POST',
    path: '/games/{game_id}/environments/{environment_id}/servers',
    params: environmentParams,
    query: nothing,
    body: createServerBody,
    answer: z.object({ server }),
    access: ['owner', 'cloud', 'service'],
    watch: false,
  }),
  destroyServer: endpoint({
    name: 'destroyServer',
    feature: 'servers',
    summary: 'Ends a server, and kills it when its grace is over; safe to repeat.',
    method: 'DELETE',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}',
    params: serverParams,
    query: z.object({ override_kill_timeout: queryInteger(0, 7_199_999).optional() }),
    body: null,
    answer: nothing,
    access: ['owner', 'cloud', 'service'],
    watch: false,
  }),
  restartServer: endpoint({
    name: 'restartServer',
    feature: 'servers',
    summary: 'Ends a server, and starts another in the same way.',
    method: 'POST',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/restart',
    params: serverParams,
    query: nothing,
    body: nothing,
    answer: z.object({ server }),
    access: ['owner', 'cloud', 'service'],
    watch: false,
  }),
  getServerLogs: endpoint({
    name: 'getServerLogs',
    feature: 'servers',
    summary: 'Reads the newest lines a server wrote; with a watch index, those that came after it.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/logs',
    params: serverParams,
    query: watchQuery.extend({ stream: logStream }),
    body: null,
    answer: serverLogs,
    access: ['owner', 'cloud'],
    watch: true,
  }),
  listDatacenters: endpoint({
    name: 'listDatacenters',
    feature: 'servers',
    summary: 'Lists the datacenters a server can be created in.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/datacenters',
    params: environmentParams,
    query: nothing,
    body: null,
    answer: z.object({ datacenters: z.array(datacenter) }),
    access: ['owner', 'cloud', 'service'],
    watch: false,
  }),
} as const;
