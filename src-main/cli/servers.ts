// `slipway servers`: the servers of a namespace. Each subcommand has its own file; the shortest are here.
import { AppError } from '../../src-shared/errors/app-error.ts';
import { portUrl } from '../../src-shared/servers/port-address.ts';
import { maskArguments, maskEnvironment } from '../../src-shared/servers/secret-values.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import { exactly, readArguments, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly, requireConfirmOption } from './confirm-protected.ts';
import { environmentOf, findPlace, placeHelp, placeOptions, readPlace } from './find-place.ts';
import { findServer, listServers, requireServer } from './find-server.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer, table } from './output.ts';
import { consoleHelp, runConsole } from './server-console.ts';
import { bundleHelp, runCrashBundle } from './server-crash-bundle.ts';
import { createHelp, runCreate } from './server-create.ts';
import { filesHelp, runFiles } from './server-files.ts';
import { keepHelp, runKeep } from './server-keep.ts';
import { logsHelp, runLogs } from './server-logs.ts';
import { networkHelp, runNetwork } from './server-network.ts';
import { playersHelp, runPlayers } from './server-players.ts';
import { restartHelp, runRestart } from './server-restart.ts';
import { runUsage, usageHelp } from './server-usage.ts';
import { whyOf } from './why-of.ts';
import { withTarget } from './with-target.ts';

const MOST_SECONDS = 7_199;

const works: Readonly<Record<string, (args: readonly string[], io: CommandIo) => Promise<void>>> = {
  list: runList,
  create: runCreate,
  keep: runKeep,
  stop: runStop,
  restart: runRestart,
  logs: runLogs,
  console: runConsole,
  players: runPlayers,
  usage: runUsage,
  network: runNetwork,
  'crash-bundle': runCrashBundle,
  files: runFiles,
};
const words = Object.keys(works);

export const servers: Command = {
  name: 'servers',
  summary: 'Do with the servers of a namespace what the window does: start, stop, read, type, slow down, measure',
  usage:
    'servers list | create | keep | files | WORK SERVER, with --game GAME --namespace NAMESPACE; a WORK is stop, restart, logs, console, players, usage, network or crash-bundle',
  words,
  options: [
    ['list', 'List the servers of the namespace, with their addresses and, where they run on nodes, their nodes'],
    ['list --all', 'Those that have ended as well, with why'],
    ...createHelp,
    ...keepHelp,
    ['stop SERVER', 'Stop a server; one that its namespace keeps stays stopped until the next switch or restart'],
    ['stop --grace SECONDS', 'Kill it when it has not ended by itself so soon; 0 kills it now (its shutdown timeout)'],
    ...restartHelp,
    ...logsHelp,
    ...consoleHelp,
    ...playersHelp,
    ...usageHelp,
    ...networkHelp,
    ...bundleHelp,
    ...filesHelp,
    ...placeHelp,
  ],
  run: async ([word = '', ...args], io) => {
    const work = Object.hasOwn(works, word) ? works[word] : undefined;
    if (work === undefined) throw usage('servers', `Say what to do: ${words.join(', ')}.`);
    await work(args, io);
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
    return await listServers(target.client, params, { include_destroyed: values.all });
  });
  answer(io, values.json, { servers: found.map(withoutSecrets) }, () => tableOf(found, values.all));
}

/** Nodes are a column where servers run on nodes. */
function tableOf(found: readonly Server[], hasEnded: boolean): string {
  const hasNodes = found.some(({ node }) => node !== undefined);
  return table(
    ['ID', 'STATE', 'CREATED', 'ADDRESS', ...(hasNodes ? ['NODE'] : []), ...(hasEnded ? ['WHY IT ENDED'] : [])],
    found.map((server) => [
      server.id,
      stateOf(server),
      timeOf(server.created_at),
      addressesOf(server) || '-',
      ...(hasNodes ? [server.node?.name ?? '-'] : []),
      ...(hasEnded ? [whyOf(server)] : []),
    ]),
  );
}

/** What a list says of servers ends up in logs of pipelines. */
function withoutSecrets({ runtime, ...server }: Server): Server {
  const { arguments: given, environment } = runtime;
  return {
    ...server,
    runtime: {
      ...runtime,
      ...(given === undefined ? {} : { arguments: maskArguments(given) }),
      ...(environment === undefined ? {} : { environment: maskEnvironment(environment) }),
    },
  };
}

async function runStop(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, {
    ...placeOptions,
    grace: { type: 'string' },
    confirm: { type: 'string' },
  });
  const [id = ''] = exactly('servers', positionals, ['which server to stop, by its id']);
  const place = readPlace('servers', values);
  const query = values.grace === undefined ? {} : { override_kill_timeout: graceOf(values.grace) };
  const server_id = await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    const found = await findPlace(target, place);
    requireConfirmOption(target, found, values.confirm, 'cli.confirm-end');
    const params = await findServer(target.client, found, id);
    // Asked first: an id that is not there is told apart from an instance that has no such call.
    await requireServer(target.client, params);
    await orNotOffered('end_server', () => target.client.destroyServer({ params, query }));
    return params.server_id;
  });
  answer(io, values.json, { server_id, stopped: true }, () => `${server_id} was told to end.\n`);
}

function graceOf(text: string): number {
  const seconds = Number(text);
  if (/^\d{1,4}$/.test(text) && seconds <= MOST_SECONDS) return seconds * 1000;
  throw new AppError('USAGE', 'cli.grace-invalid', { limit: MOST_SECONDS, text });
}

/** What the interface alone tells is whether it started and ended. */
function stateOf({ state, started_at: started, destroyed_at: ended, ends_by: end }: Server): string {
  if (state === 'draining' && end !== undefined) return `draining until ${timeOf(end)}`;
  if (state !== undefined) return state;
  if (ended !== undefined) return 'ended';
  return started === undefined ? 'starting' : 'started';
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function addressesOf({ network }: Server): string {
  return Object.entries(network.ports)
    .flatMap(([name, port]) => {
      const url = portUrl(port);
      return url === undefined ? [] : [`${name} ${url}`];
    })
    .join(', ');
}
