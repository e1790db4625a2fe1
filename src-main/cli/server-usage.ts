// `slipway servers usage`: what a server uses of the machine, once, or each second until it ends.
import type { ServerUsage, UsagePoint } from '../../src-shared/service/server-inspection.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import { size } from '../../src-shared/size-text.ts';
import { poll } from '../core/http/poll.ts';
import { isRefusal } from '../core/http/watch-loop.ts';
import type { Target } from '../core/instances/open-target.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { exactly, readArguments } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { findPlace, placeOptions, readPlace } from './find-place.ts';
import { findServer, requireServer, type ServerParams } from './find-server.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer, counted } from './output.ts';
import { withTarget } from './with-target.ts';

/** As often as a service measures. */
const EVERY_MS = 1_000;

export const usageHelp: Command['options'] = [
  ['usage SERVER', 'What it uses: processor in millicores, memory, processes, connections, bytes each way'],
  ['usage -f, --follow', 'A line each second until it ends; Ctrl-C ends it with 0'],
];

export async function runUsage(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, {
    ...placeOptions,
    follow: { type: 'boolean', short: 'f', default: false },
  });
  const [id = ''] = exactly('servers', positionals, ['whose usage to read, by its id']);
  const place = readPlace('servers', values);
  await withTarget(io, values, async (target) => {
    const params = await findServer(target.client, await findPlace(target, place), id);
    const reading = await readUsage(target, params);
    if (values.follow) await follow(target, params, io, values.json);
    else answer(io, values.json, answerOf(reading), () => readingText(reading));
  });
}

type Reading = { server: Server; usage: ServerUsage | undefined; last: UsagePoint | undefined };

async function readUsage({ client }: Pick<Target, 'client'>, params: ServerParams): Promise<Reading> {
  const server = await requireServer(client, params);
  const { inspection } = await orNotOffered('inspect_server', () => client.inspectServer({ params }));
  const { points } = await orNotOffered('inspect_server', () => client.getServerUsage({ params, query: {} }));
  return { server, usage: inspection.usage, last: points.at(-1) };
}

function answerOf({ server, usage, last }: Reading) {
  return { usage: usage ?? null, last: last ?? null, ended_at: server.destroyed_at ?? null };
}

function readingText({ server, usage, last }: Reading): string {
  if (usage !== undefined) return lineOf(usage);
  if (server.destroyed_at === undefined) return 'It has not been measured yet.\n';
  return last === undefined ? 'It has ended.\n' : `It has ended. Before that it used ${lineOf(last)}`;
}

function lineOf({ cpu, memory, connections, bytes_in, bytes_out, ...more }: UsagePoint | ServerUsage): string {
  const parts = [
    `${Math.round(cpu)} millicores`,
    size(memory),
    ...('processes' in more ? [counted(more.processes, 'process', 'processes')] : []),
    counted(connections, 'connection'),
    `${size(bytes_in)} in`,
    `${size(bytes_out)} out`,
    ...('over' in more && more.over.length > 0 ? [`over its limit: ${more.over.join(', ')}`] : []),
  ];
  return `${parts.join(', ')}\n`;
}

async function follow({ client }: Target, params: ServerParams, io: CommandIo, asJson: boolean): Promise<void> {
  const enough = new AbortController();
  void stopSignal(io).then(() => enough.abort());
  io.stdout.on('error', () => enough.abort());
  const { signal } = enough;
  const options = { signal, once: true, poll: true };
  let since: number | undefined;
  const write = (point: UsagePoint) => {
    const text = asJson
      ? `${JSON.stringify({ event: 'usage', ...point })}\n`
      : `${new Date(point.at).toISOString()}  ${lineOf(point)}`;
    io.stdout.write(text);
    since = point.at;
  };
  await poll({
    signal,
    waitMs: () => EVERY_MS,
    read: async () => {
      // Asked first: what an ended server used is all there by then.
      const { server } = await client.getServer({ params }, options);
      const { points } = await client.getServerUsage({ params, query: { since } }, options);
      const known = since;
      const fresh = known === undefined ? points.slice(-1) : points.filter(({ at }) => at > known);
      for (const point of fresh) write(point);
      return server.destroyed_at === undefined;
    },
    onFailure: (error) => {
      if (isRefusal(error)) throw error;
      io.stderr.write(`${error.message}\n`);
    },
  });
}
