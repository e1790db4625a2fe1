// A game with four namespaces, their timelines and servers, for tests and pictures of the deploy page.
import type { TimelineDeployment, TimelinePoint, TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { Build } from '../../../src-shared/service/builds.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Server, ServerState } from '../../../src-shared/service/servers.ts';
import type { createFakeCore } from './fake-core.ts';
import { someServer } from './some-servers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A fixed evening, so that pictures stay the same. */
export const evening = new Date(2026, 10, 20, 14, 40).getTime();

const names = ['v0.4.0', 'v0.4.1', 'v0.4.2', 'v0.5.0-b3', 'v0.4.8', 'v0.4.9', 'v0.5.0-rc1', 'v0.5.0-dev.41'] as const;
type Name = (typeof names)[number];
const ages: Record<Name, number> = {
  'v0.4.0': 11,
  'v0.4.1': 7,
  'v0.4.2': 5,
  'v0.5.0-b3': 3.4,
  'v0.4.8': 3.3,
  'v0.4.9': 3.1,
  'v0.5.0-rc1': 2.1,
  'v0.5.0-dev.41': 1.1,
};

/** The id of a version. */
export function versionId(name: string): string {
  const at = names.findIndex((each) => each === name);
  return `0000000${at}-61b8-4c3e-9a51-7d20b4c8e1a7`;
}

/** The id of a namespace. */
export function laneId(name: string): string {
  return `0000000${['prod', 'staging', 'playtest', 'dev'].indexOf(name)}-93b4-4a55-bb0e-6f1d2c3b4a59`;
}

const runs: Record<string, Name> = {
  prod: 'v0.4.2',
  staging: 'v0.5.0-rc1',
  playtest: 'v0.4.9',
  dev: 'v0.5.0-dev.41',
};

/** Tidebreak, as drawn, in the order that its owner gave it. */
export const board: GameFull = {
  game_id: '3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7',
  name_id: 'tidebreak',
  display_name: 'Tidebreak',
  developer_group_id: '5b1de8a2-0c4f-4d7e-8f60-a1b2c3d4e5f6',
  create_ts: new Date(evening - 30 * DAY).toISOString(),
  total_player_count: 47,
  available_regions: [],
  namespaces: Object.entries(runs).map(([name, version], order) => ({
    namespace_id: laneId(name),
    name_id: name,
    display_name: name,
    create_ts: new Date(evening - 30 * DAY).toISOString(),
    version_id: versionId(version),
    order,
  })),
  versions: names.map((name) => ({
    version_id: versionId(name),
    display_name: name,
    create_ts: new Date(evening - ages[name] * DAY).toISOString(),
  })),
};

/** Its page. */
export const boardHash = `#/games/local/${board.game_id}`;

type Past = readonly (readonly [name: Name, days: number, isRolledBack?: boolean])[];

const pasts: Record<string, Past> = {
  prod: [
    ['v0.4.0', 9],
    ['v0.4.1', 5.68],
    ['v0.4.2', 4.2],
  ],
  staging: [
    ['v0.4.2', 9],
    ['v0.5.0-rc1', 1.83],
  ],
  playtest: [
    ['v0.4.2', 9],
    ['v0.4.8', 3.35, true],
    ['v0.4.2', 2.85],
    ['v0.4.9', 2.7],
  ],
  dev: [
    ['v0.5.0-b3', 9],
    ['v0.5.0-dev.41', 1.14],
  ],
};

function deploymentsOf(past: Past): TimelineDeployment[] {
  return past.map(([name, days, isRolledBack = false], at) => {
    const next = past[at + 1];
    return {
      version_id: versionId(name),
      display_name: name,
      from: evening - days * DAY,
      ...(next === undefined ? {} : { to: evening - next[1] * DAY }),
      is_rolled_back: isRolledBack,
      crashes: isRolledBack ? 3 : 0,
      peak: 9,
    };
  });
}

/** Two waves a day; nothing was watched while `away` (days ago). */
export function wave(most: number, away: readonly [number, number] = [0, 0]): TimelinePoint[] {
  return Array.from({ length: 150 }, (_, n) => {
    const at = evening - 7 * DAY + ((n + 1) / 150) * 7 * DAY;
    const days = (evening - at) / DAY;
    const share = 0.5 + 0.28 * Math.sin(n / 5) + 0.12 * Math.sin(n / 1.7) + (n / 150) * 0.1;
    const isAway = days < away[0] && days > away[1];
    return { at, players: isAway ? null : Math.max(0, Math.round(most * share)) };
  });
}

/** The timeline of a namespace, with what a test wants else. */
export function someTimeline(name: string, most: number, change: Partial<TimelineView> = {}): TimelineView {
  const deployments = deploymentsOf(pasts[name] ?? []);
  const target = deployments.findLast((deployment) => deployment.to !== undefined && !deployment.is_rolled_back);
  return {
    from: evening - 7 * DAY,
    to: evening,
    points: wave(most),
    tells_players: true,
    deployments,
    ...(target === undefined
      ? {}
      : { roll_back: { version_id: target.version_id, display_name: target.display_name ?? '' } }),
    ...change,
  };
}

/** The servers of a namespace, by their states. */
export function laneServers(name: string, states: readonly ServerState[], players: number): Server[] {
  return states.map((state, at) =>
    someServer({
      id: `${name.slice(0, 4).padEnd(4, '0')}000${at}-0000-4000-8000-000000000001`,
      state,
      kept: true,
      environment: laneId(name),
      version: versionId(runs[name] ?? ''),
      created_at: evening - HOUR + at,
      players: { now: state === 'running' && at === 0 ? players : 0, limit: 16, refused: 0 },
      ...(state === 'crashed' ? { destroyed_at: Date.now() - 60_000 } : {}),
    }),
  );
}

/** A build of a version, so that the shelf knows its size. */
export function someBuild(name: Name, bytes: number): Build {
  return {
    id: versionId(name),
    name,
    created_at: board.create_ts,
    content_length: bytes,
    tags: {},
    image_tag: name,
    kind: 'archive',
    compression: 'none',
    upload_id: versionId(name),
    state: 'complete',
    version_id: versionId(name),
  };
}

/** Puts all of it into a stand-in core. */
export function setBoard(core: ReturnType<typeof createFakeCore>): void {
  core.game(board.game_id).set({ game: board });
  const most = { prod: 9, staging: 12, playtest: 30, dev: 3 };
  for (const [name, players] of Object.entries(most)) core.timelines.of(laneId(name)).set(someTimeline(name, players));
  const states: Record<string, readonly ServerState[]> = {
    prod: ['running', 'running'],
    staging: ['running', 'running', 'running'],
    playtest: ['running', 'running', 'running', 'starting', 'stopping', 'crashed'],
    dev: ['starting'],
  };
  for (const [name, each] of Object.entries(states)) {
    core.servers.of(laneId(name)).list.set(...laneServers(name, each, most[name as keyof typeof most]));
  }
  const sizes = [1.22e9, 1.24e9, 1.24e9, 1.31e9, 1.29e9, 1.29e9, 1.33e9, 2.34e8];
  core.builds.of(laneId('prod')).set({
    builds: names.map((name, at) => someBuild(name, sizes[at] ?? 0)),
    fresh_at: 1,
  });
}
