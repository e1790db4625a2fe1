// `slipway nodes`: the machines that servers of a fleet run on. Lists them, empties one, lets it take servers again, says how to add one.
import { AppError } from '../../src-shared/errors/app-error.ts';
import { DEFAULT_DRAIN_LIMIT_MS } from '../../src-shared/nodes/default-drain-limit.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { FleetNodeView, NodeList } from '../../src-shared/service/nodes.ts';
import { textOf } from '../../src-shared/text/message.ts';
import { exactly, readArguments, readDuration, targetHelp, targetOptions, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly } from './confirm-protected.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer, counted, table } from './output.ts';
import { withTarget } from './with-target.ts';

const HOUR_MS = 3_600_000;

const works: Readonly<Record<string, (args: readonly string[], io: CommandIo) => Promise<void>>> = {
  list: runList,
  drain: runDrain,
  resume: runResume,
  add: runAdd,
};
const words = Object.keys(works);

export const nodes: Command = {
  name: 'nodes',
  summary: 'List the nodes that servers run on, empty one, and add one',
  usage: 'nodes [list] | drain NODE | resume NODE | add',
  words,
  options: [
    ['list', 'List the nodes with their room and how many servers each has, as does no word at all'],
    ['list --servers', 'The servers of each node instead'],
    ['drain NODE', 'Let a node take no new servers, and have its servers move when their players have left'],
    [
      'drain --limit TIME',
      `End servers that still have players after so long: 30m, 2h, 1d (${DEFAULT_DRAIN_LIMIT_MS / HOUR_MS}h)`,
    ],
    ['drain --now', 'Stop all servers of the node now, each with its own shutdown timeout'],
    ['resume NODE', 'Let a node take new servers again'],
    ['add', 'Print what to type on another machine so that it becomes a node'],
    ['NODE', 'A node, by its name or id'],
    ...targetHelp,
  ],
  run: async (args, io) => {
    const [first] = args;
    const isPlain = first === undefined || first.startsWith('-');
    const work = isPlain ? runList : Object.hasOwn(works, first) ? works[first] : undefined;
    if (work === undefined) throw usage('nodes', `Say what to do: ${words.join(', ')}.`);
    await work(isPlain ? args : args.slice(1), io);
  },
};

async function runList(args: readonly string[], io: CommandIo): Promise<void> {
  const options = { ...targetOptions, servers: { type: 'boolean', default: false } } as const;
  const { values, positionals } = readArguments('nodes', args, options);
  exactly('nodes', positionals, []);
  const list = await withTarget(io, values, ({ client }) => readNodes(client));
  answer(io, values.json, list, () => {
    if (list.problem !== undefined) io.stderr.write(`${textOf(list.problem)} This is how the nodes were before.\n`);
    if (list.waiting.length > 0) io.stderr.write(waitingText(list));
    return values.servers ? serverTable(list) : nodeTable(list);
  });
}

async function readNodes(client: ServiceClient): Promise<NodeList> {
  return await orNotOffered('nodes', () => client.listNodes({}));
}

function waitingText({ waiting }: NodeList): string {
  const [{ problem } = {}] = waiting;
  const why = problem === undefined ? '' : ` ${textOf(problem)}`;
  return `${counted(waiting.length, 'server is', 'servers are')} not on a node yet.${why}\n`;
}

function nodeTable({ nodes: all }: NodeList): string {
  return table(
    ['NODE', 'STATE', 'REGION', 'ADDRESS', 'CPU', 'MEMORY', 'SERVERS', 'PLAYERS'],
    all.map((node) => [
      node.name,
      stateText(node),
      node.region ?? '-',
      node.address ?? '-',
      `${cores(node.reserved.cpu)} of ${cores(node.capacity.cpu)}`,
      `${node.reserved.memory} of ${node.capacity.memory} MB`,
      String(node.servers.length),
      String(node.servers.reduce((sum, { players = 0 }) => sum + players, 0)),
    ]),
  );
}

