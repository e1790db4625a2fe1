// The history of prod as drawn: eight deployments in two weeks, and the sixth newest beside now.
import type { HistoryRow, MomentComparison } from '../../../src-shared/namespaces/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { NO_PLAYER_LIMIT } from '../../../src-shared/service/namespaces.ts';
import type { createFakeCore } from './fake-core.ts';
import { board, laneId } from './some-board.ts';
import { someServer } from './some-servers.ts';
import { prodComparison } from './some-switch.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;

/** Today, so that ages are as drawn. */
export const historyNow = Date.now();

const names = ['0.3.7', '0.3.8', '0.3.9', '0.4.0', '0.4.1', '0.4.2-rc3', '0.4.2'] as const;

/** The id of a version. */
export function historyVersion(name: (typeof names)[number]): string {
  return `1000000${names.indexOf(name)}-61b8-4c3e-9a51-7d20b4c8e1a7`;
}

const well = { ran_well: true, served: true, crash_loop: false, crashes: 0, rolled_back: false, is_running: false };

type Deployment = { name: (typeof names)[number]; ago: number; by?: string; outcome?: HistoryRow['outcome'] };

const deployments: readonly Deployment[] = [
  { name: '0.4.2', ago: 3 * DAY + 5 * HOUR, outcome: { ...well, is_running: true, ran_ms: 3 * DAY } },
  { name: '0.4.1', ago: 3 * DAY + 5 * HOUR + 3 * MINUTE, outcome: { ...well, ran_well: false, ran_ms: 3 * MINUTE } },
  {
    name: '0.4.2-rc3',
    ago: 3 * DAY + 5 * HOUR + 14 * MINUTE,
    by: 'ci-deploy',
    outcome: { ...well, ran_well: false, crash_loop: true, crashes: 4, rolled_back: true, ran_ms: 60_000 },
  },
  { name: '0.4.1', ago: 4 * DAY + 18 * HOUR, by: 'ci-deploy', outcome: { ...well, ran_ms: 36 * HOUR } },
  { name: '0.4.0', ago: 6 * DAY + 20 * HOUR, by: 'ci-deploy', outcome: { ...well, ran_ms: 50 * HOUR } },
  { name: '0.3.9', ago: 10 * DAY + 2 * HOUR, outcome: { ...well, ran_ms: 78 * HOUR } },
  {
    name: '0.3.8',
    ago: 10 * DAY + 2 * HOUR + 4 * MINUTE,
    by: 'ci-deploy',
    outcome: { ...well, ran_well: false, ran_ms: 4 * MINUTE },
  },
  { name: '0.3.7', ago: 11 * DAY + 20 * HOUR, outcome: { ...well, ran_ms: 42 * HOUR } },
];

/** Its rows, newest first. */
export const historyRows: readonly HistoryRow[] = deployments.map(({ name, ago, by, outcome }, at) => ({
  version_id: historyVersion(name),
  display_name: name,
  deploy_ts: new Date(historyNow - ago).toISOString(),
  is_current: at === 0,
  by: by === undefined ? 'here' : 'elsewhere',
  made_by: by === undefined ? { kind: 'owner' } : { kind: 'cloud', name: by },
  made_from: by === undefined ? { address: '127.0.0.1' } : { address: '10.0.4.17', program: 'slipway/0.2.0' },
  ...(outcome === undefined ? {} : { outcome }),
}));

/** The moment of a row. */
export function historyMoment(row: number): number {
  return Date.parse(historyRows[row]?.deploy_ts ?? '');
}

const limits = { lobby_count_max: 40, max_players: NO_PLAYER_LIMIT };
const hosting = { server_count: 2, on_version_switch: 'drain', drain_limit: 7_200_000, restart: 'back_off' } as const;
const variables = ['MATCH_SIZE'];

