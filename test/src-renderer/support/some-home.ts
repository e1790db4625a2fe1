// Four games on three instances, for tests and pictures of home.

import { listSource } from '../../../src-shared/bridge/source.ts';
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { HistoryRow } from '../../../src-shared/namespaces/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Server, ServerState } from '../../../src-shared/service/servers.ts';
import { createFakeCore } from './fake-core.ts';
import { stagingEu } from './some-instances.ts';
import { someServer } from './some-servers.ts';

type Core = ReturnType<typeof createFakeCore>;
/** Namespace, version, players; and the state of its server, none for an idle one. */
type Line = readonly [name: string, version: string, players: number, state?: ServerState];

const HOUR = 3_600_000;
const created = new Date(Date.now() - 900 * HOUR).toISOString();
const uploaded = new Date(Date.now() - 899 * HOUR).toISOString();

const games: Record<string, Record<string, readonly Line[]>> = {
  local: {
    Tidebreak: [
      ['prod', 'v0.4.2', 8, 'running'],
      ['staging', 'v0.5.0-rc1', 11, 'running'],
      ['dev', 'dev.41', 2, 'starting'],
    ],
    'Hollow Circuit': [['dev', 'v1.12.0', 12, 'running']],
    'Paper Comets': [['dev', 'v2.3.1', 0]],
    Ninefold: [['prod', 'v0.8.4', 3, 'running']],
  },
  eu: {
    Tidebreak: [
      ['staging', 'v0.5.0-rc1', 14, 'running'],
      ['dev', 'dev.40', 0],
    ],
    'Hollow Circuit': [
      ['staging', 'v1.12.0', 0, 'crashed'],
      ['qa', 'v1.11.3', 6, 'running'],
    ],
    'Paper Comets': [['dev', 'v2.3.1', 0]],
  },
  production: {
    Tidebreak: [
      ['prod', 'v0.4.2', 212, 'running'],
      ['staging', 'v0.5.0-rc1', 11, 'running'],
    ],
    'Hollow Circuit': [['prod', 'v1.11.3', 310, 'running']],
    'Paper Comets': [['prod', 'v2.2.0', 0]],
    Ninefold: [['prod', 'v0.8.4', 58, 'running']],
  },
};

/** An id of the right shape for a word. */
export function idOf(...words: string[]): string {
  let hash = 0x811c9dc5;
  let all = '';
  for (let n = 0; n < 4; n += 1) {
    for (const letter of words.join('/')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    all += hash.toString(16).padStart(8, '0');
  }
  return [all.slice(0, 8), all.slice(8, 12), all.slice(12, 16), all.slice(16, 20), all.slice(20)].join('-');
}

function gameOf(instance: string, name: string, lines: readonly Line[]): GameFull {
  const versions = [...new Set([...lines.map(([, version]) => version), 'v1.11.3'])];
  const name_id = name.toLowerCase().replace(' ', '-');
  return {
    game_id: idOf(instance, name),
    name_id,
    display_name: name,
    developer_group_id: idOf('group'),
    create_ts: created,
    total_player_count: lines.reduce((sum, [, , players]) => sum + players, 0),
    available_regions: [],
    namespaces: lines.map(([namespace, version, , state]) => ({
      namespace_id: idOf(instance, name, namespace),
      name_id: namespace,
      display_name: namespace,
      create_ts: created,
      version_id: idOf(version),
      last_good: state === 'crashed' ? { version_id: idOf('v1.11.3') } : {},
    })),
    versions: versions.map((version) => ({ version_id: idOf(version), display_name: version, create_ts: uploaded })),
  };
}

function serversOf(namespace_id: string, [, version, players, state]: Line): Server[] {
  if (state === undefined) return [];
  const ended = state === 'crashed' ? { destroyed_at: Date.now() - 20_000 } : {};
  const server = (n: number, at: number) =>
    someServer({
      id: idOf(namespace_id, String(n)),
      environment: namespace_id,
      version: idOf(version),
      kept: true,
      state,
      created_at: at,
      players: { now: players, limit: 400, refused: 0 },
      ...ended,
      ...(state === 'crashed' ? { problem: 'The save has format 12, but 13 was expected.' } : {}),
    });
  return state === 'crashed'
    ? [1, 2, 3, 4].map((n) => server(n, Date.now() - 90_000 + n))
    : [server(1, Date.now() - HOUR)];
}

/** One moment for all, so that what was deployed at once keeps its order. */
const now = Date.now();

function historyOf(name: string, line: Line): HistoryRow[] {
  const at = now - (name.length + line[0].length * 3) * HOUR;
  const row = (version: string, deployed: number, is_current: boolean): HistoryRow => ({
    version_id: idOf(version),
    display_name: version,
    deploy_ts: new Date(deployed).toISOString(),
    is_current,
    by: line[0] === 'prod' ? 'elsewhere' : 'here',
    ...(line[0] === 'prod' ? { made_by: { kind: 'cloud', name: 'ci-deploy' } } : {}),
    ...(line[3] === 'crashed' ? { outcome: { is_running: is_current, rolled_back: false, crashes: 4 } } : {}),
  });
  return [row(line[1], at, true), row('v0.4.1', at - 30 * HOUR, false)];
}

/** Sets all of it. */
export function setHome(core: Core): void {
  core.instances.set({ ...stagingEu, latency_ms: 38 });
  core.instances.set({
    ...stagingEu,
    id: 'production',
    name: 'Production',
    url: 'https://prod.example',
    latency_ms: 21,
  });
  const histories = new Map<string, HistoryRow[]>();
  for (const [instance, own] of Object.entries(games)) {
    const rows = listSource<GameRow>();
    for (const [name, lines] of Object.entries(own)) {
      const game = gameOf(instance, name, lines);
      const { game_id: id, name_id, display_name, total_player_count } = game;
      rows.set({ id, name_id, display_name, total_player_count });
      core.game(id).set({ game, fresh_at: Date.now() });
      for (const [n, line] of lines.entries()) {
        const namespace_id = game.namespaces[n]?.namespace_id ?? '';
        core.servers.of(namespace_id).list.set(...serversOf(namespace_id, line));
        histories.set(namespace_id, historyOf(name, line));
      }
    }
    if (instance === 'local') core.games.replace(rows.snapshot());
    core.gamesOn.set(instance, rows);
  }
  core.handlers['namespaces.history'] = async ({ namespace_id: id }) => {
    return { rows: histories.get(id) ?? [], has_more: false };
  };
}
