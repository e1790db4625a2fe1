// Each screen of the window with something to show, for tests that go through all of them.
import { page, userEvent } from 'vitest/browser';
import { openSwitch } from '../../../src-renderer/features/namespaces/namespaces-actions.ts';
import { setDayOne } from './day-one.ts';
import { type createFakeCore } from './fake-core.ts';
import { openProduction } from './open-production.ts';
import { openWindow } from './open-window.tsx';
import { board, boardHash, setBoard } from './some-board.ts';
import { buildId, someBuild, someDifference, someFile, someReport } from './some-builds.ts';
import { someCall } from './some-calls.ts';
import { someChanges } from './some-changes.ts';
import { historyHash, setHistory } from './some-history.ts';
import { setHome } from './some-home.ts';
import { localId, lost, stagingEu } from './some-instances.ts';
import { setLongBoard } from './some-long-board.ts';
import { nodesHash, someNodes, withFleet } from './some-nodes.ts';
import { openPromoteSheet } from './some-promote.ts';
import { namespace_id, serversHash, someDetail, someServer, tidebreak } from './some-servers.ts';
import { allHash, setServersAll } from './some-servers-all.ts';
import { newVersion, prod } from './some-switch.ts';
import { someMap, someTransfer } from './some-transfers.ts';

type Core = ReturnType<typeof createFakeCore>;

/** A screen: how it comes up, and what shows that it has. */
export type Screen = { name: string; open: () => unknown; shows: () => ReturnType<typeof page.getByText> };

const FAR = Date.now() + 9_000;
const withSidebar = (set: (core: Core) => void) => (core: Core) => {
  setSidebar(core);
  set(core);
};

const gameHash = `#/games/local/${tidebreak.game_id}`;

/** All of them. */
export const screens: readonly Screen[] = [
  {
    name: 'welcome',
    open: () => openWindow(),
    shows: () => page.getByRole('heading', { name: 'Local is running' }),
  },
  {
    name: 'deploy',
    open: () => openWindow(withSidebar(setBoard), boardHash),
    shows: () => page.getByRole('article', { name: 'Namespace dev' }),
  },
  { name: 'servers', open: openServer, shows: () => page.getByRole('radio', { name: 'Warn 1' }) },
  { name: 'transfers', open: openTransfers, shows: () => page.getByText('Tidebreak v0.5.0-rc2') },
  { name: 'builds', open: openBuild, shows: () => page.getByText(/run\.sh has Windows line ends/) },
  {
    name: 'history',
    open: () => openWindow(withSidebar(setHistory), historyHash),
    shows: () => page.getByText('15 more files'),
  },
  {
    name: 'changes',
    open: () =>
      openWindow(
        withSidebar((core) => {
          core.game(board.game_id).set({ game: board });
          core.handlers['activity.changes'] = async () => ({ changes: someChanges(), why_not: [] });
        }),
        `${boardHash}/activity`,
      ),
    shows: () => page.getByText('you, in this window').first(),
  },
  { name: 'activity', open: openActivity, shows: () => page.getByRole('row', { name: /409/ }) },
  {
    name: 'game-settings',
    open: openGameSettings,
    shows: () => page.getByRole('row', { name: /CI Everything the whole game/ }),
  },
  { name: 'group', open: openGroup, shows: () => page.getByRole('heading', { name: 'My games' }) },
  {
    name: 'settings',
    open: () => openWindow(undefined, '#/settings'),
    shows: () => page.getByRole('heading', { name: 'About' }),
  },
  {
    name: 'switch',
    open: async () => {
      await openProduction();
      openSwitch(prod, newVersion);
    },
    shows: () => page.getByText('+90 MB', { exact: true }),
  },
  { name: 'home', open: () => openWindow(setHome), shows: () => page.getByText('4 games on 3 instances') },
  {
    name: 'day-one',
    open: () => openWindow(setDayOne, boardHash),
    shows: () => page.getByText('127.0.0.1:22270'),
  },
  {
    name: 'boards-many',
    open: () => openWindow(setLongBoard, boardHash),
    shows: () => page.getByRole('radio', { name: 'Idle 44' }),
  },
  {
    name: 'servers-all',
    open: () => openWindow(setServersAll, allHash),
    shows: () => page.getByRole('row', { name: /^staging 1 server, nobody can join/ }),
  },
  {
    name: 'promote',
    open: async () => {
      await openPromoteSheet();
      await userEvent.click(page.getByRole('radio', { name: /^prod / }));
    },
    shows: () => page.getByText('12 added, 41 changed, 3 removed of 1,284'),
  },
  {
    name: 'nodes',
    open: () =>
      openWindow((core) => {
        core.instances.set(withFleet);
        core.nodes.set(someNodes());
      }, nodesHash),
    shows: () => page.getByRole('heading', { name: 'Nodes of Staging EU' }),
  },
  {
    name: 'palette',
    open: async () => {
      openWindow(setBoard, boardHash);
      await userEvent.keyboard('{Control>}k{/Control}');
    },
    shows: () => page.getByRole('option').first(),
  },
];

/** What stands beside every page. */
function setSidebar(core: Core): void {
  core.instances.set({ ...stagingEu, latency_ms: 38 });
  core.instances.set({ ...stagingEu, id: 'production', name: 'Production', ...lost('Production', FAR) });
  const players = { Tidebreak: 47, 'Hollow Circuit': 12, 'Paper Comets': 0 };
  const ids = [board.game_id, '7b2d91c0-0c4f-4d7e-8f60-a1b2c3d4e5f6', 'c40e5a17-93b4-4a55-bb0e-6f1d2c3b4a59'];
  core.games.set(
    ...Object.entries(players).map(([name, count], at) => ({
      id: ids[at] ?? '',
      name_id: `game-${at}`,
      display_name: name,
      total_player_count: count,
    })),
  );
}

