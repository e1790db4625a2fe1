// A stand-in for the core: the real bridge over memory, fed by sources that a test moves by hand.
import { client } from '../../../src-renderer/bridge/client.ts';
import { linkOpened } from '../../../src-renderer/bridge/link-store.ts';
import type { ActivityRow } from '../../../src-shared/activity/bridge.ts';
import { slipwayBridge } from '../../../src-shared/bridge/contract.ts';
import { type CallHandlers, serveBridge } from '../../../src-shared/bridge/serve.ts';
import { listSource, valueSource } from '../../../src-shared/bridge/source.ts';
import { memoryTransportPair } from '../../../src-shared/bridge/transport.ts';
import type { DesktopRequest, KeptNotice, WindowCommand } from '../../../src-shared/desktop/bridge.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';
import type { BillingView } from '../../../src-shared/groups/bridge.ts';
import type { HostView } from '../../../src-shared/host/bridge.ts';
import type { DeviceLinkView, InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { NodesView } from '../../../src-shared/nodes/bridge.ts';
import type { PinnedServer } from '../../../src-shared/servers/bridge.ts';
import type { ClientView } from '../../../src-shared/servers/clients-bridge.ts';
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { NewsView, UpdateView } from '../../../src-shared/updates/bridge.ts';
import { createFakeBuilds } from './fake-builds.ts';
import { createFakeServers } from './fake-servers.ts';
import { createFakeTimelines } from './fake-timelines.ts';
import { createFakeTransfers } from './fake-transfers.ts';
import { runningLocal } from './some-instances.ts';

/** The desktop shell on Linux, able to do everything. */
export const linuxHost: HostView = {
  shell: 'electron',
  version: '0.1.0',
  platform: 'linux',
  abilities: { keep_hosting: false, pick_folder: true, show_in_folder: true, window_controls: false },
};

/** What was called, in order. */
export type Called = { name: string; input: unknown };

/** The handlers, which a test may replace. */
type Handlers = { -readonly [K in keyof CallHandlers<typeof slipwayBridge>]: CallHandlers<typeof slipwayBridge>[K] };

/** Makes a stand-in core. It answers nothing until it is attached. */
export function createFakeCore() {
  const called: Called[] = [];
  const instances = listSource<InstanceView>();
  instances.set(runningLocal);
  const games = listSource<GameRow>();
  const game = new Map<string, ReturnType<typeof valueSource<GameView>>>();
  const requests = listSource<DesktopRequest>();
  const orders = listSource<WindowCommand>();
  const notices = listSource<KeptNotice>();
  const log = valueSource<string[]>([]);
  const deviceLinks = listSource<DeviceLinkView>();
  const servers = createFakeServers();
  const builds = createFakeBuilds();
  const clients = listSource<ClientView>();
  const clientCommand = valueSource<{ command: string; as_root?: boolean }>({ command: '' });
  const billing = valueSource<BillingView>({ billing: {}, fresh_at: 1 });
  const nodes = valueSource<NodesView>({ list: null });
  const timelines = createFakeTimelines();
  const transfers = createFakeTransfers();
  const activity = listSource<ActivityRow>();
  /** A game as one instance alone has it, by both their ids: a service that was restored from a copy has the same ids as the first. */
  const gameOn = new Map<string, ReturnType<typeof gameSource>>();
  /** The games of an instance that has others than all the rest. */
  const gamesOn = new Map<string, typeof games>();
  const settings = valueSource<Settings>({ theme: 'system', service_port: 7420, keep_hosting: false });
  const host = valueSource<HostView>(linuxHost);
  const updates = valueSource<UpdateView>({ state: 'idle', sentence: 'This is Slipway 0.1.0.' });
  const news = valueSource<NewsView>({ news: null, is_unread: false });
  const gameSource = (id: string) => {
    const source = game.get(id) ?? valueSource<GameView>({ game: null });
    game.set(id, source);
    return source;
  };
  const handlers: Handlers = {
    ...notStoodInFor(),
    'instances.restart': async () => undefined,
    'instances.running': async () => ({ servers: 0, players: 0 }),
    'instances.useFreshFolder': async () => ({ data_folder: '/home/ada/.local/share/slipway-2' }),
    'instances.chooseFolder': async () => ({ data_folder: null }),
    'instances.showFolder': async () => undefined,
    'games.create': async ({ display_name: name }) => {
      const problem = nameProblem(name);
      if (problem !== undefined) {
        throw new AppError('VALIDATION_ERROR', undefined, {
          metadata: { errors: [{ path: ['display-name', problem] }] },
        });
      }
      const id = crypto.randomUUID();
      const name_id = name.toLowerCase().replaceAll(' ', '-');
      games.set({ id, name_id, display_name: name, total_player_count: 0 });
      gameSource(id).set({ game: fullGame(id, name, name_id) });
      return { game_id: id };
    },
    'settings.set': async (change) => {
      const next = { ...settings.snapshot() };
      if (change.theme !== undefined) next.theme = change.theme;
      if (change.language !== undefined) next.language = change.language;
      if (change.service_port !== undefined) next.service_port = change.service_port;
      if (change.upload_lanes !== undefined) next.upload_lanes = change.upload_lanes;
      if (change.slow_while_playing !== undefined) next.slow_while_playing = change.slow_while_playing;
      if (change.ca_file !== undefined) next.ca_file = change.ca_file;
      if (change.tape_window !== undefined) next.tape_window = change.tape_window;
      if (change.board_sort !== undefined) next.board_sort = change.board_sort;
      settings.set(next);
      return next;
    },
    'desktop.keepNotice': async (said) =>
      notices.set({ id: crypto.randomUUID(), at: later(), count: 1, is_read: false, kind: 'said', ...said }),
    'desktop.readNotices': async () =>
      notices.set(...notices.snapshot().map((notice) => ({ ...notice, is_read: true }))),
    'desktop.forgetNotices': async () => notices.replace([]),
    'host.openLink': async () => undefined,
    'host.isolation': async () => ({ isIsolated: true, sentence: messageFor('isolation.wall') }),
  };
  const offer = {
    contract: slipwayBridge,
    handlers: recorded(handlers, called),
    topics: {
      instances: () => instances,
      'instances.log': () => log,
      games: ({ instance_id: id }: { instance_id: string }) => gamesOn.get(id) ?? games,
      game: ({ instance_id, game_id }: { instance_id: string; game_id: string }) =>
        gameOn.get(`${instance_id}/${game_id}`) ?? gameSource(game_id),
      settings: () => settings,
      host: () => host,
      updates: () => updates,
      'updates.news': () => news,
      'desktop.requests': () => requests,
      'desktop.orders': () => orders,
      'desktop.notices': () => notices,
      activity: () => activity,
      'instances.deviceLinks': () => deviceLinks,
      'servers.pinned': () => listSource<PinnedServer>(),
      ...transfers.topics,
      ...servers.topics,
      ...builds.topics,
      'groups.billing': () => billing,
      nodes: () => nodes,
      'servers.clients': () => clients,
      'servers.clientCommand': () => clientCommand,
      ...timelines.topics,
    },
  };
  return {
    instances,
    deviceLinks,
    games,
    gamesOn,
    gameOn,
    log,
    settings,
    host,
    updates,
    news,
    requests,
    orders,
    notices,
    servers,
    builds,
    billing,
    nodes,
    clients,
    clientCommand,
    timelines,
    transfers,
    activity,
    game: gameSource,
    handlers,
    called,
    /** Gives the window this core. */
    attach: () => {
      const [ours, windows] = memoryTransportPair();
      serveBridge(offer, ours);
      client.attach(windows);
      linkOpened();
      return ours;
    },
  };
}

type FakeHandlers = CallHandlers<typeof slipwayBridge>;
type StoodInFor =
  | 'instances.restart'
  | 'instances.running'
  | 'instances.useFreshFolder'
  | 'instances.chooseFolder'
  | 'instances.showFolder'
  | 'games.create'
  | 'settings.set'
  | 'desktop.keepNotice'
  | 'desktop.readNotices'
  | 'desktop.forgetNotices'
  | 'host.openLink'
  | 'host.isolation';

/** Calls that no test of the window makes yet say so. */
function notStoodInFor(): Omit<FakeHandlers, StoodInFor> {
  const refuse = async () => {
    throw new AppError('BRIDGE_UNKNOWN', { text: 'The stand-in has no such call. Put a handler in place.' });
  };
  const all = Object.keys(slipwayBridge.calls).map((name) => [name, refuse]);
  return Object.fromEntries(all);
}

/** A game as the service makes it: one version without a build, two namespaces on it. */
export function fullGame(id: string, name: string, name_id: string): NonNullable<GameView['game']> {
  const made = '2026-11-16T09:12:00.000Z';
  const version = '0f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7';
  return {
    game_id: id,
    name_id,
    display_name: name,
    developer_group_id: '5b1de8a2-0c4f-4d7e-8f60-a1b2c3d4e5f6',
    create_ts: made,
    total_player_count: 0,
    available_regions: [],
    namespaces: ['Production', 'Staging'].map((display, at) => ({
      namespace_id: `${at}1c6f0de-93b4-4a55-bb0e-6f1d2c3b4a59`,
      name_id: display.toLowerCase(),
      display_name: display,
      create_ts: made,
      version_id: version,
    })),
    versions: [{ version_id: version, display_name: '0.0.1', create_ts: made }],
  };
}

let lastMoment = 0;

/** The next moment, so that what is said at once keeps its order. */
function later(): number {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return lastMoment;
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'too-short';
  if (new TextEncoder().encode(name).length > 128) return 'too-long';
  return name.trim() === name && !/\s{2}/.test(name) ? undefined : 'invalid';
}

/** Looks the handler up at each call, so that a test can put its own in place. */
function recorded(handlers: CallHandlers<typeof slipwayBridge>, called: Called[]): CallHandlers<typeof slipwayBridge> {
  return new Proxy(handlers, {
    get: (target, name: keyof typeof handlers) => (input: never, context: never) => {
      called.push({ name, input });
      return target[name](input, context);
    },
  });
}
