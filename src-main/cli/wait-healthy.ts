// What `slipway push` does once its version runs on a namespace: says how its servers are, and with --wait-healthy watches them and
// goes back to what ran before when they do not stay up.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import type { SwitchOutcome } from '../../src-shared/namespaces/bridge.ts';
import { listed, type Message, messageFor, textOf } from '../../src-shared/text/message.ts';
import { firstVersion } from '../../src-shared/versions/first-version.ts';
import { versionNames } from '../../src-shared/versions/version-names.ts';
import type { Target } from '../core/instances/open-target.ts';
import { isPassing } from '../core/transfers/engine/passing-failures.ts';
import type { Pushed } from '../core/transfers/push/push.ts';
import { usage, wholeNumber } from './arguments.ts';
import { findNamespace } from './find-game.ts';
import type { Place } from './find-place.ts';
import {
  type KeptAt,
  type KeptServers,
  keptIn,
  LOOK_EVERY_MS,
  listEnded,
  lookAtKept,
  readKeeps,
  reportKept,
  sinceWhen,
} from './servers-after-switch.ts';
import { switchTo } from './switch.ts';

const USUAL_S = 30;
const REACHABLE_WITHIN_MS = 120_000;

export const healthHelp: readonly [string, string] = [
  '--wait-healthy [SECONDS]',
  `Wait until the servers of the namespace are reachable and stay so for so long (${USUAL_S}), or roll back and end with 1. They have ${REACHABLE_WITHIN_MS / 1000} seconds to be reachable; waiting for old servers with players does not count`,
];

/** The number may be left out, which options of commands cannot. */
export function withSeconds(args: readonly string[]): string[] {
  return args.flatMap((word, at) =>
    word === '--wait-healthy' && !/^\d+$/.test(args[at + 1] ?? '') ? [`${word}=${USUAL_S}`] : [word],
  );
}

export function secondsOf(wait: string | undefined, namespace: string | undefined): number | undefined {
  if (wait === undefined) return undefined;
  if (namespace === undefined) throw usage('push', '--wait-healthy goes with --namespace.');
  return wholeNumber('push', '--wait-healthy', wait);
}

/** Before anything is sent: where nothing is kept, there is nothing to watch. */
export async function requireKept(target: Target, place: Place): Promise<void> {
  if ((await readKeeps(keptIn(target, place))) === 0) {
    throw new AppError('REQUEST_REFUSED', 'cli.health-keeps-none', { namespace: place.namespace.name_id });
  }
}

export type Serving = {
  fields: { servers?: KeptServers; health?: 'healthy' | 'unhealthy'; rolled_back_to?: string };
  text: string;
  /** Why the command ends with 1. */
  problem?: AppError;
};

type Watched = Pick<KeptAt, 'endedBefore'> & {
  target: Target;
  /** As it was before this run of the push. */
  place: Place;
  /** With --wait-healthy. */
  wait: Wait | undefined;
  /** Finds the version to go back to. Without it, that is what the namespace ran before this push. */
  findBefore?: () => Promise<string | undefined>;
  signal: AbortSignal;
};

type Wait = {
  seconds: number;
  /** For so long the instance may be away, as for the push itself. */
  patienceMs: number;
  /** Hears once, for each reason, what is waited for. */
  onWaiting(message: Message): void;
};

/** Nothing to say where no namespace was switched. */
export async function serveAfter({ record, isResumed }: Pushed, watched: Watched): Promise<Serving> {
  const { version_id: version } = record;
  if (record.status !== 'done' || !record.switches || version === undefined) return { fields: {}, text: '' };
  const { namespace } = watched.place;
  // An earlier run of this push may have switched to it, and have ended while it watched.
  const goesOn = isResumed && namespace.version_id === version;
  try {
    return await serve(version, goesOn ? await sinceSwitch(watched) : watched);
  } catch (thrown) {
    if (!watched.signal.aborted) throw thrown;
    // The version runs by now: nobody is to think that nothing happened.
    throw new AppError('CANCELLED', 'cli.health-not-awaited', { namespace: namespace.name_id, version: record.name });
  }
}

/** As what an earlier run of the push knew: which servers had ended when it switched, and where to go back to. */
async function sinceSwitch(watched: Watched): Promise<Watched> {
  const { target, place } = watched;
  const endedBefore = await listEnded(keptIn(target, place), Date.parse(place.namespace.deploy_ts ?? ''));
  return { ...watched, endedBefore, findBefore: () => lastGood(watched) };
}

async function serve(version: string, watched: Watched): Promise<Serving> {
  const { target, place, wait, endedBefore, signal, findBefore } = watched;
  const at: KeptAt = { ...keptIn(target, place), version_id: version, endedBefore };
  const health = wait && (await watchHealth(at, wait, signal));
  if (health?.state === 'unhealthy') {
    const before = findBefore === undefined ? place.namespace.version_id : await findBefore();
    return await goBack(watched, { from: version, to: before }, health.why);
  }
  const { text, ...fields } = await reportKept(at, place.namespace.name_id, signal);
  if (wait === undefined) return { fields, text };
  return { fields: { ...fields, health: 'healthy' }, text: `${text}Healthy  for ${wait.seconds} s\n` };
}

/** What became of servers that were to stay up. */
type Health = { state: 'healthy' } | { state: 'unhealthy'; why: Message };

