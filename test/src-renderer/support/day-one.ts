// A game of twenty minutes with three namespaces, as drawn: one runs, one crashed four times, one never ran anything.
import type { TimelineDeployment, TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { durationMessage } from '../../../src-shared/text/values.ts';
import type { createFakeCore } from './fake-core.ts';
import { board } from './some-board.ts';
import { someServer } from './some-servers.ts';

const MINUTE = 60_000;
const now = Date.now();
const ago = (minutes: number) => now - minutes * MINUTE;

/** The id of a version, of a namespace. */
export const dayVersion = (name: string) => `0000000${name.slice(-1)}-61b8-4c3e-9a51-7d20b4c8e1a7`;
export const dayLane = (name: string) =>
  `1000000${['dev', 'staging', 'prod'].indexOf(name)}-93b4-4a55-bb0e-6f1d2c3b4a59`;

const made = { '0.1.0': 19.8, '0.1.1': 19, '0.1.2': 17, '0.1.3': 16, '0.1.4': 2 };
const namespace = (name: string, version: string, good?: string) => ({
  namespace_id: dayLane(name),
  name_id: name,
  display_name: name,
  create_ts: new Date(ago(19.9)).toISOString(),
  version_id: dayVersion(version),
  last_good: good === undefined ? {} : { version_id: dayVersion(good), ran_ms: 6 * MINUTE, ran_well: true },
});

/** The game. */
export const dayOne: GameFull = {
  ...board,
  total_player_count: 2,
  create_ts: new Date(ago(19.9)).toISOString(),
  namespaces: [namespace('dev', '0.1.3', '0.1.2'), namespace('staging', '0.1.4', '0.1.3'), namespace('prod', '0.1.0')],
  versions: Object.entries(made).map(([name, minutes]) => ({
    version_id: dayVersion(name),
    display_name: name,
    create_ts: new Date(ago(minutes)).toISOString(),
    ...(name === '0.1.4' ? { crashes: { count: 4, last_ts: new Date(ago(1)).toISOString() } } : {}),
  })),
};

/** Histories have switches alone: of what a namespace was made with nothing is told once another version followed. */
const ran = (
  name: string,
  from: number,
  to?: number,
  change: Partial<TimelineDeployment> = {},
): TimelineDeployment => ({
  version_id: dayVersion(name),
  display_name: name,
  from: ago(from),
  ...(to === undefined ? {} : { to: ago(to) }),
  is_rolled_back: false,
  crashes: 0,
  ran_ms: 60_000,
  ran_well: true,
  ...change,
});

function timeline(deployments: TimelineDeployment[], players: [number, number][]): TimelineView {
  const points: TimelineView['points'] = [
    { at: ago(20), players: null },
    ...players.map(([at, count]) => ({ at: ago(at), players: count })),
  ];
  points.push({ at: now, players: players.at(-1)?.[1] ?? null });
  const back = deployments.findLast((one) => one.to !== undefined && one.ran_ms !== 0);
  const roll_back = back && { version_id: back.version_id, display_name: back.display_name ?? '' };
  return { from: ago(20), to: now, points, tells_players: true, deployments, ...(roll_back && { roll_back }) };
}

/** Puts all of it into a stand-in core. */
export function setDayOne(core: ReturnType<typeof createFakeCore>): void {
  core.game(dayOne.game_id).set({ game: dayOne });
  core.timelines.of(dayLane('dev')).set(
    timeline(
      [ran('0.1.1', 19, 16.7), ran('0.1.2', 16.7, 16), ran('0.1.3', 16)],
      [
        [19, 0],
        [18.4, 1],
        [17, 0],
        [15.8, 1],
        [14.5, 2],
        [11, 3],
        [8, 2],
        [6, 4],
        [3, 3],
        [1.5, 2],
      ],
    ),
  );
  const crashed = { crashes: 4, crash_loop: true, ran_well: false };
  core.timelines.of(dayLane('staging')).set(
    timeline(
      [ran('0.1.2', 13, 11, { ...crashed, crashes: 3 }), ran('0.1.3', 11, 2), ran('0.1.4', 2, undefined, crashed)],
      [
        [13, 0],
        [10.5, 1],
        [8, 2],
        [6, 3],
        [4.5, 2],
        [3.5, 3],
        [2, 0],
      ],
    ),
  );
  const { ran_ms: _ran, ran_well: _well, ...unswitched } = ran('0.1.0', 19.9);
  core.timelines.of(dayLane('prod')).set({ ...timeline([unswitched], [[19.9, 0]]), never_deployed: true });
  core.servers.of(dayLane('dev')).list.set(
    someServer({
      id: 'de000000-0000-4000-8000-000000000001',
      state: 'running',
      kept: true,
      version: dayVersion('0.1.3'),
      created_at: ago(16),
      players: { now: 2, limit: 16, refused: 0 },
      network: {
        mode: 'bridge',
        ports: {
          game: { protocol: 'udp', public_hostname: '127.0.0.1', public_port: 22_270, routing: { game_guard: {} } },
        },
      },
    }),
  );
  core.servers.of(dayLane('staging')).list.set(
    ...(
      [
        [1.95, 1.9],
        [1.94, 1.85],
        [1.05, 0.98],
        [1.04, 1],
      ] as const
    ).map(([from, to], at) =>
      someServer({
        id: `5a00000${at}-0000-4000-8000-000000000001`,
        state: 'crashed',
        kept: true,
        version: dayVersion('0.1.4'),
        created_at: ago(from),
        destroyed_at: ago(to),
        problem: messageFor('server.exited', { code: 1, ran: durationMessage(312) }),
        // Two crash at a time, and the one that ends last is told; the newest is the other one.
        ...(at === 2 ? { hint: messageFor('server.given-up', { before: 'See its log for more.', endings: 4 }) } : {}),
      }),
    ),
  );
  core.servers.of(dayLane('prod')).list.set();
  core.servers.of(dayLane('prod')).list.replace([]);
}
