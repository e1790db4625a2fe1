// `slipway servers players`: how many play on a server, what its ports carried, and whom it names itself through the SDK.
import { NO_PLAYER_LIMIT } from '../../src-shared/service/namespaces.ts';
import type { Inspection } from '../../src-shared/service/server-inspection.ts';
import type { ServerPlayers } from '../../src-shared/service/servers.ts';
import { size } from '../../src-shared/size-text.ts';
import { exactly, readArguments } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { findPlace, placeOptions, readPlace } from './find-place.ts';
import { findServer, requireServer } from './find-server.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer, plain, table } from './output.ts';
import { withTarget } from './with-target.ts';

export const playersHelp: Command['options'] = [
  ['players SERVER', 'How many play, what its ports carried, and whom it names itself'],
];

export async function runPlayers(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, placeOptions);
  const [id = ''] = exactly('servers', positionals, ['whose players to count, by its id']);
  const place = readPlace('servers', values);
  await withTarget(io, values, async ({ client }) => {
    const params = await findServer(client, await findPlace({ client }, place), id);
    const { players } = await requireServer(client, params);
    const { inspection } = await orNotOffered('inspect_server', () => client.inspectServer({ params }));
    const { traffic: ports, sdk } = inspection;
    const named = sdk?.players;
    answer(io, values.json, { players: shownPlayers(players), ports, ...(named === undefined ? {} : { named }) }, () =>
      playersText(players, inspection),
    );
  });
}

function playersText(players: ServerPlayers | undefined, { traffic, sdk }: Inspection): string {
  const ports = Object.entries(traffic).map(([name, port]) => [
    name,
    String(port.connections),
    String(port.connections_total),
    String(port.refused),
    size(port.bytes_in),
    size(port.bytes_out),
    port.first_packet_from ?? '-',
  ]);
  const open = Object.values(traffic).reduce((sum, { connections }) => sum + connections, 0);
  const head = ['PORT', 'CONNECTED', 'EVER', 'REFUSED', 'FROM PLAYERS', 'TO PLAYERS', 'FIRST FROM'];
  const names = sdk?.players?.ids ?? [];
  return [
    `Players  ${players === undefined ? 'not counted' : countText(players, open)}\n`,
    ...(names.length === 0 ? [] : [`Named    ${names.map(plain).join(', ')}\n`]),
    ...(ports.length === 0 ? [] : [table(head, ports)]),
  ].join('');
}

/** No limit is a large number on the wire, and none for programs that read this. */
function shownPlayers(players: ServerPlayers | undefined) {
  return players && { ...players, limit: players.limit >= NO_PLAYER_LIMIT ? null : players.limit };
}

/** More than any game takes is what a service says that knows no limit. */
const UNLIMITED_FROM = 10_000;

/** Who has only just come, or says nothing, is connected and no player: `open` is not to look like another count of the same. */
function countText({ now, limit, refused }: ServerPlayers, open: number): string {
  const most = limit === 0 || limit >= UNLIMITED_FROM ? '' : ` of ${limit}`;
  const uncounted = now === 0 && open > 0 ? ` (${open} connected, not counted as a player yet)` : '';
  return `${now}${most}${uncounted}${refused === 0 ? '' : `, ${refused} turned away`}`;
}
