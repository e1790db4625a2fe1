// Which call of the SDK a request over HTTP is, by its method and path, and what its input is made of. Pure.
import type { SdkCallName } from './sdk-calls.ts';

type Body = Readonly<Record<string, unknown>>;
type Route = {
  method: string;
  path: RegExp;
  call: SdkCallName | 'WatchGameServer';
  input?(found: { name: string; body: Body; query: URLSearchParams }): unknown;
};
export type FoundRoute = Pick<Route, 'call'> & { input(body: Body): unknown };

const NAMED = { input: ({ name, body }: { name: string; body: Body }) => ({ ...body, name }) };

const routes: readonly Route[] = [
  { method: 'POST', path: /^\/ready$/, call: 'Ready' },
  { method: 'POST', path: /^\/allocate$/, call: 'Allocate' },
  { method: 'POST', path: /^\/shutdown$/, call: 'Shutdown' },
  { method: 'POST', path: /^\/health$/, call: 'Health' },
  { method: 'POST', path: /^\/reserve$/, call: 'Reserve' },
  { method: 'GET', path: /^\/gameserver$/, call: 'GetGameServer' },
  { method: 'GET', path: /^\/watch\/gameserver$/, call: 'WatchGameServer' },
  { method: 'PUT', path: /^\/metadata\/label$/, call: 'SetLabel' },
  { method: 'PUT', path: /^\/metadata\/annotation$/, call: 'SetAnnotation' },
  { method: 'GET', path: /^\/v1beta1\/counters\/(?<name>[^/]+)$/, call: 'GetCounter', ...NAMED },
  {
    method: 'PATCH',
    path: /^\/v1beta1\/counters\/(?<name>[^/]+)$/,
    call: 'UpdateCounter',
    input: ({ name, body }) => ({ counterUpdateRequest: { ...body, name } }),
  },
  { method: 'GET', path: /^\/v1beta1\/lists\/(?<name>[^/]+)$/, call: 'GetList', ...NAMED },
  {
    method: 'PATCH',
    path: /^\/v1beta1\/lists\/(?<name>[^/]+)$/,
    call: 'UpdateList',
    input: ({ name, body, query }) => ({ list: { ...body, name }, update_mask: { paths: maskOf(body, query) } }),
  },
  { method: 'POST', path: /^\/v1beta1\/lists\/(?<name>[^/]+):addValue$/, call: 'AddListValue', ...NAMED },
  { method: 'POST', path: /^\/v1beta1\/lists\/(?<name>[^/]+):removeValue$/, call: 'RemoveListValue', ...NAMED },
  { method: 'POST', path: /^\/alpha\/player\/connect$/, call: 'PlayerConnect' },
  { method: 'POST', path: /^\/alpha\/player\/disconnect$/, call: 'PlayerDisconnect' },
  { method: 'GET', path: /^\/alpha\/player\/connected$/, call: 'GetConnectedPlayers' },
  {
    method: 'GET',
    path: /^\/alpha\/player\/connected\/(?<name>[^/]+)$/,
    call: 'IsPlayerConnected',
    input: ({ name }) => ({ playerID: name }),
  },
  { method: 'GET', path: /^\/alpha\/player\/count$/, call: 'GetPlayerCount' },
  { method: 'GET', path: /^\/alpha\/player\/capacity$/, call: 'GetPlayerCapacity' },
  { method: 'PUT', path: /^\/alpha\/player\/capacity$/, call: 'SetPlayerCapacity' },
];

/** `wrong-method` where another method would find one. */
export function findRoute(method: string, target: string): FoundRoute | 'wrong-method' | undefined {
  const url = URL.parse(target, 'http://localhost');
  if (url === null) return undefined;
  const there = routes.filter(({ path }) => path.test(url.pathname));
  const route = there.find((one) => one.method === method);
  if (route === undefined) return there.length === 0 ? undefined : 'wrong-method';
  const name = decoded(route.path.exec(url.pathname)?.groups?.['name'] ?? '');
  return {
    call: route.call,
    input: (body) => route.input?.({ name, body, query: url.searchParams }) ?? body,
  };
}

/** Without a mask the fields that are sent are those that change, as in grpc-gateway. */
function maskOf(body: Body, query: URLSearchParams): string[] {
  const given = query.get('updateMask') ?? query.get('update_mask') ?? query.getAll('update_mask.paths').join(',');
  if (given !== '') return given.split(',');
  return Object.keys(body).filter((field) => field === 'capacity' || field === 'values');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no name has it, which the call says
  }
}
