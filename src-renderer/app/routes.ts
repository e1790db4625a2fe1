// The window's pages as addresses in the URL's hash. Pure: text to route and back.

/** A game's page: its board, or its servers, those of one namespace and one of them opened. */
export type GameRoute = {
  page: 'game';
  instanceId: string;
  gameId: string;
  tab?: 'servers';
  namespaceId?: string | undefined;
  serverId?: string | undefined;
};

/** A page of the window. */
export type Route =
  | { page: 'home' }
  | { page: 'welcome' }
  | { page: 'settings' }
  | GameRoute
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
  if (parts.length === 1 && (first === 'welcome' || first === 'settings')) return { page: first };
  return (first === 'games' ? gameRoute(parts) : undefined) ?? { page: 'unknown', hash };
}

function gameRoute(parts: string[]): GameRoute | undefined {
  const [, instanceId, gameId, tab, namespaceId, serverId] = parts;
  if (instanceId === undefined || gameId === undefined || parts.length > 6) return undefined;
  if (tab === undefined) return { page: 'game', instanceId, gameId };
  if (tab !== 'servers') return undefined;
  return {
    ...{ page: 'game', instanceId, gameId, tab },
    ...(namespaceId === undefined ? {} : { namespaceId }),
    ...(serverId === undefined ? {} : { serverId }),
  };
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
    case 'unknown':
      return route.hash;
    default:
      return `#/${route.page}`;
  }
}

function gameHash({ instanceId, gameId, tab, namespaceId, serverId }: GameRoute): string {
  const server = namespaceId === undefined ? [] : [namespaceId, ...(serverId === undefined ? [] : [serverId])];
  const parts = [instanceId, gameId, ...(tab === undefined ? [] : [tab, ...server])];
  return `#/games/${parts.map(encodeURIComponent).join('/')}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
