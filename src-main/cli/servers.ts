// `slipway servers`: the servers of a namespace - listed, created, stopped, what they write, and what is typed into them.
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import { exactly, readArguments, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import type { Command } from './help.ts';
import { answer, table } from './output.ts';
import {
  environmentOf,
  findPlace,
  orNotOffered,
  placeHelp,
  placeOptions,
  readPlace,
  requireServer,
  requireWritable,
} from './place.ts';
import { consoleHelp, runConsole } from './server-console.ts';
import { createHelp, runCreate } from './server-create.ts';
import { filesHelp, runFiles } from './server-files.ts';
import { logsHelp, runLogs } from './server-logs.ts';
import { withTarget } from './target.ts';

const MOST_SECONDS = 7_199;

export const servers: Command = {
  name: 'servers',
  summary: 'List, create and stop the servers of a namespace, read what they write, and type into them',
  usage:
    'servers list | create | stop SERVER | logs SERVER [-f] | console SERVER | files, with --game GAME --namespace NAMESPACE',
  words: ['list', 'create', 'stop', 'logs', 'console', 'files'],
  options: [
    ['list --all', 'List those that have ended as well'],
    ...createHelp,
    ['stop --grace SECONDS', 'Kill it when it has not ended by itself so soon; 0 kills it now (its own grace)'],
    ...logsHelp,
    ...consoleHelp,
    ...filesHelp,
    ...placeHelp,
  ],
  run: async ([work, ...args], io) => {
    if (work === 'list') await runList(args, io);
    else if (work === 'create') await runCreate(args, io);
    else if (work === 'stop') await runStop(args, io);
    else if (work === 'logs') await runLogs(args, io);
    else if (work === 'console') await runConsole(args, io);
    else if (work === 'files') await runFiles(args, io);
    else throw usage('servers', 'Say what to do: list, create, stop, logs, console or files.');
  },
};

async function runList(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, {
    ...placeOptions,
    all: { type: 'boolean', default: false },
  });
  exactly('servers', positionals, []);
  const place = readPlace('servers', values);
  const found = await withTarget(io, values, async (target) => {
    const params = environmentOf(await findPlace(target, place));
    return await orNotOffered('list_servers', () => listAll(target.client, params, values.all));
  });
  answer(io, values.json, { servers: found }, () =>
    table(
      ['ID', 'STATE', 'CREATED', 'ADDRESS'],
      found.map((server) => [server.id, stateOf(server), timeOf(server.created_at), addressesOf(server) || '-']),
    ),
  );
}

/** A service answers so many at once; the rest come by the last one's id. */
const PAGE = 1000;

async function listAll(client: ServiceClient, params: ReturnType<typeof environmentOf>, isAll: boolean) {
  const all: Server[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { include_destroyed: isAll, cursor };
    const { servers: page } = await client.listServers({ params, query });
    const fresh = page.filter(({ id }) => !all.some((known) => known.id === id));
    all.push(...fresh);
    cursor = page.at(-1)?.id;
    // A service that does not know cursors answers the same page again.
    if (page.length < PAGE || fresh.length === 0) return all;
  }
}

async function runStop(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, { ...placeOptions, grace: { type: 'string' } });
  const [id = ''] = exactly('servers', positionals, ['which server to stop, by its id']);
  const place = readPlace('servers', values);
  const query = values.grace === undefined ? {} : { override_kill_timeout: graceOf(values.grace) };
  await withTarget(io, values, async (target) => {
    requireWritable(target);
    const params = { ...environmentOf(await findPlace(target, place)), server_id: id };
    // Asked first: an id that is not there is told apart from an instance that has no such call.
    await requireServer(target.client, params);
    await orNotOffered('end_server', () => target.client.destroyServer({ params, query }));
  });
  answer(io, values.json, { server_id: id, stopped: true }, () => `${id} was told to end.\n`);
}

function graceOf(text: string): number {
  const seconds = Number(text);
  if (/^\d{1,4}$/.test(text) && seconds <= MOST_SECONDS) return seconds * 1000;
  throw new AppError('USAGE', 'cli.grace-invalid', { limit: MOST_SECONDS, text });
}

/** What the interface alone tells is whether it started and ended. */
function stateOf({ state, started_at: started, destroyed_at: ended }: Server): string {
  if (state !== undefined) return state;
  if (ended !== undefined) return 'ended';
  return started === undefined ? 'starting' : 'started';
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function addressesOf({ network }: Server): string {
  return Object.entries(network.ports)
    .flatMap(([name, { protocol, public_hostname: host, public_port: port }]) =>
      host === undefined || port === undefined ? [] : [`${name} ${protocol}://${host}:${port}`],
    )
    .join(', ');
}
