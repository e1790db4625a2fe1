// The window's pages as addresses in the URL's hash. Pure: text to route and back.

/** A page of the window. */
export type Route =
  | { page: 'home' }
  | { page: 'welcome' }
  | { page: 'settings' }
  | { page: 'game'; instanceId: string; gameId: string }
  | { page: 'unknown'; hash: string };

/** The route a hash names. An empty one is home. */
export function parseHash(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .filter(Boolean)
    .map(decode);
  const [first, instanceId, gameId] = parts;
  if (first === undefined) return { page: 'home' };
  if (parts.length === 1 && first === 'welcome') return { page: 'welcome' };
  if (parts.length === 1 && first === 'settings') return { page: 'settings' };
  if (first === 'games' && parts.length === 3 && instanceId !== undefined && gameId !== undefined) {
    return { page: 'game', instanceId, gameId };
  }
  return { page: 'unknown', hash };
}

/** The hash of a route, to be used as a link. */
export function hashOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'game':
      return `#/games/${encodeURIComponent(route.instanceId)}/${encodeURIComponent(route.gameId)}`;
    case 'unknown':
      return route.hash;
    default:
      return `#/${route.page}`;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
