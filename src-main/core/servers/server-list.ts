// The servers of a namespace as live data: those that live, and those that ended lately. Two topics share one watch of it.
import {
  isSameButFresh,
  type ListSource,
  listSource,
  type Source,
  type ValueSource,
  valueSource,
} from '../../../src-shared/bridge/source.ts';
import type { NamespacePlace, ServersState } from '../../../src-shared/servers/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import { SERVERS_AT_ONCE, type Server } from '../../../src-shared/service/servers.ts';
import { runWatchLoop } from '../http/watch-loop.ts';
import { followInstance } from '../instances/follow-instance.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { refusalOf } from '../instances/refusal-of.ts';
import { keptStale } from '../instances/stale.ts';

const MOST_PAGES = 10;
/** Of those that ended, so many are shown. */
const ENDED_SHOWN = 200;
/** So many namespaces that nobody looks at any more are kept, to be there at once for who comes back. */
const KEPT = 20;

/** The kept servers that ended as nobody wanted, and since when they are all known; null where servers are not listed. */
export type Crashes = { since: number; ended: readonly BadEnd[] } | null;
type BadEnd = { at: number; version: string | undefined; didStart: boolean };
export type ServerLists = ReturnType<typeof createServerLists>;

type Heard<V> = { snapshot(): V; listen: Source['listen'] };
type Shared = {
  list: ListSource<Server>;
  state: ValueSource<ServersState>;
  crashes: ValueSource<Crashes>;
  ears: number;
  stop: () => void;
};

export function createServerLists(instances: InstanceService) {
  const open = new Map<string, Shared>();
  const share = (place: NamespacePlace): Shared => {
    const key = keyOf(place);
    const found = open.get(key);
    if (found !== undefined) return found;
    const list = listSource<Server>({ every: 100 });
    const state = valueSource<ServersState>({}, { isSame: isSameButFresh });
    const crashes = valueSource<Crashes>(null);
    const shared: Shared = { list, state, crashes, ears: 0, stop: () => undefined };
    open.set(key, shared);
    return shared;
  };
  const topic = <V>(place: NamespacePlace, pick: (shared: Shared) => Heard<V>) => ({
    snapshot: () => pick(share(place)).snapshot(),
    listen: (listener: (change: unknown) => void) => {
      const shared = share(place);
      const stopListening = pick(shared).listen(listener);
      shared.ears += 1;
      if (shared.ears === 1) shared.stop = follow(instances, place, shared);
      return () => {
        stopListening();
        shared.ears -= 1;
        if (shared.ears > 0) return;
        shared.stop();
        open.delete(keyOf(place)); // who was left last stands last
        open.set(keyOf(place), shared);
        forgetLeft(open);
      };
    },
  });
  return {
    list: (place: NamespacePlace) => topic(place, ({ list }) => list),
    state: (place: NamespacePlace) => topic(place, ({ state }) => state),
    crashes: (place: NamespacePlace) => topic(place, ({ crashes }) => crashes),
  };
}

function keyOf(place: NamespacePlace): string {
  return [place.instance_id, place.game_id, place.namespace_id].join('/');
}

function forgetLeft(open: Map<string, Shared>): void {
  const left = [...open].filter(([, { ears }]) => ears === 0);
  for (const [key] of left.slice(0, Math.max(0, left.length - KEPT))) open.delete(key);
}

function follow(instances: InstanceService, place: NamespacePlace, { list, state, crashes }: Shared): () => void {
  const params = { game_id: place.game_id, environment_id: place.namespace_id };
  return followInstance(instances, place.instance_id, {
    onAway: () => state.set(keptStale(state.snapshot())),
    begin: (client, signal, wake) => {
      const refusal = refusalOf(() => requireAbility(instances.find(place.instance_id), 'list_servers'));
      if (refusal !== undefined) {
        list.replace([]);
        crashes.set(null);
        state.set({ problem: refusal.toBody() });
        return;
      }
      void runWatchLoop({
        signal,
        wake,
        ask: (index) => askForAll(client, params, index, signal),
        onAnswer: ({ servers }) => {
          list.replace(shown(servers));
          crashes.set(crashesOf(servers));
          state.set({ fresh_at: Date.now() });
        },
        onFailure: (error) => state.set(keptStale(state.snapshot(), error.toBody())),
      });
    },
  });
}

type Params = { game_id: string; environment_id: string };

/** The newest of all; where one page does not hold all that live, the others of them as well. */
async function askForAll(client: ServiceClient, params: Params, index: string | undefined, signal: AbortSignal) {
  const options = { signal, once: true };
  const query = { include_destroyed: true, watch_index: index };
  const { servers, watch } = await client.listServers({ params, query }, options);
  const all = new Map(servers.map((server) => [server.id, server]));
  let last = servers.length < SERVERS_AT_ONCE ? undefined : '';
  for (let pages = 0; last !== undefined && pages < MOST_PAGES; pages += 1) {
    const cursor = last === '' ? undefined : last;
    const { servers: more } = await client.listServers({ params, query: { cursor } }, options);
    for (const server of more) all.set(server.id, server);
    last = more.length < SERVERS_AT_ONCE ? undefined : more.at(-1)?.id;
  }
  return { servers: [...all.values()], watch };
}

function shown(servers: readonly Server[]): Server[] {
  const ended = servers
    .filter((server) => server.destroyed_at !== undefined)
    .toSorted((a, b) => (b.destroyed_at ?? 0) - (a.destroyed_at ?? 0));
  return [...servers.filter((server) => server.destroyed_at === undefined), ...ended.slice(0, ENDED_SHOWN)];
}

/** A service that tells no states tells no crashes. Of more servers than one page holds, the oldest are missing. */
function crashesOf(servers: readonly Server[]): Crashes {
  if (servers.some(({ state }) => state === undefined)) return null;
  const since = servers.length < SERVERS_AT_ONCE ? 0 : Math.min(...servers.map(({ created_at: made }) => made));
  const ended = servers
    .filter(({ state, kept }) => kept !== false && (state === 'crashed' || state === 'failed'))
    .map(({ state, destroyed_at: at = 0, version }) => ({ at, version, didStart: state !== 'failed' }));
  return { since, ended };
}
