// The game of some-board.ts with very many namespaces, versions and servers, as drawn: two pinned, one crashed, most idle.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { createFakeCore } from './fake-core.ts';
import { board, evening, laneId, someTimeline, versionId, wave } from './some-board.ts';
import { runningLocal } from './some-instances.ts';
import { someServer } from './some-servers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NAMESPACES = 51;
const VERSIONS = 201;

/** The id of one of the namespaces that are not drawn on the small board. */
export function rowId(name: string): string {
  return `row-${name}`;
}

const named = ['pr-1182', 'load-test', 'pr-1179', 'pr-1176'] as const;
const rows = [...named, ...Array.from({ length: NAMESPACES - 4 - named.length }, (_, n) => `qa-${n + 1}`)];

function rowOf(name: string, at: number): NamespaceSummary {
  return {
    namespace_id: rowId(name),
    name_id: name,
    display_name: name,
    create_ts: new Date(evening - 20 * DAY).toISOString(),
    deploy_ts: new Date(evening - (at + 1) * 5 * HOUR).toISOString(),
    version_id: versionId(at < 20 ? 'v0.5.0-b3' : 'v0.4.1'),
    last_good: { version_id: versionId('v0.4.9'), ran_ms: 400_000, ran_well: true },
  };
}

/** Fifty-one namespaces and two hundred and one versions. */
export const longBoard: GameFull = {
  ...board,
  total_player_count: 160,
  namespaces: [
    ...board.namespaces.map(({ order: _order, ...one }, at) => ({
      ...one,
      deploy_ts: new Date(evening - (at + 2) * DAY).toISOString(),
    })),
    ...rows.map(rowOf),
  ],
  versions: [
    ...Array.from({ length: VERSIONS - board.versions.length }, (_, n) => ({
      version_id: `0000${String(n).padStart(4, '0')}-61b8-4c3e-9a51-000000000000`,
      display_name: `v0.3.${n}`,
      create_ts: new Date(evening - 29 * DAY + n * HOUR).toISOString(),
    })),
    ...board.versions,
  ],
};

/** Local, where these are pinned, in this order. */
export function pinnedOn(...ids: string[]): InstanceView {
  return { ...runningLocal, pinned_namespaces: ids.map((id) => ({ game_id: board.game_id, namespace_id: id })) };
}

function serversOn(namespace: NamespaceSummary, count: number, players: number, crashed = false): Server[] {
  return Array.from({ length: count }, (_, at) =>
    someServer({
      id: `${namespace.namespace_id.slice(0, 24)}-${at}`,
      environment: namespace.namespace_id,
      version: namespace.version_id,
      kept: true,
      created_at: evening - HOUR + at,
      players: { now: at === 0 ? players : 0, limit: 64, refused: 0 },
      ...(crashed
        ? { state: 'crashed', problem: 'It ended by SIGSEGV.', destroyed_at: evening - 60_000 + at * 20_000 }
        : {}),
    }),
  );
}

/** How many servers and players the namespaces that run have. */
const load: Readonly<Record<string, readonly [servers: number, players: number]>> = {
  prod: [2, 8],
  staging: [3, 11],
  playtest: [6, 26],
  'load-test': [180, 112],
  dev: [4, 2],
  'pr-1179': [5, 1],
};

/** Puts all of it into a stand-in core, prod and staging pinned. */
export function setLongBoard(core: ReturnType<typeof createFakeCore>): void {
  core.instances.set(pinnedOn(laneId('prod'), laneId('staging')));
  core.game(board.game_id).set({ game: longBoard });
  for (const namespace of longBoard.namespaces) {
    const { namespace_id: id, name_id: name } = namespace;
    const [count, players] = load[name] ?? [0, 0];
    const isCrashed = name === 'pr-1182';
    core.servers.of(id).list.set(...serversOn(namespace, isCrashed ? 4 : count, players, isCrashed));
    const { roll_back: _none, ...none } = someTimeline('prod', 0);
    core.timelines.of(id).set(isBoard(name) ? someTimeline(name, players) : { ...none, points: wave(players) });
  }
}

function isBoard(name: string): boolean {
  return board.namespaces.some(({ name_id: one }) => one === name);
}
