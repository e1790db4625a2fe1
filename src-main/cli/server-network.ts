// `slipway servers network`: the network that players of a server are given, shown, set, cut for a while, or cleared.
import { AppError } from '../../src-shared/errors/app-error.ts';
import { type NetworkConditions, networkConditions, networkPresets } from '../../src-shared/servers/network-presets.ts';
import type { Inspection, SetNetworkBody } from '../../src-shared/service/server-inspection.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import { exactly, readArguments, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly } from './confirm-protected.ts';
import { findPlace, placeOptions, readPlace } from './find-place.ts';
import { findServer, requireServer } from './find-server.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer } from './output.ts';
import { withTarget } from './with-target.ts';

const presetNames = networkPresets.map(({ id }) => id).join(', ');

export const networkHelp: Command['options'] = [
  ['network SERVER', 'Show the network that its players are given, or change it with an option'],
  ['network --preset NAME', `${presetNames}; options beside it change its figures`],
  ['network --latency MS', 'Added to each round trip, half of it each way (0 to 10000)'],
  ['network --jitter MS', 'At most so much more for each round trip (0 to 10000)'],
  ['network --loss PERCENT', 'Of the packets of each way that are lost; over TCP they come later'],
  ['network --duplicate PERCENT', 'Of the datagrams of each way that come twice'],
  ['network --reorder PERCENT', 'Of the datagrams of each way that later ones overtake'],
  ['network --bandwidth KBIT', 'Kilobits a second, of each player and each way (8 to 100000000)'],
  ['network --seed N', 'The same packets meet the same fate each time'],
  ['network --cut SECONDS', 'Nothing comes through for so long (up to 600); what is set stays'],
  ['network --clear', 'Its network as it is'],
];

/** Each option with the field that it sets, and how many of the field's units one of its own is. */
const figures = [
  { option: 'latency', field: 'latency_ms', scale: 1, unit: 'milliseconds from 0 to 10000' },
  { option: 'jitter', field: 'jitter_ms', scale: 1, unit: 'milliseconds from 0 to 10000' },
  { option: 'loss', field: 'loss_percent', scale: 1, unit: 'a percentage from 0 to 100' },
  { option: 'duplicate', field: 'duplicate_percent', scale: 1, unit: 'a percentage from 0 to 100' },
  { option: 'reorder', field: 'reorder_percent', scale: 1, unit: 'a percentage from 0 to 100' },
  { option: 'bandwidth', field: 'bandwidth_bits', scale: 1000, unit: 'kilobits a second from 8 to 100000000' },
  { option: 'seed', field: 'seed', scale: 1, unit: 'a whole number from 0 to 4294967295' },
] as const;

const text = { type: 'string' } as const;
const options = {
  ...placeOptions,
  preset: text,
  latency: text,
  jitter: text,
  loss: text,
  duplicate: text,
  reorder: text,
  bandwidth: text,
  seed: text,
  cut: text,
  clear: { type: 'boolean', default: false },
} as const;
type Values = ReturnType<typeof readArguments<typeof options>>['values'];

/** `conditions` undefined: those that are set stay. Null: none from now on. */
type Change = { conditions: NetworkConditions | null | undefined; cutMs: number | undefined };

export async function runNetwork(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, options);
  const [id = ''] = exactly('servers', positionals, ['whose network it is about, by the id of the server']);
  const place = readPlace('servers', values);
  const change = readChange(values);
  const inspection = await withTarget(io, values, async (target) => {
    const { client } = target;
    if (change !== undefined) refuseReadOnly(target);
    const params = await findServer(target.client, await findPlace(target, place), id);
    const server = await requireServer(client, params);
    const read = () => orNotOffered('inspect_server', () => client.inspectServer({ params }));
    if (change !== undefined) {
      requireGuarded(server);
      const body = bodyOf(change, (await read()).inspection);
      await orNotOffered('server_network', () => client.setServerNetwork({ params, body }));
    }
    return (await read()).inspection;
  });
  const { network = null, cut_until: cutUntil = null } = inspection;
  answer(io, values.json, { network, cut_until: cutUntil }, () => networkText(inspection));
}

function readChange(values: Values): Change | undefined {
  const isSet = values.preset !== undefined || figures.some(({ option }) => values[option] !== undefined);
  if (values.clear && isSet) throw usage('servers', '--clear takes all away: it goes with no other figures.');
  const cutMs = values.cut === undefined ? undefined : cutOf(values.cut);
  if (values.clear) return { conditions: null, cutMs };
  if (isSet) return { conditions: conditionsOf(values), cutMs };
  return cutMs === undefined ? undefined : { conditions: undefined, cutMs };
}

function cutOf(word: string): number {
  const seconds = numberOf(word);
  if (seconds !== undefined && seconds <= 600) return Math.round(seconds * 1000);
  throw usage('servers', `--cut takes seconds from 0 to 600, not "${word}".`);
}

function conditionsOf(values: Values): NetworkConditions {
  const preset = networkPresets.find(({ id }) => id === values.preset);
  if (values.preset !== undefined && preset === undefined) {
    throw usage('servers', `There is no preset "${values.preset}". There are ${presetNames}.`);
  }
  const own = figures.flatMap(({ option, field, scale, unit }) => {
    const word = values[option];
    if (word === undefined) return [];
    const number = numberOf(word);
    const value = number === undefined ? Number.NaN : number * scale;
    if (networkConditions.shape[field].safeParse(value).success) return [[field, value] as const];
    throw usage('servers', `--${option} takes ${unit}, not "${word}".`);
  });
  return networkConditions.parse({ ...preset?.conditions, ...Object.fromEntries(own) });
}

function numberOf(word: string): number | undefined {
  return /^\d{1,10}(?:\.\d{1,6})?$/.test(word) ? Number(word) : undefined;
}

function requireGuarded({ id, network }: Server): void {
  const isGuarded = Object.values(network.ports).some(({ routing }) => routing.game_guard !== undefined);
  if (!isGuarded) throw new AppError('REQUEST_REFUSED', 'cli.no-network-to-change', { id });
}

/** A call sets all of it, so what a cut is to leave as it is goes along. */
function bodyOf({ conditions, cutMs }: Change, { network: now }: Inspection): SetNetworkBody {
  if (conditions !== undefined) return { conditions: conditions ?? undefined, cut_ms: cutMs };
  return { conditions: now === undefined ? undefined : networkConditions.parse(now), cut_ms: cutMs };
}

function networkText({ network, cut_until: cutUntil }: Inspection): string {
  const cut = cutUntil === undefined || cutUntil <= Date.now() ? '' : cutText(cutUntil);
  if (network === undefined) return `No simulation.\n${cut}`;
  const bits = network.bandwidth_bits;
  const rows = [
    ['Latency', `${network.latency_ms} ms more for each round trip`],
    ['Jitter', `up to ${network.jitter_ms} ms more for each round trip`],
    ['Loss', `${network.loss_percent} % of the packets of each way`],
    ['Duplicate', `${network.duplicate_percent} % of the datagrams of each way`],
    ['Reorder', `${network.reorder_percent} % of the datagrams of each way`],
    ['Bandwidth', bits === undefined ? 'no limit' : `${bits / 1000} kbit/s of each player and each way`],
    ...(network.seed === undefined ? [] : [['Seed', String(network.seed)]]),
  ];
  return rows.map(([name = '', value]) => `${name.padEnd(11)}${value}\n`).join('') + cut;
}

function cutText(until: number): string {
  return `Cut: nothing comes through until ${new Date(until).toISOString()}.\n`;
}
