// The window's pages as addresses in the URL's hash. Pure: text to route and back.

/** The tabs of a game beside its board. */
const gameTabs = ['builds', 'servers', 'activity', 'settings', 'history'] as const;
/** A tab of a game beside its board. */
export type GameTab = (typeof gameTabs)[number];

/** In the place of a namespace: all of them. */
const ALL = '-';

/**
 * A game's page: its board, or one of its tabs. Servers are those of one namespace or of all, a history is that of one; a server, a
 * build or a moment of the history, in Unix milliseconds, may be opened.
 */
export type GameRoute = {
  page: 'game';
  instance_id: string;
  game_id: string;
  tab?: GameTab;
  namespace_id?: string | undefined;
  server_id?: string | undefined;
  build_id?: string | undefined;
  at?: number | undefined;
  /** Of the activity: the calls instead of the changes. */
  view?: 'calls' | undefined;
};

/** A page of the window. */
export type Route =
  | { page: 'home' }
  | { page: 'welcome' }
  | { page: 'settings' }
  | { page: 'transfers' }
  | GameRoute
  | { page: 'instance'; instance_id: string }
  | { page: 'nodes'; instance_id: string }
  | { page: 'group'; instance_id: string; group_id: string }
  | { page: 'unknown'; hash: string };

/** The route a hash names. An empty one is home. */
export function parseHash(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .filter(Boolean)
    .map(decode);
  const [first] = parts;
  if (first === undefined) return { page: 'home' };
  if (parts.length === 1 && isPlain(first)) return { page: first };
  return (Object.hasOwn(readers, first) ? readers[first]?.(parts) : undefined) ?? { page: 'unknown', hash };
}

const readers: Readonly<Record<string, (parts: string[]) => Route | undefined>> = {
  instances: (parts) => instanceRoute('instance', parts),
  nodes: (parts) => instanceRoute('nodes', parts),
  groups: groupRoute,
  games: gameRoute,
};

function isPlain(name: string): name is 'welcome' | 'settings' | 'transfers' {
  return name === 'welcome' || name === 'settings' || name === 'transfers';
}

function gameRoute(parts: string[]): GameRoute | undefined {
  const [, instance_id, game_id, tabName, first, second] = parts;
  if (instance_id === undefined || game_id === undefined || parts.length > 6) return undefined;
  if (tabName === undefined) return { page: 'game', instance_id, game_id };
  const tab = gameTabs.find((name) => name === tabName);
  if (tab === undefined) return undefined;
  const opened = openedIn(tab, first, second);
  return opened && { page: 'game', instance_id, game_id, tab, ...opened };
}

/** What is opened in a tab; undefined where the tab has nothing like it. */
function openedIn(tab: GameTab, first: string | undefined, second: string | undefined): Partial<GameRoute> | undefined {
  return first === undefined ? {} : openers[tab](first, second);
}

type Opener = (first: string, second: string | undefined) => Partial<GameRoute> | undefined;

const openers: Readonly<Record<GameTab, Opener>> = {
  servers: (namespace_id, server_id) => ({
    ...(namespace_id === ALL ? {} : { namespace_id }),
    ...(server_id === undefined ? {} : { server_id }),
  }),
  history: momentIn,
  activity: (view, second) => (view === 'calls' && second === undefined ? { view } : undefined),
  builds: (build_id, second) => (second === undefined ? { build_id } : undefined),
  settings: () => undefined,
};

function momentIn(namespace_id: string, moment: string | undefined): Partial<GameRoute> | undefined {
  if (moment === undefined) return { namespace_id };
  return /^\d{1,15}$/.test(moment) ? { namespace_id, at: Number(moment) } : undefined;
}

function instanceRoute(page: 'instance' | 'nodes', [, instance_id, ...more]: string[]): Route | undefined {
  return instance_id === undefined || more.length > 0 ? undefined : { page, instance_id };
}

function groupRoute(parts: string[]): Route | undefined {
  const [, instance_id, group_id] = parts;
  if (instance_id === undefined || group_id === undefined || parts.length > 3) return undefined;
  return { page: 'group', instance_id, group_id };
}

/** What stays one page while something in it is opened and closed. */
export function pageKey(route: Route): string {
  return route.page === 'game' ? [route.page, route.instance_id, route.game_id, route.tab].join(' ') : hashOf(route);
}

/** The hash of a route, to be used as a link. */
export function hashOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'game':
      return gameHash(route);
    case 'instance':
      return `#/instances/${encodeURIComponent(route.instance_id)}`;
    case 'nodes':
      return `#/nodes/${encodeURIComponent(route.instance_id)}`;
    case 'group':
      return `#/groups/${encodeURIComponent(route.instance_id)}/${encodeURIComponent(route.group_id)}`;
    case 'unknown':
      return route.hash;
    default:
      return `#/${route.page}`;
  }
}

function gameHash({ instance_id, game_id, tab, ...opened }: GameRoute): string {
  const parts = [instance_id, game_id, ...(tab === undefined ? [] : [tab, ...partsOf(tab, opened)])];
  return `#/games/${parts.map(encodeURIComponent).join('/')}`;
}

function partsOf(
  tab: GameTab,
  { namespace_id, server_id, build_id, at, view }: Omit<GameRoute, 'page' | 'instance_id' | 'game_id' | 'tab'>,
): string[] {
  const parts: readonly (string | undefined)[] = {
    servers: [server_id === undefined ? namespace_id : (namespace_id ?? ALL), server_id],
    history: [namespace_id, at?.toString()],
    builds: [build_id],
    activity: [view],
    settings: [],
  }[tab];
  const end = parts.indexOf(undefined);
  return (end === -1 ? parts : parts.slice(0, end)).filter((part) => part !== undefined);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