/** How prod was set then, and is now. */
export const momentThen: MomentComparison = {
  from: {
    ts: new Date(historyMoment(3)).toISOString(),
    version_id: historyVersion('0.4.1'),
    deploy_ts: new Date(historyMoment(3)).toISOString(),
    settings: { limits: { ...limits, max_players: 12 }, hosting: { ...hosting, server_count: 1 }, variables },
  },
  to: {
    ts: new Date(historyNow).toISOString(),
    version_id: historyVersion('0.4.2'),
    deploy_ts: new Date(historyMoment(0)).toISOString(),
    settings: { limits: { ...limits, max_players: 16 }, hosting, variables },
  },
  differences: [
    { path: ['version_id'], change: 'changed', from: historyVersion('0.4.1'), to: historyVersion('0.4.2') },
    { path: ['limits', 'max_players'], change: 'changed', from: 12, to: 16 },
    { path: ['hosting', 'server_count'], change: 'changed', from: 1, to: 2 },
    { path: ['variables', 'MATCH_SIZE'], change: 'changed' },
  ],
  unchanged: 12,
};

type Change = MomentComparison['differences'][number];

const players: Change = { path: ['limits', 'max_players'], change: 'changed', from: 12, to: 16 };
const memory = (from: number, to: number): Change => ({
  path: ['resources'],
  change: 'changed',
  from: { cpu: 500, memory: from },
  to: { cpu: 500, memory: to },
});
const variable = (name: string): Change => ({ path: ['variables', name], change: 'changed' });

/** What else changed with each, newest first. */
export const historyChanges = [
  [players, variable('MATCH_SIZE')],
  [memory(768, 512)],
  [memory(512, 768)],
  [],
  [variable('TICK_RATE'), variable('REGION'), variable('MOTD')],
  [],
  [],
];

/** Tidebreak with these versions. */
export const historyGame: GameFull = {
  ...board,
  versions: names.map((name) => ({
    version_id: historyVersion(name),
    display_name: name,
    create_ts: new Date(historyNow - 12 * DAY).toISOString(),
  })),
  namespaces: board.namespaces.map((namespace) => ({
    ...namespace,
    version_id: historyVersion('0.4.2'),
    last_good: { version_id: historyVersion('0.4.1'), ran_ms: 36 * HOUR, ran_well: true },
  })),
};

/** Puts it into a stand-in core. */
export function setHistory(core: ReturnType<typeof createFakeCore>): void {
  core.game(historyGame.game_id).set({ game: historyGame });
  core.handlers['namespaces.history'] = async () => ({ rows: [...historyRows], has_more: false });
  core.handlers['namespaces.changes'] = async () => ({ changes: historyChanges.map((each) => [...each]) });
  core.handlers['namespaces.compareMoments'] = async () => momentThen;
  core.handlers['versions.compare'] = async () => ({
    ...prodComparison,
    files: {
      added: {
        count: 2,
        bytes: 39_200_000,
        first: [
          { path: 'data/maps/atoll.pak', bytes: 38_000_000 },
          { path: 'data/maps/atoll.nav', bytes: 1_200_000 },
        ],
      },
      changed: {
        count: 17,
        bytes: 105_000_000,
        first: [
          { path: 'bin/tidebreak-server', bytes: 61_000_000 },
          { path: 'data/maps/reef.pak', bytes: 44_000_000 },
        ],
      },
      removed: { count: 1, bytes: 2_300_000, first: [{ path: 'data/voice/old.bank', bytes: 2_300_000 }] },
      total_before: 400,
      total: 401,
    },
  });
  core.servers.list.set(
    someServer({
      environment: laneId('prod'),
      version: historyVersion('0.4.2'),
      kept: true,
      players: { now: 8, limit: 16, refused: 0 },
    }),
  );
  core.timelines.of(laneId('prod')).set({
    from: historyMoment(7),
    to: historyNow,
    points: [],
    tells_players: true,
    deployments: historyRows.toReversed().map(({ version_id, display_name: name, deploy_ts: time }, at) => ({
      version_id,
      display_name: name,
      from: Date.parse(time),
      is_rolled_back: false,
      ...(at === 4 ? { peak: 31 } : {}),
    })),
  });
}

/** The address of its page. */
export const historyHash = `#/games/local/${historyGame.game_id}/history/${laneId('prod')}`;
