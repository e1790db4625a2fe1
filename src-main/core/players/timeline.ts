// The timeline of a namespace as live data: its players from the log, its deployments from the history, what crashed in each.
// Updated when one of them changes, and now and then as time goes on.
import { type Source, valueSource, whileSubscribed } from '../../../src-shared/bridge/source.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import {
  historySpan,
  type TimelineDeployment,
  type TimelineView,
  type TimelineWindow,
} from '../../../src-shared/namespaces/timeline.ts';
import type { NamespacePlace } from '../../../src-shared/servers/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { firstVersion } from '../../../src-shared/versions/first-version.ts';
import type { GameService } from '../games/game-service.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { type Deployment, deploymentsOf, wasNeverDeployed } from '../namespaces/deployments.ts';
import { findRollbackTarget } from '../namespaces/find-rollback-target.ts';
import { readEntries } from '../namespaces/version-history.ts';
import type { Crashes, ServerLists } from '../servers/server-list.ts';
import type { PlayerLog } from './player-log.ts';
import { type PlayerStep, peakOf, pointsOf, stepsOf } from './player-steps.ts';

export type TimelineParts = { instances: InstanceService; games: GameService; lists: ServerLists; log: PlayerLog };

const DAY_MS = 86_400_000;
const windows: Record<Exclude<TimelineWindow, 'all'>, number> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

function spanOf(window: TimelineWindow, created: string): number {
  return window === 'all' ? historySpan(created, Date.now()) : windows[window];
}

/** A chart of a day moves by a pixel in about three minutes. */
const MOVE_EVERY_MS = 60_000;
/** Players come and go fast; the chart may take its time. */
const REDRAW_EVERY_MS = 500;

type Place = NamespacePlace & { window: TimelineWindow };
/** The history as it was read last, of the game as it was then. */
type Past = { deployments: readonly Deployment[]; told: Pick<TimelineView, 'roll_back' | 'never_deployed'> };

export function timelineSource(parts: TimelineParts, { window, ...place }: Place): Source {
  const empty = emptyTimeline(window === 'all' ? DAY_MS : windows[window]);
  const source = valueSource<TimelineView>(empty, { every: REDRAW_EVERY_MS });
  return whileSubscribed(source, () => follow(parts, place, window, (view) => source.set(view)));
}

function emptyTimeline(windowMs: number): TimelineView {
  const to = Date.now() + 1; // what came in this very millisecond belongs to it
  return { from: to - windowMs, to, points: [], tells_players: true, deployments: null };
}

function follow(
  parts: TimelineParts,
  place: NamespacePlace,
  window: TimelineWindow,
  show: (view: TimelineView) => void,
) {
  const { instance_id, game_id } = place;
  const followed = parts.games.game(parts.instances, instance_id, game_id);
  // It may be removed while somebody looks.
  const instance = parts.instances.find(instance_id);
  const crashes = parts.lists.crashes(place);
  let past: Past | undefined;
  let problem: TimelineView['problem'];
  let readFor = '';
  const draw = () => {
    const { game } = followed.snapshot();
    if (game === null) return;
    const windowMs = spanOf(window, game.create_ts);
    const { why_not: whyNot, clock_skew_ms: aheadMs = 0 } = instance.view();
    const listsServers = whyNot?.list_servers === undefined;
    show(drawn(parts, place, { game, past, problem, windowMs, crashes: crashes.snapshot(), listsServers, aheadMs }));
  };
  const takeGame = async () => {
    const { game, stale_since: stale } = followed.snapshot();
    const key = game === null || stale !== undefined ? '' : keyOf(game, place.namespace_id, crashes.snapshot());
    if (game === null || key === '' || key === readFor) return;
    readFor = key;
    try {
      const read = await readPast(parts, place, game, Date.now() - spanOf(window, game.create_ts));
      if (readFor !== key) return; // a newer one is under way, or was read meanwhile
      past = read;
      problem = undefined;
    } catch (thrown) {
      if (readFor !== key) return;
      problem = asAppError(thrown).toBody();
      readFor = ''; // the next news of the game tries again, or the next turn
    }
    draw();
  };
  const timer = setInterval(() => {
    draw();
    void takeGame(); // a history that could not be read is tried again
  }, MOVE_EVERY_MS);
  const stops = [
    followed.listen(() => void takeGame()),
    crashes.listen(() => {
      draw();
      void takeGame();
    }),
    parts.log.listen((id, changed) => {
      if (id === instance_id && changed === game_id) draw();
    }),
  ];
  void takeGame();
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

/** What the history of a namespace depends on: the version that runs, names and targets on the versions, outcomes on what crashed. */
function keyOf(game: GameFull, namespace_id: string, crashes: Crashes): string {
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  const { version_id: version, last_good: back } = namespace ?? {};
  return JSON.stringify([
    version,
    back?.version_id,
    crashes?.ended.length ?? 0, // not known and none is read alike
    game.versions.map(({ version_id: id, display_name: name }) => [id, name]),
  ]);
}

async function readPast(
  { instances }: TimelineParts,
  place: NamespacePlace,
  game: GameFull,
  from: number,
): Promise<Past> {
  const client = instances.find(place.instance_id).client();
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === place.namespace_id);
  if (namespace === undefined) return { deployments: [], told: {} };
  const entries = await readEntries(client, game, place.namespace_id, (known) => {
    const oldest = known.at(-1);
    return oldest === undefined || Date.parse(oldest.deploy_ts) < from;
  });
  const deployments = deploymentsOf(entries, namespace);
  const target = await findRollbackTarget(client, game, place.namespace_id);
  const told = {
    ...(wasNeverDeployed(deployments, namespace, game) ? { never_deployed: true } : {}),
    ...(target === undefined ? {} : { roll_back: target }),
  };
  return { deployments, told };
}