/** Healthy once all are reachable, or run where they have no port, and none of them ended for so long after that. */
export async function watchHealth(at: KeptAt, wait: Wait, signal: AbortSignal): Promise<Health> {
  const { seconds } = wait;
  const patiently = createPatience(wait.patienceMs);
  const tell = createTeller(wait.onWaiting);
  const look = createLook(at);
  let latest = Date.now() + REACHABLE_WITHIN_MS;
  let upSince = Infinity;
  for (;;) {
    signal.throwIfAborted();
    const looked = await patiently(look);
    const now = Date.now();
    // Their time begins when none of them waits for an old one to end, and again when they were up and one no longer is, or when
    // nobody could look at them.
    if (looked?.waits !== false || upSince !== Infinity) latest = now + REACHABLE_WITHIN_MS;
    if (looked !== undefined) {
      if (looked.state === 'ended') return unhealthy(messageFor('cli.health-ended'), looked);
      upSince = sinceWhen(looked, upSince, now);
      tell(looked, upSince !== Infinity);
      if (now - upSince >= seconds * 1000) return { state: 'healthy' };
      if (upSince === Infinity && now > latest)
        return unhealthy(messageFor('cli.health-not-reachable', { seconds: REACHABLE_WITHIN_MS / 1000 }), looked);
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** How many are kept is asked for once. */
function createLook(at: KeptAt) {
  let keeps: number | undefined;
  return async () => {
    keeps ??= (await readKeeps(at)) ?? 1;
    return await lookAtKept(at, keeps);
  };
}

/** Two minutes without a word look like a command that hangs. */
function createTeller(onWaiting: Wait['onWaiting']): (servers: KeptServers, isUp: boolean) => void {
  let told: string | undefined;
  return ({ why = '' }, isUp) => {
    if (isUp || why === told) return;
    told = why;
    const message = messageFor('cli.health-waiting', { seconds: REACHABLE_WITHIN_MS / 1000 });
    onWaiting(why === '' ? message : listed([message, why], ' '));
  };
}

/** Answers nothing while the instance is away, for so long: a bad version is not to stay because the line was bad as well. */
function createPatience(patienceMs: number) {
  let awaySince: number | undefined;
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const found = await work();
      awaySince = undefined;
      return found;
    } catch (thrown) {
      awaySince ??= Date.now();
      if (!isPassing(asAppError(thrown)) || Date.now() - awaySince >= patienceMs) throw thrown;
      return undefined;
    }
  };
}

function unhealthy(first: Message, { why }: KeptServers): Health {
  return { state: 'unhealthy', why: listed([first, ...(why === undefined ? [] : [why])], ' ') };
}

/** To what the namespace ran before the push, where that is known and another version. */
async function goBack(
  { target, place }: Watched,
  { from, to }: { from: string; to: string | undefined },
  { text: why }: { text: string },
): Promise<Serving> {
  const { game, namespace } = place;
  const given = { namespace: namespace.name_id, why };
  const before = game.versions.find(({ version_id: id }) => id === to);
  if (before === undefined || before.version_id === from) return notBack(messageFor('cli.health-stays', given));
  const failed = await whyNotBack(target, place, { from, to: before.version_id });
  if (failed !== undefined) return notBack(messageFor('cli.health-not-rolled-back', { ...given, failed }));
  const message =
    before === firstVersion(game)
      ? messageFor('cli.health-runs-none', given)
      : messageFor('cli.health-rolled-back', { ...given, version: before.display_name });
  const fields = { health: 'unhealthy', rolled_back_to: before.version_id } as const;
  return { fields, text: '', problem: new AppError('UNHEALTHY', message) };
}

/** As `slipway rollback` finds it. */
async function lastGood({ target: { client }, place }: Watched): Promise<string | undefined> {
  const { findRollbackTarget } = await import('../core/namespaces/find-rollback-target.ts');
  const { game } = await client.getGame({ params: { game_id: place.game.game_id } });
  return (await findRollbackTarget(client, game, place.namespace.namespace_id))?.version_id;
}

function notBack(message: Message): Serving {
  return { fields: { health: 'unhealthy' }, text: '', problem: new AppError('UNHEALTHY', message) };
}

type Back = { from: string; to: string };

/** Nothing once it runs that version again. */
async function whyNotBack(target: Target, place: Place, back: Back): Promise<string | undefined> {
  try {
    const { outcome, sentence } = await switchBack(target, place, back);
    return outcome === 'switched' ? undefined : textOf(sentence);
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}

/** From what it runs now: the game was read before the push. What somebody else switched it to since then stays. */
async function switchBack(target: Target, place: Place, { from, to }: Back): Promise<Went> {
  const { game } = await target.client.getGame({ params: { game_id: place.game.game_id } });
  const namespace = findNamespace(game, place.namespace.namespace_id);
  const { name_id: name, version_id: present } = namespace;
  if (present === from || present === to) return await switchTo(target, { game, namespace }, to);
  const names = versionNames(game.versions);
  const given = { namespace: name, present: names.get(present) ?? present, version: names.get(from) ?? from };
  return { outcome: 'not_switched', sentence: messageFor('switch.switched-by-others', given) };
}

type Went = Pick<SwitchOutcome, 'outcome' | 'sentence'>;
