// The window's pages as addresses in the URL's hash. Pure: text to route and back.

/** The tabs of a game beside its board. */
const gameTabs = ['builds', 'servers', 'activity', 'settings'] as const;
/** A tab of a game beside its board. */
export type GameTab = (typeof gameTabs)[number];

/** A game's page: its board, or one of its tabs. Servers are those of one namespace; a server or a build may be opened. */
export type GameRoute = {
  page: 'game';
  instanceId: string;
  gameId: string;
  tab?: GameTab;
  namespaceId?: string | undefined;
  serverId?: string | undefined;
  buildId?: string | undefined;
};

/** A page of the window. */
export type Route =
  | { page: 'home' }
  | { page: 'welcome' }
  | { page: 'settings' }
  | { page: 'transfers' }
  | GameRoute
  | { page: 'group'; instanceId: string; groupId: string }
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
  if (first === 'groups') return groupRoute(parts) ?? { page: 'unknown', hash };
  return (first === 'games' ? gameRoute(parts) : undefined) ?? { page: 'unknown', hash };
}

function isPlain(name: string): name is 'welcome' | 'settings' | 'transfers' {
  return name === 'welcome' || name === 'settings' || name === 'transfers';
}

function gameRoute(parts: string[]): GameRoute | undefined {
  const [, instanceId, gameId, tabName, first, second] = parts;
  if (instanceId === undefined || gameId === undefined || parts.length > 6) return undefined;
  if (tabName === undefined) return { page: 'game', instanceId, gameId };
  const tab = gameTabs.find((name) => name === tabName);
  if (tab === undefined) return undefined;
  const opened = openedIn(tab, first, second);
  return opened && { page: 'game', instanceId, gameId, tab, ...opened };
}

/** What is opened in a tab; undefined where the tab has nothing like it. */
function openedIn(tab: GameTab, first: string | undefined, second: string | undefined): Partial<GameRoute> | undefined {
  if (first === undefined) return {};
  if (tab === 'servers') return { namespaceId: first, ...(second === undefined ? {} : { serverId: second }) };
  return tab === 'builds' && second === undefined ? { buildId: first } : undefined;
}

function groupRoute(parts: string[]): Route | undefined {
  const [, instanceId, groupId] = parts;
  if (instanceId === undefined || groupId === undefined || parts.length > 3) return undefined;
  return { page: 'group', instanceId, groupId };
}

/** What stays one page while something in it is opened and closed. */
export function pageKey(route: Route): string {
  return route.page === 'game' ? [route.page, route.instanceId, route.gameId, route.tab].join(' ') : hashOf(route);
}

/** The hash of a route, to be used as a link. */
export function hashOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'game':
      return gameHash(route);
    case 'group':
      return `#/groups/${encodeURIComponent(route.instanceId)}/${encodeURIComponent(route.groupId)}`;
    case 'unknown':
      return route.hash;
    default:
      return `#/${route.page}`;
  }
}

function gameHash({ instanceId, gameId, tab, namespaceId, serverId, buildId }: GameRoute): string {
  const server = namespaceId === undefined ? [] : [namespaceId, ...(serverId === undefined ? [] : [serverId])];
  const opened = tab === 'servers' ? server : tab === 'builds' && buildId !== undefined ? [buildId] : [];
  const parts = [instanceId, gameId, ...(tab === undefined ? [] : [tab, ...opened])];
  return `#/games/${parts.map(encodeURIComponent).join('/')}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
