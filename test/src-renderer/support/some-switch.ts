// A game on a remote with two versions, and what differs between them, for tests of the switch sheet.
import type { RemoteView } from '../../../src-shared/instances/bridge.ts';
import type { NamespaceSettings } from '../../../src-shared/namespaces/bridge.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { Comparison } from '../../../src-shared/versions/bridge.ts';
import { fullGame } from './fake-core.ts';
import { someServer } from './some-servers.ts';

const made = '2026-11-16T09:12:00.000Z';
/** What runs, and what would run. */
export const oldVersion = '0f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7';
export const newVersion = '1f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a8';

const regions = ['Frankfurt', 'Ashburn', 'Singapore'].map((name, at) => ({
  provider: 'sim',
  provider_display_name: 'Simulated',
  region_display_name: name,
  region_id: `${at}aaaaaaa-0000-4000-8000-000000000001`,
  region_name_id: name.toLowerCase(),
}));

/** Tidebreak, whose prod runs v0.4.2 and whose staging runs v0.5.0-rc1. */
export const tidebreak = (() => {
  const game = fullGame('3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak');
  return {
    ...game,
    available_regions: regions,
    versions: [
      { version_id: oldVersion, display_name: 'v0.4.2', create_ts: '2026-11-15T10:00:00.000Z' },
      { version_id: newVersion, display_name: 'v0.5.0-rc1', create_ts: '2026-11-18T10:00:00.000Z' },
    ],
    namespaces: [
      { ...game.namespaces[0], name_id: 'prod', version_id: oldVersion },
      { ...game.namespaces[1], name_id: 'staging', version_id: newVersion },
    ] as typeof game.namespaces,
  };
})();

/** The namespace that is switched. */
export const prod = {
  instance_id: 'production',
  game_id: tidebreak.game_id,
  namespace_id: tidebreak.namespaces[0]?.namespace_id ?? '',
};

/** The remote that it is on. Protected unless said otherwise. */
export function production(change: Partial<RemoteView> = {}): RemoteView {
  return {
    id: 'production',
    name: 'Production',
    kind: 'remote',
    state: 'connected',
    url: 'https://play.tidebreak.example',
    in_the_clear: false,
    is_read_only: false,
    latency_ms: 21,
    why_not: {},
    protected_namespaces: [{ game_id: prod.game_id, namespace_id: prod.namespace_id }],
    ...change,
  } as RemoteView;
}

/** How prod is set. */
export const prodSettings: NamespaceSettings = {
  limits: { lobby_count_max: 40, max_players: 12 },
  hosting: { server_count: 14, on_version_switch: 'drain', drain_limit: 7_200_000, restart: 'back_off' },
};

/** What a switch of prod to v0.5.0-rc1 changes. */
export const prodComparison: Comparison = {
  from: {
    version_id: oldVersion,
    build: { id: 'b1', bytes: 1_240_000_000, kind: 'archive', state: 'complete', sha256: 'a'.repeat(64) },
    program: { path: 'server.x86_64', format: 'elf', os: 'linux', cpus: ['x64'], bytes: 1 },
    settings: {
      arguments: ['--headless', '--tick', '30'],
      ports: [{ name: 'game', protocol: 'udp', internal_port: 7777, routing: 'host' }],
      resources: { cpu: 500, memory: 512 },
      kill_timeout: null,
    },
    unknown: {},
  },
  to: {
    version_id: newVersion,
    build: { id: 'b2', bytes: 1_330_000_000, kind: 'archive', state: 'complete', sha256: '3f9c27d4'.repeat(8) },
    program: { path: 'server.x86_64', format: 'elf', os: 'linux', cpus: ['x64'], bytes: 1 },
    settings: {
      arguments: ['--headless', '--tick', '60', '--voice'],
      ports: [
        { name: 'game', protocol: 'udp', internal_port: 7777, routing: 'host' },
        { name: 'voice', protocol: 'udp', internal_port: 7800, routing: 'host' },
      ],
      resources: { cpu: 750, memory: 768 },
      kill_timeout: null,
    },
    findings: [
      {
        severity: 'warn',
        code: 'debug-symbols',
        sentence: 'Debug symbols are in the build.',
        hint: 'Leave them out to save 90 MB.',
      },
    ],
    unknown: {},
  },
  files: {
    added: {
      count: 12,
      bytes: 61_000_000,
      first: [
        { path: 'voice/opus.so', bytes: 41_000_000 },
        { path: 'voice/relay.so', bytes: 12_000_000 },
      ],
    },
    changed: { count: 41, bytes: 320_000_000, first: [{ path: 'data/reef.map', bytes: 44_000_000 }] },
    removed: { count: 3, bytes: 2_000_000, first: [{ path: 'data/old.map', bytes: 2_000_000 }] },
    total_before: 1_275,
    total: 1_284,
  },
  namespace: {
    since: made,
    limits: { lobby_count_max: 40, max_players: 12 },
    also_runs: [
      {
        namespace_id: 'x',
        name_id: 'staging',
        ran: true,
        since: '2026-11-18T10:20:00.000Z',
        limits: { lobby_count_max: 40, max_players: 16 },
      },
    ],
  },
};

/** Fourteen servers in three regions with 212 players. */
export function prodServers(): Server[] {
  const counts = [
    { at: 0, players: [16, 16, 16, 16, 15, 15] },
    { at: 1, players: [16, 16, 16, 16, 17] },
    { at: 2, players: [12, 12, 13] },
  ];
  return counts.flatMap(({ at, players }) =>
    players.map((now, n) =>
      someServer({
        id: `${at}${n}1e04b2-0000-4000-8000-000000000001`,
        environment: prod.namespace_id,
        kept: true,
        datacenter: regions[at]?.region_id ?? '',
        version: oldVersion,
        players: { now, limit: 16, refused: 0 },
      }),
    ),
  );
}
