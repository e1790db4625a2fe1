// Servers as a service tells them, for tests of the window.
import type { ServerDetail } from '../../../src-shared/servers/bridge.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { fullGame } from './fake-core.ts';

/** The game that they belong to. */
export const tidebreak = fullGame('3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak');
/** The namespace that they run in. */
export const namespace_id = tidebreak.namespaces[0]?.namespace_id ?? '';
/** The page of its servers. */
export const serversHash = `#/games/local/${tidebreak.game_id}/servers/${namespace_id}`;

/** A server that runs for an hour, with what a test wants else. */
export function someServer(change: Partial<Server> = {}): Server {
  const now = Date.now();
  return {
    id: '7c1e04b2-0000-4000-8000-000000000001',
    environment: namespace_id,
    datacenter: namespace_id,
    created_at: now - 3_603_000,
    started_at: now - 3_600_000,
    tags: { mode: 'conquest' },
    state: 'running',
    lifecycle: { kill_timeout: 120_000 },
    network: {
      ports: {
        game: {
          protocol: 'udp',
          internal_port: 7777,
          public_hostname: '127.0.0.1',
          public_port: 21_004,
          routing: { game_guard: {} },
        },
      },
    },
    resources: { cpu: 750, memory: 768 },
    runtime: { build: namespace_id, environment: { MATCH_SIZE: '16', API_TOKEN: 'hush-hush' } },
    players: { now: 12, limit: 16, refused: 2 },
    ...change,
  };
}

/** That server from close by. */
export function someDetail(server: Server): ServerDetail {
  const at = Date.now();
  const point = { at, cpu: 412, memory: 503 * 1_048_576, connections: 12, bytes_in: 1, bytes_out: 2 };
  const points = Array.from({ length: 100 }, (_, n) => {
    return { ...point, at: at - (100 - n) * 5_000, cpu: 412 + 60 * Math.sin(n / 4), memory: point.memory + n * 2e5 };
  });
  return {
    server,
    points,
    fresh_at: at,
    inspection: {
      command: './tidebreak --headless --tick 60 --map reef',
      pid: 4711,
      usage: { ...point, id: server.id, processes: 1, over: [] },
      traffic: {
        game: {
          connections: 12,
          connections_total: 31,
          refused: 2,
          bytes_in: 4e6,
          bytes_out: 9e6,
          packets_in: 9,
          packets_out: 9,
          dropped: 0,
          first_packet_at: at - 3e6,
          last_packet_at: at,
          first_packet_from: '127.0.0.1:53122',
        },
      },
    },
  };
}