function cores(cpu: number): string {
  return String(cpu / 1000);
}

function stateText({ state, lost_ts: lost, drain, servers }: FleetNodeView): string {
  if (state === 'lost') return lost === undefined ? 'lost' : `lost since ${lost}`;
  if (drain === undefined) return state;
  return servers.length === 0 ? 'drained' : `draining until ${drain.end_ts}`;
}

function serverTable({ nodes: all }: NodeList): string {
  return table(
    ['NODE', 'SERVER', 'GAME', 'NAMESPACE', 'VERSION', 'STATE', 'PLAYERS'],
    all.flatMap(({ name, servers }) =>
      servers.map(({ id, game, namespace, version = '-', state, players = 0 }) => [
        name,
        id,
        game,
        namespace,
        version,
        state,
        String(players),
      ]),
    ),
  );
}

async function runDrain(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('nodes', args, {
    ...targetOptions,
    limit: { type: 'string' },
    now: { type: 'boolean', default: false },
  });
  const [word = ''] = exactly('nodes', positionals, ['which node to drain']);
  const limit = limitOf(values);
  const node = await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    const { id } = findNode(await readNodes(target.client), word);
    await target.client.drainNode({ params: { node_id: id }, body: limit === undefined ? {} : { limit } });
    return findNode(await readNodes(target.client), id);
  });
  answer(io, values.json, { node }, () => drainText(node, limit));
}

function limitOf({ limit, now }: { limit?: string | undefined; now: boolean }): number | undefined {
  if (limit !== undefined && now) throw usage('nodes', '--now and --limit do not go together.');
  if (now) return 0;
  if (limit === undefined) return undefined;
  return readDuration('nodes', '--limit', limit, { samples: '30m, 2h or 1d' });
}

function drainText({ name, servers, drain }: FleetNodeView, limit: number | undefined): string {
  const taking = `${name} takes no new servers.`;
  if (servers.length === 0) return `${taking} Nothing runs on it.\n`;
  const left = counted(servers.length, 'server');
  if (limit === 0) return `${taking} Its ${left} ${servers.length === 1 ? 'ends' : 'end'} now.\n`;
  return `${taking} Its ${left} will have left when nobody plays there any more, at the latest at ${drain?.end_ts ?? ''}.\n`;
}

async function runResume(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('nodes', args, targetOptions);
  const [word = ''] = exactly('nodes', positionals, ['which node to resume']);
  const node = await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    const { id } = findNode(await readNodes(target.client), word);
    await target.client.resumeNode({ params: { node_id: id }, body: {} });
    return findNode(await readNodes(target.client), id);
  });
  answer(io, values.json, { node }, () => `${node.name} takes new servers again.\n`);
}

async function runAdd(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('nodes', args, targetOptions);
  exactly('nodes', positionals, []);
  const guide = await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    return await orNotOffered('nodes', () => target.client.explainJoin({ body: {} }));
  });
  answer(io, values.json, guide, () => {
    io.stderr.write(
      'On the machine that is to be a node, where Docker runs. Whoever has this token can join as well:\n',
    );
    // The secret alone goes to stdout, so that a shell can take it from there.
    io.stdout.write(`${guide.command}\n`);
    io.stderr.write(
      guide.load === undefined
        ? `It fetches ${guide.image} by itself.\n`
        : `It needs the image ${guide.image} as well. From a machine that has it, with its address for NODE:\n${guide.load}\n`,
    );
    return '';
  });
}

function findNode({ nodes: all }: NodeList, word: string): FleetNodeView {
  const byId = all.filter(({ id }) => id === word);
  const [found, ...more] = byId.length > 0 ? byId : all.filter(({ name }) => name === word);
  if (found !== undefined && more.length === 0) return found;
  if (found === undefined) throw new AppError('NODE_NOT_FOUND', 'cli.no-node', { name: word });
  const ids = [found, ...more].map(({ id }) => id).join(', ');
  throw new AppError('NODE_NOT_FOUND', 'cli.node-ambiguous', { name: word, ids });
}
