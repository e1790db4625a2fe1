// Fills the player log while the app runs: whenever the players of a game change, it asks how they are spread over its namespaces. A few
// changes are counted at once, so that the first players of a deployment stand in its time; many once a minute. Where servers are not listed, the game's own count is all there is.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { InstanceFacts } from '../../../src-shared/instances/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameService } from '../games/game-service.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { Counts, PlayerLog } from './player-log.ts';

type Options = {
  instances: InstanceService;
  games: Pick<GameService, 'list'>;
  log: PlayerLog;
  /** Of a game whose players change all the time they are counted once in this time. */
  everyMs?: number | undefined;
  onProblem(problem: AppError): void;
};

const MINUTE_MS = 60_000;
/** So many counts of a game may follow each other at once; each minute another one may. */
const COUNTS_AT_ONCE = 10;
/** Players may move between the namespaces of a game while their number stays. */
const RECOUNT_TURNS = 5;
/** While somebody plays, so often is noted that it is still so: an app that is killed in the midst knows the rest no more. */
const NOTED_EVERY_MS = 5_000;
/** So many servers a service answers at once. */
const PAGE = 1000;
const MOST_PAGES = 10;

/** The last count, and how many more were left to be made at once after it. */
type Seen = { total: number | null; countedAt: number; left: number };
type Followed = {
  seen: Map<string, Seen>;
  isWaiting: boolean;
  /** One look after the other. Others do not wait for an instance that does not answer. */
  queue: Promise<void>;
  signal: AbortSignal;
  leave(): void;
};

/** Counts from `start` until `close`. */
export function createPlayerWatch(options: Options) {
  const { instances, games, log, everyMs = MINUTE_MS, onProblem } = options;
  const followed = new Map<string, Followed>();
  const controller = new AbortController();
  const looking = new Set<Promise<void>>();
  const tell = (cause: unknown) => onProblem(new AppError('ERROR', 'activity.players-not-written', {}, { cause }));
  const lookSoon = (id: string) => {
    const here = followed.get(id);
    if (here === undefined || here.isWaiting) return;
    here.isWaiting = true;
    const looked = here.queue
      .then(() => {
        here.isWaiting = false;
        return look(options, id, here);
      })
      .catch(tell);
    here.queue = looked;
    looking.add(looked);
    void looked.finally(() => looking.delete(looked));
  };
  /** They play on, which changes nothing but until when it is known. */
  const note = () => {
    try {
      for (const id of followed.keys()) if (log.isPlayed(id)) log.see(id, Date.now());
    } catch (thrown) {
      tell(thrown);
    }
  };
  const leave = (id: string) => {
    followed.get(id)?.leave();
    followed.delete(id);
  };
  const take = ({ id, state }: InstanceFacts) => {
    const isFollowed = followed.has(id);
    if (state === 'connected' && !isFollowed) {
      const left = new AbortController();
      const stop = games.list(id).listen(() => lookSoon(id));
      left.signal.addEventListener('abort', stop, { once: true });
      followed.set(id, {
        seen: new Map(),
        isWaiting: false,
        queue: Promise.resolve(),
        signal: left.signal,
        leave: () => left.abort(),
      });
      lookSoon(id);
    }
    if (state === 'connected' || !isFollowed) return;
    leave(id);
    log.lose(id);
  };
  const stopListening = instances.listen(take);
  return {
    start: () => {
      void turn(controller.signal, everyMs / 4, () => {
        for (const id of followed.keys()) lookSoon(id);
      });
      void turn(controller.signal, NOTED_EVERY_MS, note);
    },
    close: async () => {
      controller.abort();
      stopListening();
      for (const id of followed.keys()) leave(id);
      await Promise.all(looking);
    },
  };
}

async function look({ instances, games, log, everyMs = MINUTE_MS }: Options, id: string, { seen, signal }: Followed) {
  if (signal.aborted) return;
  log.see(id, Date.now());
  for (const row of games.list(id).snapshot()) {
    const before = seen.get(row.id);
    if (!isDue(before, row, everyMs)) continue;
    const counts = await count(instances, id, row, signal);
    if (signal.aborted) return;
    if (counts === undefined) continue;
    const left = before === undefined ? COUNTS_AT_ONCE : leftNow(before, everyMs);
    seen.set(row.id, { total: totalOf(row), countedAt: Date.now(), left: Math.max(0, left - 1) });
    log.take(id, row.id, counts, Date.now());
  }
}

async function turn(signal: AbortSignal, everyMs: number, run: () => void): Promise<void> {
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    run();
  }
}

function isDue(seen: Seen | undefined, row: GameRow, everyMs: number): boolean {
  if (seen === undefined) return true;
  const total = totalOf(row);
  const age = Date.now() - seen.countedAt;
  if (total !== seen.total) return leftNow(seen, everyMs) >= 1 || total === null;
  return total !== 0 && total !== null && age >= everyMs * RECOUNT_TURNS;
}

function leftNow({ left, countedAt }: Seen, everyMs: number): number {
  return Math.min(COUNTS_AT_ONCE, left + (Date.now() - countedAt) / everyMs);
}

/** A pinned game that does not answer tells nothing. */
function totalOf({ is_pinned: isPinned, fresh_at, stale_since, total_player_count: total }: GameRow): number | null {
  return isPinned && (fresh_at === undefined || stale_since !== undefined) ? null : total;
}

/** Undefined when it cannot be known now; the next turn tries again. */
async function count(
  instances: InstanceService,
  instance_id: string,
  row: GameRow,
  signal: AbortSignal,
): Promise<Counts | undefined> {
  const total = totalOf(row);
  try {
    const instance = instances.find(instance_id);
    const isListed = instance.view().why_not?.list_servers === undefined;
    if (total === null || total === 0 || !isListed) return new Map([['', total]]);
    return await countEach(instance.client(), row.id, total, signal);
  } catch {
    // Its own connection tells people why it does not answer; here it only stays not known.
    return undefined;
  }
}

async function countEach(client: ServiceClient, game_id: string, total: number, signal: AbortSignal): Promise<Counts> {
  const options = { once: true, poll: true, signal };
  const { game } = await client.getGame({ params: { game_id } }, options);
  const counts = new Map<string, number | null>([['', total]]);
  for (const { namespace_id: id } of game.namespaces) {
    const params = { game_id, environment_id: id };
    counts.set(id, await playersIn(client, params, signal));
  }
  return counts;
}

/** Null where the servers do not tell their players. */
async function playersIn(
  client: ServiceClient,
  params: { game_id: string; environment_id: string },
  signal: AbortSignal,
): Promise<number | null> {
  let sum = 0;
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = { cursor };
    const { servers } = await client.listServers({ params, query }, { once: true, poll: true, signal });
    if (servers.some(({ players, state }) => players === undefined && state === 'running')) return null;
    sum += servers.reduce((all, { players }) => all + (players?.now ?? 0), 0);
    cursor = servers.at(-1)?.id;
    if (servers.length < PAGE) break;
  }
  return sum;
}