type Known = {
  game: GameFull;
  past: Past | undefined;
  problem: TimelineView['problem'];
  windowMs: number;
  crashes: Crashes;
  listsServers: boolean;
  /** How far the instance's clock is ahead of ours. */
  aheadMs: number;
};

function drawn(
  { log }: TimelineParts,
  place: NamespacePlace,
  { game, past, problem, windowMs, crashes, listsServers, aheadMs }: Known,
): TimelineView {
  const to = Date.now() + 1; // what came in this very millisecond belongs to it
  const from = to - windowMs;
  const shown = past?.deployments.filter((deployment) => (deployment.to ?? to) > from) ?? [];
  const since = Math.min(from, ...shown.map((deployment) => deployment.from));
  const isOnly = game.namespaces.length === 1;
  const names = { instance_id: place.instance_id, game_id: place.game_id, namespace_id: place.namespace_id };
  // Nobody in the whole game is nobody in each of its namespaces, but for those that were not there yet.
  const made = game.namespaces.find(({ namespace_id: id }) => id === place.namespace_id)?.create_ts;
  const begin = made === undefined ? since : Math.max(since, Math.min(Date.parse(made) - aheadMs, to));
  const steps = stepsOf(log.read(names, since, to), { from: begin, to }, isOnly);
  const context = { names: versionNames(game), none: firstVersion(game)?.version_id, steps, crashes, to };
  return {
    from,
    to,
    points: pointsOf(steps, { from, to }),
    tells_players: isOnly || listsServers,
    deployments: past === undefined ? null : shown.map((deployment) => toTimeline(deployment, context)),
    ...past?.told,
    ...(problem === undefined ? {} : { problem }),
  };
}

function versionNames(game: GameFull): ReadonlyMap<string, string> {
  return new Map(game.versions.map(({ version_id: id, display_name: name }) => [id, name]));
}

type TimelineContext = {
  names: ReadonlyMap<string, string>;
  /** The version that stands for none. */
  none: string | undefined;
  steps: readonly PlayerStep[];
  crashes: Crashes;
  to: number;
};

function toTimeline(deployment: Deployment, context: TimelineContext): TimelineDeployment {
  const { names, none, steps, crashes, to: now } = context;
  const { version_id, from, to, isRolledBack } = deployment;
  const peak = peakOf(steps, { from, to: to ?? now });
  return {
    version_id,
    display_name: names.get(version_id) ?? null,
    ...(version_id === none ? { is_none: true } : {}),
    from,
    is_rolled_back: isRolledBack,
    ...(to === undefined ? {} : { to }),
    ...outcomeOf(deployment, badEndsIn(crashes, { version_id, from, to: to ?? now })),
    ...(peak === undefined ? {} : { peak }),
  };
}

type Listed = Pick<TimelineDeployment, 'crashes' | 'failed_starts'>;

/** Servers of this version that crashed, or did not start, while it reigned; nothing where not all of that time is known. */
function badEndsIn(
  crashes: Crashes,
  { version_id, from, to }: { version_id: string; from: number; to: number },
): Listed {
  if (crashes === null || crashes.since > from) return {};
  const own = crashes.ended.filter(({ at, version }) => version === version_id && at >= from && at <= to);
  const started = own.filter(({ didStart }) => didStart);
  return { crashes: started.length, failed_starts: own.length - started.length };
}

/** What the instance says of a deployment; of crashes it knows more than the list of servers, which forgets them, or nothing. */
function outcomeOf({ outcome }: Deployment, listed: Listed): Partial<TimelineDeployment> {
  if (outcome === undefined) return listed;
  const { crash_loop, ran_ms, ran_well } = outcome;
  const crashes = outcome.crashes ?? listed.crashes;
  const failed = outcome.failed_starts ?? listed.failed_starts;
  return {
    ...(crashes === undefined ? {} : { crashes }),
    ...(failed === undefined ? {} : { failed_starts: failed }),
    crash_loop,
    ran_ms,
    ran_well,
  };
}
