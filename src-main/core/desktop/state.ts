// What the desktop around the window shows: servers of Local, transfers and instances, followed over a bridge of its own.
import type { BridgeClient } from '../../../src-shared/bridge/client.ts';
import type { SlipwayBridge } from '../../../src-shared/bridge/contract.ts';
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { LOCAL_ID } from '../instances/local-instance.ts';

/** Of so many games at most the servers are followed; each namespace costs a watch. */
const MOST_GAMES = 20;
const TELL_EVERY_MS = 250;

/** What is said of its namespace and its version is absent where it is not known yet; `switchedAt` is when that was last switched. */
export type PlacedServer = {
  server: Server;
  game_id: string;
  gameName: string;
  namespace_id: string;
  namespaceName?: string | undefined;
  switchedAt?: number | undefined;
  versionName?: string | undefined;
};

export type DesktopState = {
  instances: readonly InstanceView[];
  transfers: readonly TransferView[];
  servers: readonly PlacedServer[];
  /** There are more games than are followed, so there may be more servers. */
  isPartial: boolean;
  /** From when on it is followed. What happened before did not happen now. */
  since: number;
};

type Client = Pick<BridgeClient<SlipwayBridge>, 'subscribe'>;

/** Before anything was reported. */
export function nothingYet(since = Date.now()): DesktopState {
  return { instances: [], transfers: [], servers: [], isPartial: false, since };
}

/** Tells each new state until the answer is called. */
export function followDesktop(client: Client, onState: (state: DesktopState) => void, since = Date.now()): () => void {
  let state = nothingYet(since);
  let timer: NodeJS.Timeout | undefined;
  const change = (next: Partial<DesktopState>) => {
    state = { ...state, ...next };
    timer ??= setTimeout(() => {
      timer = undefined;
      onState(state);
    }, TELL_EVERY_MS);
  };
  const stops = [
    client.subscribe('instances', {}, { next: (instances) => change({ instances }) }),
    client.subscribe('transfers', {}, { next: (transfers) => change({ transfers }) }),
    followServers(client, (servers, isPartial) => change({ servers, isPartial })),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

type TellServers = (servers: PlacedServer[], isPartial: boolean) => void;

function followServers(client: Client, tell: TellServers): () => void {
  const found = new Map<string, PlacedServer[]>();
  let isPartial = false;
  const put = (key: string, servers: PlacedServer[] | undefined) => {
    if (servers === undefined) found.delete(key);
    else found.set(key, servers);
    tell([...found.values()].flat(), isPartial);
  };
  const games = keyed<GameRow>(
    ({ id }) => id,
    (game) => followGame(client, game, put),
  );
  const stop = client.subscribe(
    'games',
    { instance_id: LOCAL_ID },
    {
      next: (rows) => {
        isPartial = rows.length > MOST_GAMES;
        games.settle(rows.slice(0, MOST_GAMES));
      },
    },
  );
  return () => {
    stop();
    games.settle([]);
  };
}

function followGame(client: Client, game: GameRow, put: (key: string, servers?: PlacedServer[]) => void): () => void {
  const at = { instance_id: LOCAL_ID, game_id: game.id };
  let known = new Map<string, NamespaceSummary>();
  let versions = new Map<string, string>();
  const lists = new Map<string, readonly Server[]>();
  const place = (namespace_id: string, servers: readonly Server[]) => {
    const { name_id: namespaceName, deploy_ts: switched } = known.get(namespace_id) ?? {};
    const where = { game_id: game.id, gameName: game.display_name, namespace_id, namespaceName };
    const switchedAt = switched === undefined ? undefined : Date.parse(switched);
    put(
      namespace_id,
      servers.map((server) => ({ server, ...where, switchedAt, versionName: versions.get(server.version ?? '') })),
    );
  };
  const namespaces = keyed<string>(
    (id) => id,
    (namespace_id) => {
      const next = (servers: readonly Server[]) => {
        lists.set(namespace_id, servers);
        place(namespace_id, servers);
      };
      const stop = client.subscribe('servers', { ...at, namespace_id }, { next });
      return () => {
        stop();
        lists.delete(namespace_id);
        put(namespace_id, undefined);
      };
    },
  );
  const stop = client.subscribe('game', at, {
    next: ({ game: full }) => {
      known = new Map(full?.namespaces.map((namespace) => [namespace.namespace_id, namespace]));
      versions = new Map(full?.versions.map(({ version_id: id, display_name: name }) => [id, name]));
      namespaces.settle([...known.keys()]);
      for (const [id, servers] of lists) place(id, servers);
    },
  });
  return () => {
    stop();
    namespaces.settle([]);
  };
}

/** Opens what is new and ends what is gone. */
function keyed<T>(keyOf: (item: T) => string, open: (item: T) => () => void) {
  const stops = new Map<string, () => void>();
  return {
    settle: (items: readonly T[]) => {
      const wanted = new Map(items.map((item) => [keyOf(item), item]));
      for (const [key, stop] of stops) {
        if (wanted.has(key)) continue;
        stop();
        stops.delete(key);
      }
      for (const [key, item] of wanted) if (!stops.has(key)) stops.set(key, open(item));
    },
  };
}
