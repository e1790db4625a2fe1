// A game with servers on four namespaces, of which one crashes over and over: as the drawing of all servers has it.
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { durationMessage } from '../../../src-shared/text/values.ts';
import type { createFakeCore } from './fake-core.ts';
import { someServer, tidebreak } from './some-servers.ts';

type Core = ReturnType<typeof createFakeCore>;

const names = ['prod', 'staging', 'playtest', 'dev'] as const;
type Name = (typeof names)[number];
const versions = ['0.1.5-dev.3', '0.1.4', '0.1.3', '0.1.1'] as const;
const runs: Record<Name, (typeof versions)[number]> = {
  prod: '0.1.3',
  staging: '0.1.4',
  playtest: '0.1.3',
  dev: '0.1.5-dev.3',
};

const versionId = (name: string) =>
  `${String(versions.findIndex((one) => one === name))}aaaaaaa-61b8-4c3e-9a51-7d20b4c8e1a7`;

/** The id of a namespace. */
export const spaceId = (name: Name): string => `${names.indexOf(name)}bbbbbbb-93b4-4a55-bb0e-6f1d2c3b4a59`;

/** The game. */
export const serversGame: GameFull = {
  ...tidebreak,
  total_player_count: 47,
  namespaces: names.map((name) => ({
    namespace_id: spaceId(name),
    name_id: name,
    display_name: name,
    create_ts: tidebreak.create_ts,
    version_id: versionId(runs[name]),
    last_good: name === 'staging' ? { version_id: versionId('0.1.3'), ran_ms: 10_800_000, ran_well: true } : {},
  })),
  versions: versions.map((name) => ({
    version_id: versionId(name),
    display_name: name,
    create_ts: tidebreak.create_ts,
  })),
};

/** The page of the servers of all its namespaces. */
export const allHash = `#/games/local/${tidebreak.game_id}/servers`;

const MINUTE = 60_000;

/** Four lives of a server of staging, newest first, of which the last is told that it was. */
export function crashesOfStaging(now = Date.now()): Server[] {
  return [0, 22, 38, 52].map((before, n) =>
    someServer({
      id: `a20c6de${8 - n}-0000-4000-8000-000000000001`,
      environment: spaceId('staging'),
      version: versionId('0.1.4'),
      kept: true,
      state: 'crashed',
      created_at: now - MINUTE - before * 1_000,
      started_at: now - MINUTE - before * 1_000,
      destroyed_at: now - MINUTE - before * 1_000 + 300,
      players: undefined,
      exit: { signal: 'SIGABRT', out_of_memory: false, by: 'itself' },
      problem: messageFor('server.ended-by-signal', {
        signal: 'SIGABRT',
        meaning: messageFor('signal.abort'),
        ran: durationMessage(312),
      }),
      ...(n === 0
        ? { hint: messageFor('server.given-up', { before: messageFor('server.log-says-more'), endings: 4 }) }
        : {}),
    }),
  );
}

function server(name: Name, id: string, minutes: number, players: number | undefined, more: Partial<Server> = {}) {
  const start = Date.now() - minutes * MINUTE;
  return someServer({
    id: `${id}-0000-4000-8000-000000000001`,
    environment: spaceId(name),
    version: versionId(runs[name]),
    kept: true,
    created_at: start - 1_000,
    started_at: start,
    players: players === undefined ? undefined : { now: players, limit: 0, refused: 0 },
    ...more,
  });
}

/** Those that live. */
export const livingServers = {
  prod: [server('prod', '7c1e04b2', 168, 12), server('prod', 'b83f91a0', 72, 9)],
  playtest: [
    server('playtest', 'f4410b7e', 38, 14),
    server('playtest', '0d62ce47', 22, 3),
    server('playtest', 'e95a7710', 0, undefined, { state: 'starting', started_at: undefined }),
    server('playtest', '41f8b3c9', 320, 9, {
      state: 'stopping',
      // Later than any test that reads this page is over.
      ends_by: Date.now() + 3_600_000,
      version: versionId('0.1.1'),
    }),
  ],
  dev: [server('dev', '18ad3b66', 9, 0)],
} satisfies Partial<Record<Name, Server[]>>;

/** What they use, in hundredths of what they may. */
const used: Record<string, [cpu: number, memory: number]> = {
  '7c1e04b2': [55, 66],
  b83f91a0: [41, 58],
  f4410b7e: [48, 51],
  '0d62ce47': [18, 93],
  '41f8b3c9': [12, 44],
  '18ad3b66': [4, 30],
};

/** Gives the core this game and its servers. */
export function setServersAll(core: Core): void {
  core.game(tidebreak.game_id).set({ game: serversGame });
  core.games.set({ id: tidebreak.game_id, name_id: 'tidebreak', display_name: 'Tidebreak', total_player_count: 47 });
  core.servers.of(spaceId('staging')).list.set(...crashesOfStaging());
  for (const [name, list] of Object.entries(livingServers)) {
    const known = names.find((one) => one === name);
    if (known !== undefined) core.servers.of(spaceId(known)).list.set(...list);
  }
  core.servers.usage.set(...Object.values(livingServers).flat().flatMap(usageOf));
  core.handlers['servers.searchLog'] = async () => ({ hits: [], looked: 0 });
  core.handlers['servers.readLog'] = async () => ({ lines: [], extent: { first: 1, last: 0, count: 0, dropped: 0 } });
}

function usageOf({ id, resources }: Server): ServerUsage[] {
  const [cpu, memory] = used[id.slice(0, 8)] ?? [];
  if (cpu === undefined || memory === undefined) return [];
  const figures = { at: 1, connections: 0, bytes_in: 0, bytes_out: 0, processes: 1, over: [] };
  return [{ ...figures, id, cpu: (resources.cpu * cpu) / 100, memory: (resources.memory * 1_048_576 * memory) / 100 }];
}
