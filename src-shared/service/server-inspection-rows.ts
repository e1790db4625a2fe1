// The rows of the table that look at a server from close by (ours).
import { z } from 'zod';
import { lineLevel, lineStream, logExtent, logLine, searchAnswer } from '../servers/log.ts';
import { sentence } from '../text/message-schema.ts';
import { nothing, optional, u64, watch, watchQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { environmentParams, serverParams } from './params.ts';
import { queryBoolean, queryInteger, queryList } from './query.ts';
import { consoleLine } from './run-settings.ts';
import { bundleFile, inspection, serverUsage, setNetworkBody, usagePoint } from './server-inspection.ts';

/** The most lines that are read at once. */
const MOST_LINES = 5000;
const LATEST = 8_640_000_000_000_000;
const LAST_LINE = Number.MAX_SAFE_INTEGER;
const streams = queryList(lineStream).optional();

/** Calls that look at a server from close by. */
export const inspectionRows = {
  listServerUsage: endpoint({
    name: 'listServerUsage',
    feature: 'servers',
    summary: 'Reads what each running server of a namespace uses now.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/usage',
    params: environmentParams,
    query: nothing,
    body: null,
    answer: z.object({ servers: z.array(serverUsage) }),
    access: ['owner', 'cloud', 'service'],
    needs: 'read',
    watch: false,
  }),
  inspectServer: endpoint({
    name: 'inspectServer',
    feature: 'servers',
    summary: 'Reads what a server runs, uses and gets through its ports.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/inspection',
    params: serverParams,
    query: nothing,
    body: null,
    answer: z.object({ inspection }),
    access: ['owner', 'cloud', 'service'],
    needs: 'read',
    watch: false,
  }),
  getServerUsage: endpoint({
    name: 'getServerUsage',
    feature: 'servers',
    summary: 'Reads what a server used over its life, recent moments finely and old ones coarsely.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/usage',
    params: serverParams,
    query: z.object({ since: queryInteger(0, LATEST).optional() }),
    body: null,
    answer: z.object({ points: z.array(usagePoint) }),
    access: ['owner', 'cloud', 'service'],
    needs: 'read',
    watch: false,
  }),
  setServerNetwork: endpoint({
    name: 'setServerNetwork',
    feature: 'servers',
    summary:
      'Gives the players of a server another network: slower (latency and jitter are of the round trip), lossy (of the packets of each way), narrow, or cut for a while. Without conditions it is as it is.',
    method: 'PUT',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/network',
    params: serverParams,
    query: nothing,
    body: setNetworkBody,
    answer: nothing,
    access: ['owner', 'cloud'],
    needs: 'servers',
    watch: false,
  }),
  typeIntoServer: endpoint({
    name: 'typeIntoServer',
    feature: 'servers',
    summary: 'Types a line into the standard input of a server.',
    method: 'POST',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/console',
    params: serverParams,
    query: nothing,
    body: z.object({ line: consoleLine }),
    answer: nothing,
    access: ['owner', 'cloud'],
    needs: 'servers',
    watch: false,
  }),
  readServerLog: endpoint({
    name: 'readServerLog',
    feature: 'servers',
    summary:
      'Reads lines of all that a server wrote, with our own notes among them; waits for more with a watch index.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/log',
    params: serverParams,
    query: watchQuery.extend({
      from: queryInteger(1, LAST_LINE).optional(),
      before: queryInteger(1, LAST_LINE).optional(),
      limit: queryInteger(1, MOST_LINES).optional(),
      streams,
    }),
    body: null,
    answer: z.object({ lines: z.array(logLine), extent: logExtent, watch }),
    access: ['owner', 'cloud'],
    needs: 'read',
    watch: true,
  }),
  searchServerLog: endpoint({
    name: 'searchServerLog',
    feature: 'servers',
    summary: 'Finds lines of what a server wrote, by text, regular expression or level.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/log/search',
    params: serverParams,
    query: z.object({
      text: z.string().max(1024).optional(),
      regex: z.string().max(1024).optional(),
      case_sensitive: queryBoolean.optional(),
      levels: queryList(lineLevel).optional(),
      streams,
      from: queryInteger(1, LAST_LINE).optional(),
      limit: queryInteger(1, MOST_LINES).optional(),
      direction: z.enum(['forward', 'backward']).optional(),
    }),
    body: null,
    answer: searchAnswer,
    access: ['owner', 'cloud'],
    needs: 'read',
    watch: false,
  }),
  previewCrashBundle: endpoint({
    name: 'previewCrashBundle',
    feature: 'servers',
    summary: 'Says what a crash bundle of an ended server would hold, file by file.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/crash-bundle',
    params: serverParams,
    query: nothing,
    body: null,
    answer: z.object({ files: z.array(bundleFile), notes: z.array(sentence) }),
    access: ['owner', 'cloud'],
    needs: 'servers',
    watch: false,
  }),
  makeCrashBundle: endpoint({
    name: 'makeCrashBundle',
    feature: 'servers',
    summary: 'Makes a crash bundle without secrets; its address is good for ten minutes.',
    method: 'POST',
    path: '/games/{game_id}/environments/{environment_id}/servers/{server_id}/crash-bundle',
    params: serverParams,
    query: nothing,
    body: z.object({ leave_out: optional(z.array(z.string())) }),
    answer: z.object({ url: z.url(), bytes: u64 }),
    access: ['owner', 'cloud'],
    needs: 'servers',
    watch: false,
  }),
} as const;