const someLines = [
  ['info', 'match: round 3 started, 12 players'],
  ['debug', 'tick 392029 took 11.5 ms'],
  ['info', 'matchmaker: lobby reef-2 12/16 players'],
  ['info', 'net: player 4f81 joined from 127.0.0.1:58122 (rtt 82 ms)'],
  ['warn', 'tick 392136 took 21.4 ms, budget is 16.6 ms'],
  ['debug', 'physics: 214 bodies awake on reef_east'],
  ['info', 'match: point B captured by team 2'],
  ['error', 'save: snapshot write failed, retrying (EAGAIN)'],
  ['info', 'save: snapshot 1182 written to reef.sav, 2.1 MB'],
] as const;

function openServer(): void {
  const server = someServer();
  openWindow((core) => {
    setSidebar(core);
    core.game(tidebreak.game_id).set({ game: { ...tidebreak, total_player_count: 47 } });
    core.servers.list.set(
      server,
      someServer({ id: 'a20c6de8-0', state: 'crashed', destroyed_at: Date.now() }),
      someServer({ id: 'e95a7710-0', state: 'starting', players: undefined }),
      someServer({ id: '41f8b3c9-0', state: 'stopping', ends_by: Date.now() + 72_000 }),
      someServer({
        id: '5be107f3-0',
        state: 'stopped',
        destroyed_at: Date.now(),
        exit: { code: 0, out_of_memory: false, by: 'you' },
      }),
    );
    core.servers.detail.set(someDetail(server));
    const use = { at: 1, connections: 0, bytes_in: 0, bytes_out: 0, processes: 1, over: [] };
    core.servers.usage.set(
      { ...use, id: server.id, cpu: 412, memory: 527_000_000 },
      { ...use, id: '41f8b3c9-0', cpu: 90, memory: 760_000_000 },
    );
    const lines = someLines.map(([level, text], at) => ({
      number: at + 1,
      at: server.created_at + at * 400,
      stream: 'std_out' as const,
      level,
      text,
      cut: false,
    }));
    const extent = { first: 1, last: lines.length, count: lines.length, dropped: 0 };
    const bad = lines.filter(({ level }) => level === 'warn' || level === 'error');
    core.handlers['servers.searchLog'] = async () => ({
      hits: bad.map((line) => ({ line, ranges: [] })),
      looked: lines.length,
    });
    core.handlers['servers.readLog'] = async () => ({ lines, extent });
    core.servers.log.set({ extent, lines });
  }, `${serversHash}/${server.id}`);
}

function openTransfers(): void {
  openWindow((core) => {
    setSidebar(core);
    core.transfers.list.set(
      someTransfer({ parts: { pending: 24, sending: 6, sent: 4, verified: 46 } }),
      someTransfer({ id: 't2', name: 'v0.4.9', status: 'paused', paused: { at: Date.now() - 480_000, by: 'person' } }),
      someTransfer({
        id: 't3',
        name: 'v0.4.8',
        status: 'failed',
        remedies: ['retry'],
        problem: { code: 'STORAGE_FULL', message: 'The service has no room left.' },
      }),
    );
    const cells = someMap([
      ['verified', 20],
      ['reused', 12],
      ['stored', 8],
      ['sent_again', 4],
      ['in_flight', 6],
      ['held', 6],
      ['refused', 4],
      ['queued', 20],
    ]);
    for (const id of ['t1', 't2', 't3']) core.transfers.parts(id).set(cells);
  }, '#/transfers');
}

function openBuild(): void {
  openWindow(
    (core) => {
      core.game(tidebreak.game_id).set({ game: tidebreak });
      const builds = [
        someBuild(1, { version_id: tidebreak.versions[0]?.version_id, tags: { stage: 'qa' } }),
        someBuild(2, { state: 'uploading', sha256: undefined }),
        someBuild(3),
      ];
      core.builds.of(namespace_id).set({ builds, fresh_at: 1 });
      core.handlers['builds.uses'] = async () => ({ versions: [], namespaces: [], servers: [] });
      core.handlers['builds.examine'] = async () => ({ report: someReport });
      core.handlers['builds.files'] = async () => ({
        files: [someFile('maps/reef.map', 4)],
        found: 1,
        total: 1,
        total_bytes: 4,
      });
      core.handlers['builds.compare'] = async () => someDifference;
    },
    `${gameHash}/builds/${buildId(3)}`,
  );
}

function openActivity(): void {
  const rows = [
    someCall({ id: '2', path: `/cloud/games/${tidebreak.game_id}/versions`, method: 'POST', status: 409 }),
    someCall({ id: '1', path: `/cloud/games/${tidebreak.game_id}` }),
  ];
  openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.handlers['activity.page'] = async () => ({ rows, has_more: false });
  }, `#/games/${localId}/${tidebreak.game_id}/activity/calls`);
}

function openGameSettings(): void {
  const made = '2026-11-16T09:12:00.000Z';
  openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.handlers['games.tokens'] = async () => ({
      tokens: [{ token_id: tidebreak.game_id, kind: 'cloud', name: 'CI', create_ts: made }],
    });
  }, `${gameHash}/settings`);
}

function openGroup(): void {
  openWindow((core) => {
    core.handlers['groups.read'] = async () => ({
      display_name: 'My games',
      games: [{ game_id: tidebreak.game_id, name_id: 'tidebreak', display_name: 'Tidebreak' }],
    });
  }, `#/groups/local/${tidebreak.developer_group_id}`);
}
