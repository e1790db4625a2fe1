// Notes how each deployment goes: how long its servers could be joined, whether somebody played, how often they crashed, and how many did
// not start. choose-rollback-target.ts goes by this.
import type { Database } from '../../platform/storage/database.ts';
import type { Revision } from '../../platform/storage/revision.ts';
import { buildsKey } from '../../platform/watch/keys.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { isCrashLoop, type KeptEnding, recentEndings, WINDOW_MS } from './decide-restart.ts';
import type { HostedNamespace } from './namespace-lookup.ts';
import type { Deployed, OutcomeStore } from './outcome-store.ts';

/** How often the time that servers have run is written: what a power cut takes of it is no more than this. */
const WRITE_EVERY_MS = 60_000;

export type OutcomeParts = {
  store: OutcomeStore;
  database: Database;
  revision: Revision;
  hub: WatchHub;
  /** What a namespace runs now, and how many servers it keeps. */
  namespace(namespace_id: string): Pick<HostedNamespace, 'version_id' | 'server_count'> | undefined;
  /** What a game shows of its versions and namespaces changed. */
  touchGame(game_id: string): void;
  onProblem(thrown: unknown): void;
  now(): number;
};
export type Outcomes = ReturnType<typeof createOutcomes>;

/** A version on a namespace while servers of it live. `since`: from when the time is not written yet. */
type Going = Deployed & {
  game_id: string;
  reached: Set<string>;
  since: number;
  crashes: KeptEnding[];
  /** That somebody played is written once, and again after a loop, which took it back. */
  served: boolean;
};

export function createOutcomes(parts: OutcomeParts) {
  const { store, now } = parts;
  const all = new Map<string, Going>();
  const of = (server: ServerRecord): Going | undefined => {
    const { namespace_id, game_id, version_id } = server;
    if (version_id === null) return undefined;
    const key = `${namespace_id}/${version_id}`;
    const found = all.get(key) ?? {
      namespace_id,
      game_id,
      version_id,
      reached: new Set<string>(),
      since: now(),
      crashes: [],
      served: false,
    };
    all.set(key, found);
    return found;
  };
  const write = (going: Going, served: boolean) => {
    const at = now();
    const ranMs = unwrittenMs(going, at);
    going.since = at;
    if (ranMs === 0 && !served) return;
    changeOutcome(parts, going, () => store.progress(going, { ran_ms: ranMs, served }));
  };
  /** By a clock that was set back no time has passed. What drains after a switch says nothing about how well the version runs. */
  const unwrittenMs = (going: Going, at: number): number => {
    const isLeft = parts.namespace(going.namespace_id)?.version_id !== going.version_id;
    return isLeft || going.reached.size === 0 ? 0 : Math.max(0, at - going.since);
  };
  const unreached = (server: ServerRecord): void => {
    const going = of(server);
    if (going === undefined) return;
    attempt(parts, () => write(going, false));
    going.reached.delete(server.server_id);
  };
  const timer = setInterval(() => {
    for (const going of all.values()) if (going.reached.size > 0) attempt(parts, () => write(going, false));
  }, WRITE_EVERY_MS).unref();
  return {
    lastGood: store.lastGood,
    began: (server: ServerRecord): void => {
      const going = of(server);
      if (going !== undefined) attempt(parts, () => parts.database.changeLazily(() => store.begin(going)));
    },
    /** Players can join it now. */
    reached: (server: ServerRecord): void => {
      const going = of(server);
      if (going === undefined) return;
      if (going.reached.size === 0) going.since = now();
      going.reached.add(server.server_id);
    },
    /** No more, though it has not ended. */
    unreached,
    /** Somebody plays on it, or it told that it is well. */
    served: (server: ServerRecord): void => {
      const going = of(server);
      if (going === undefined || going.served) return;
      going.served = true;
      attempt(parts, () => write(going, true));
    },
    ended: (server: ServerRecord): void => {
      unreached(server);
      const going = of(server);
      // One that a person started by hand may run anything: that says nothing of what the namespace keeps.
      if (!server.kept) return;
      if (server.state === 'crashed') attempt(parts, () => noteCrash(parts, going, server));
      if (server.state === 'failed' && going !== undefined) attempt(parts, () => noteFailedStart(parts, going));
    },
    /** Before something else runs there, what ran so far is written. */
    write: (namespace_id: string): void => {
      for (const going of all.values()) if (going.namespace_id === namespace_id) write(going, false);
    },
    /** A new deployment: nobody is known to have played on it yet, and what drained until now did not run on it. */
    switched: (namespace_id: string): void => {
      for (const going of all.values()) {
        if (going.namespace_id !== namespace_id) continue;
        going.served = false;
        going.since = now();
      }
    },
    /** How long a version ran that is not written yet. */
    unwrittenMs: ({ namespace_id, version_id }: Deployed): number => {
      const going = all.get(`${namespace_id}/${version_id}`);
      return going === undefined ? 0 : unwrittenMs(going, now());
    },
    forget: (namespace_id: string): void => {
      for (const [key, going] of all) if (going.namespace_id === namespace_id) all.delete(key);
    },
    close: (): void => clearInterval(timer),
  };
}

/** What only tells how it went is no reason to fail. */
function attempt({ onProblem }: OutcomeParts, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    onProblem(thrown);
  }
}

/** Wakes who watches the game where another version is to go back to, or it ran for longer. */
function changeOutcome({ store, database, touchGame }: OutcomeParts, going: Going, work: () => void): void {
  const before = JSON.stringify(store.lastGood(going.namespace_id));
  database.changeLazily(work);
  if (JSON.stringify(store.lastGood(going.namespace_id)) !== before) touchGame(going.game_id);
}

function noteCrash(parts: OutcomeParts, going: Going | undefined, server: ServerRecord): void {
  const { store, database, revision, hub, touchGame, now } = parts;
  const at = server.destroy_ts ?? now();
  const isLoop = going !== undefined && addCrash(parts, going, { at, wasReached: server.start_ts !== null });
  database.change(() => {
    store.markBuild(server.build_id, at, revision.next());
    if (going === undefined) return;
    store.markVersion(going.version_id, at);
    store.crash(going, isLoop);
  });
  if (isLoop) going.served = false;
  touchGame(server.game_id);
  const place = store.namespaceOfBuild(server.build_id);
  if (place !== undefined) hub.wake(buildsKey(place));
}

/** Answers whether that makes a loop. */
function addCrash({ namespace }: OutcomeParts, going: Going, crash: KeptEnding): boolean {
  going.crashes = recentEndings([...going.crashes, crash], crash.at, WINDOW_MS);
  return isCrashLoop(going.crashes, crash.at, namespace(going.namespace_id)?.server_count ?? 1);
}

function noteFailedStart({ store, database, touchGame }: OutcomeParts, going: Going): void {
  database.change(() => store.failedStart(going));
  touchGame(going.game_id);
}
