// Who plays where, as the guard counts, as a server answers to a query, or as it says itself through the SDK: reported to whoever watches
// servers and games, and to servers that wait to be empty.
import type { ServerPlayers } from '../../../src-shared/service/servers.ts';

export type PlayerParts = {
  /** Moves what watchers of this server's namespace and game see. */
  onChanged(server_id: string): void;
};
/** `young`: who may become a player, or not. `silent`: players who say nothing any more, and may have left. */
export type Counted = { server_id: string; now: number; young: number; silent: number; refused: number };
/** `now` is what it said through the SDK, else what it answered to a query, else what was counted. */
type Counting = ServerPlayers & {
  game_id: string;
  counted: number;
  young: number;
  silent: number;
  said: number | undefined;
  answered: number | undefined;
  /** Of a server that was there before this service was: it may have players whom nobody has told us of. */
  isUntold: boolean;
};
export type Players = ReturnType<typeof createPlayers>;

export function createPlayers({ onChanged }: PlayerParts) {
  let onEmpty: (server_id: string) => void = () => undefined;
  const servers = new Map<string, Counting>();
  const playing = createSums();
  /** Changed in place: ten thousand servers are counted every few seconds. */
  const put = (server_id: string, server: Counting, change: Partial<Counting>) => {
    const { now, refused } = server;
    const wasEmpty = isEmpty(server);
    Object.assign(server, change);
    server.now = server.said ?? server.answered ?? server.counted;
    playing.add(server.game_id, server.now - now);
    if (server.now !== now || server.refused !== refused) onChanged(server_id);
    if (isEmpty(server) && !wasEmpty) onEmpty(server_id);
  };
  return {
    /** Says who is told when the last player left a server. */
    whenEmpty: (listener: (server_id: string) => void): void => {
      onEmpty = listener;
    },
    add: (
      server_id: string,
      game_id: string,
      { limit, isUntold = false }: { limit: number; isUntold?: boolean },
    ): void => {
      servers.set(server_id, {
        game_id,
        now: 0,
        counted: 0,
        young: 0,
        silent: 0,
        said: undefined,
        answered: undefined,
        isUntold,
        limit,
        refused: 0,
      });
    },
    setLimit: (server_id: string, limit: number): void => {
      const found = servers.get(server_id);
      if (found !== undefined) found.limit = limit;
    },
    count: ({ server_id, now, young, silent, refused }: Counted): void => {
      const found = servers.get(server_id);
      if (found !== undefined) put(server_id, found, { counted: now, young, silent, refused, isUntold: false });
    },
    /** What it says of its players counts more than who is connected; undefined where it does not say. */
    say: (server_id: string, said: number | undefined): void => {
      const found = servers.get(server_id);
      if (found !== undefined) put(server_id, found, { said });
    },
    /** What it answers to the query of its game, which counts more than who is connected; undefined where it does not answer. */
    answer: (server_id: string, answered: number | undefined): void => {
      const found = servers.get(server_id);
      if (found !== undefined) put(server_id, found, { answered });
    },
    remove: (server_id: string): void => {
      const had = servers.get(server_id);
      servers.delete(server_id);
      if (had === undefined || had.now === 0) return;
      playing.add(had.game_id, -had.now);
      onChanged(server_id);
    },
    of: (server_id: string): ServerPlayers | undefined => {
      const found = servers.get(server_id);
      return found === undefined ? undefined : { now: found.now, limit: found.limit, refused: found.refused };
    },
    /** Nobody plays, and nobody has begun to talk of whom it is not known yet. */
    isEmpty: (server_id: string): boolean => {
      const found = servers.get(server_id);
      return found === undefined || isEmpty(found);
    },
    /** Of one game, or of all. */
    ofGame: (game_id?: string): number => (game_id === undefined ? playing.all() : playing.of(game_id)),
  };
}

/** Kept, as each answer about a game has its players, of servers that may be thousands. */
function createSums() {
  const sums = new Map<string, number>();
  let all = 0;
  return {
    add: (game_id: string, more: number): void => {
      if (more === 0) return;
      all += more;
      const sum = (sums.get(game_id) ?? 0) + more;
      if (sum === 0) sums.delete(game_id);
      else sums.set(game_id, sum);
    },
    of: (game_id: string): number => sums.get(game_id) ?? 0,
    all: (): number => all,
  };
}

/** Nobody knows of silent ones whether they play on, but for a server that says who plays. */
function isEmpty({ now, young, silent, said, answered, isUntold }: Counting): boolean {
  const isKnown = (said ?? answered) !== undefined;
  return !isUntold && now === 0 && young === 0 && (isKnown || silent === 0);
}
