// What `slipway push` does once its version runs on a namespace: says how its servers are, and with --wait-healthy watches them and
// goes back to what ran before when they do not stay up.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import type { SwitchOutcome } from '../../src-shared/namespaces/bridge.ts';
import { listed, type Message, messageFor, textOf } from '../../src-shared/text/message.ts';
import { firstVersion } from '../../src-shared/versions/first-version.ts';
import { versionNames } from '../../src-shared/versions/version-names.ts';
import type { Target } from '../core/instances/open-target.ts';
import type { Pushed } from '../core/transfers/push/push.ts';
import { usage, wholeNumber } from './arguments.ts';
import { findNamespace } from './find-game.ts';
import type { Place } from './find-place.ts';
import {
  type KeptAt,
  type KeptServers,
  keptIn,
  LOOK_EVERY_MS,
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
  place: Place;
  seconds: number | undefined;
  signal: AbortSignal;
};

/** Nothing to say where no namespace was switched. */
export async function serveAfter({ record }: Pushed, watched: Watched): Promise<Serving> {
  const { target, place, seconds, endedBefore, signal } = watched;
  const { version_id: version } = record;
  if (record.status !== 'done' || !record.switches || version === undefined) return { fields: {}, text: '' };
  const at: KeptAt = { ...keptIn(target, place), version_id: version, endedBefore };
  const report = async () => {
    const { text, ...fields } = await reportKept(at, place.namespace.name_id, signal);
    return { fields, text };
  };
  try {
    if (seconds === undefined) return await report();
    const health = await watchHealth(at, seconds, signal);
    if (health.state === 'unhealthy') return await goBack(watched, version, health.why);
    const { fields, text } = await report();
    return { fields: { ...fields, health: 'healthy' }, text: `${text}Healthy  for ${seconds} s\n` };
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    // The version runs by now: nobody is to think that nothing happened.
    throw new AppError('CANCELLED', 'cli.health-not-awaited', {
      namespace: place.namespace.name_id,
      version: record.name,
    });
  }
}

/** What became of servers that were to stay up. */
type Health = { state: 'healthy' } | { state: 'unhealthy'; why: Message };

/** Healthy once all are reachable, or run where they have no port, and none of them ended for so long after that. */
export async function watchHealth(at: KeptAt, seconds: number, signal: AbortSignal): Promise<Health> {
  const keeps = (await readKeeps(at)) ?? 1;
  let latest = Date.now() + REACHABLE_WITHIN_MS;
  let upSince = Infinity;
  for (;;) {
    signal.throwIfAborted();
    const { waits, ...kept } = await lookAtKept(at, keeps);
    const now = Date.now();
    // Their time begins when none of them waits for an old one to end, and again when they were up and one no longer is.
    if (waits || upSince !== Infinity) latest = now + REACHABLE_WITHIN_MS;
    if (kept.state === 'ended') return unhealthy(messageFor('cli.health-ended'), kept);
    upSince = sinceWhen(kept, upSince, now);
    if (now - upSince >= seconds * 1000) return { state: 'healthy' };
    if (upSince === Infinity && now > latest) {
      return unhealthy(messageFor('cli.health-not-reachable', { seconds: REACHABLE_WITHIN_MS / 1000 }), kept);
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

function unhealthy(first: Message, { why }: KeptServers): Health {
  return { state: 'unhealthy', why: listed([first, ...(why === undefined ? [] : [why])], ' ') };
}

/** To what the namespace ran before the push. */
async function goBack({ target, place }: Watched, version: string, { text: why }: { text: string }): Promise<Serving> {
  const { game, namespace } = place;
  const given = { namespace: namespace.name_id, why };
  const before = game.versions.find(({ version_id: id }) => id === namespace.version_id);
  if (before === undefined || before.version_id === version) return notBack(messageFor('cli.health-stays', given));
  const failed = await whyNotBack(target, place, { from: version, to: before.version_id });
  if (failed !== undefined) return notBack(messageFor('cli.health-not-rolled-back', { ...given, failed }));
  const message =
    before === firstVersion(game)
      ? messageFor('cli.health-runs-none', given)
      : messageFor('cli.health-rolled-back', { ...given, version: before.display_name });
  const fields = { health: 'unhealthy', rolled_back_to: before.version_id } as const;
  return { fields, text: '', problem: new AppError('UNHEALTHY', message) };
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
