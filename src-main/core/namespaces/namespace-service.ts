// Changes of a namespace: switch, roll back, limits, hosting. What timed out is read back, and what became of it is reported as it
// is: done, not done, or unknown.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { ChangeOutcome, SwitchOutcome } from '../../../src-shared/namespaces/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { HostingPolicy, MatchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import { messageFor, type Sentence } from '../../../src-shared/text/message.ts';
import { versionNames } from '../../../src-shared/versions/version-names.ts';
import { requireConfirmed, requireWritable } from '../instances/confirm-protected.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { findRollbackTarget } from './find-rollback-target.ts';
import type { SwitchLog } from './switch-log.ts';

export type NamespaceTarget = {
  instance_id: string;
  game_id: string;
  namespace_id: string;
  confirm?: string | undefined;
};
export type NamespaceService = ReturnType<typeof createNamespaceService>;

/** Waits before each look at what became of a change. */
const LOOK_AFTER_MS = [0, 500, 1_500, 4_000];

export function createNamespaceService(
  instances: InstanceService,
  switches: SwitchLog,
  lookAfter: readonly number[] = LOOK_AFTER_MS,
) {
  const clientFor = async (target: NamespaceTarget): Promise<Ready> => {
    requireWritable(instances, target.instance_id);
    const client = instances.find(target.instance_id).client();
    const { game } = await client.getGame({ params: { game_id: target.game_id } });
    await requireConfirmed(instances, target, async () => namespaceIn(game, target.namespace_id).name_id);
    return { client, game };
  };
  return {
    /** `expected` is what the person saw it run when they decided. */
    switchTo: async (target: NamespaceTarget, version_id: string, expected?: string) => {
      const ready = await clientFor(target);
      if (expected !== undefined) requireUnchanged(ready.game, target.namespace_id, { version_id, expected });
      return await switchTo({ switches, lookAfter }, target, ready, version_id);
    },
    rollBack: async (target: NamespaceTarget): Promise<SwitchOutcome> => {
      const ready = await clientFor(target);
      const previous = await findRollbackTarget(ready.client, ready.game, target.namespace_id);
      if (previous === undefined) throw new AppError('NOTHING_TO_ROLL_BACK');
      return await switchTo({ switches, lookAfter }, target, ready, previous.version_id);
    },
    setLimits: async (target: NamespaceTarget, limits: MatchmakerConfig): Promise<ChangeOutcome> => {
      const { client } = await clientFor(target);
      const canRead = instances.find(target.instance_id).view().why_not?.read_limits === undefined;
      return await change('limits', lookAfter, {
        write: () => client.updateMatchmakerConfig({ params: paramsOf(target), body: limits }),
        ...(canRead ? { isDone: () => hasLimits(client, target, limits) } : {}),
      });
    },
    setHosting: async (target: NamespaceTarget, hosting: HostingPolicy): Promise<ChangeOutcome> => {
      const { client } = await clientFor(target);
      requireAbility(instances.find(target.instance_id), 'hosting');
      return await change('hosting', lookAfter, {
        write: () => client.setHosting({ params: paramsOf(target), body: hosting }),
        isDone: async () => isSame((await client.getHosting({ params: paramsOf(target) })).hosting, hosting),
      });
    },
  };
}

type Ready = { client: ServiceClient; game: GameFull };

/** `begin` is told about a switch before it is sent. */
type Means = { switches: Pick<SwitchLog, 'begin'>; lookAfter?: readonly number[] };

/** The switch itself, for who has no instances to find. What was marked is the caller's to keep. */
export async function switchTo(
  { switches, lookAfter = LOOK_AFTER_MS }: Means,
  target: NamespaceTarget,
  { client, game }: Ready,
  version_id: string,
): Promise<SwitchOutcome> {
  const { instance_id, namespace_id } = target;
  const from = namespaceIn(game, namespace_id).version_id;
  const names = namesOf(game, namespace_id, version_id);
  if (from === version_id) {
    const sentence = messageFor('switch.runs-already', { namespace: names.namespace, version: names.version });
    return { outcome: 'switched', sentence, version_id };
  }
  switches.begin({ instance_id, namespace_id, version_id });
  const body = { version_id };
  const failure = await attempt(() => client.updateNamespaceVersion({ params: paramsOf(target), body }));
  if (failure !== undefined && !isUncertain(failure)) throw failure;
  const now = await readBack(client, target, version_id, lookAfter);
  return { ...outcomeOf(now, { names, version_id, from, failure }), from_version_id: from };
}

function paramsOf({ game_id, namespace_id }: NamespaceTarget) {
  return { game_id, namespace_id };
}

function namespaceIn(game: GameFull, id: string) {
  const namespace = game.namespaces.find(({ namespace_id: known }) => known === id);
  if (namespace === undefined) throw new AppError('NAMESPACE_NOT_FOUND');
  return namespace;
}

/** Whoever decided by a version that no longer runs decides again. A request that is fulfilled already needs no check. */
function requireUnchanged(
  game: GameFull,
  namespace_id: string,
  request: { version_id: string; expected: string },
): void {
  const { name_id: name, version_id: present } = namespaceIn(game, namespace_id);
  if (present === request.expected || present === request.version_id) return;
  const { nameOf } = namesOf(game, namespace_id, present);
  throw new AppError(
    'NAMESPACE_CHANGED',
    'namespace.switched-by-others',
    { namespace: name, present: nameOf(present), expected: nameOf(request.expected) },
    { metadata: { version_id: present } },
  );
}

type Names = { namespace: string; version: Sentence; nameOf(version_id: string): Sentence };

function namesOf(game: GameFull, namespace_id: string, version_id: string): Names {
  const names = versionNames(game.versions);
  const nameOf = (id: string) => names.get(id) ?? messageFor('switch.version-by-id', { id });
  return { namespace: namespaceIn(game, namespace_id).name_id, version: nameOf(version_id), nameOf };
}

async function attempt(work: () => Promise<unknown>): Promise<AppError | undefined> {
  try {
    await work();
    return undefined;
  } catch (thrown) {
    return asAppError(thrown);
  }
}

/** A refusal is certain: nothing was changed. Silence and a failing service are not. */
function isUncertain({ status, code }: AppError): boolean {
  return status >= 500 || code === 'API_RATE_LIMIT';
}

/** The version that the namespace runs, looked at until it is the requested one. */
async function readBack(
  client: ServiceClient,
  target: NamespaceTarget,
  requested: string,
  lookAfter: readonly number[],
): Promise<string | undefined> {
  const read = async () => {
    const { game } = await client.getGame({ params: { game_id: target.game_id } }, { once: true });
    return namespaceIn(game, target.namespace_id).version_id;
  };
  return await look(read, (version_id) => version_id === requested, lookAfter);
}

/**
 * What was read last, once it is what was wanted or there is nothing more to wait for. A change that got no answer may come to pass a
 * while later, so that one look alone proves nothing.
 */
async function look<T>(
  read: () => Promise<T>,
  isWanted: (found: T) => boolean,
  lookAfter: readonly number[],
): Promise<T | undefined> {
  let found: T | undefined;
  for (const wait of lookAfter) {
    await sleep(wait);
    try {
      found = await read();
      if (isWanted(found)) break;
    } catch (thrown) {
      if (!isUncertain(asAppError(thrown))) break;
    }
  }
  return found;
}

type Attempt = { names: Names; version_id: string; from: string; failure: AppError | undefined };

function outcomeOf(now: string | undefined, { names, version_id, from, failure }: Attempt): SwitchOutcome {
  const { namespace, version, nameOf } = names;
  const why = failure?.toMessage();
  if (now === version_id) {
    return { outcome: 'switched', sentence: messageFor('switch.switched', { namespace, version }), version_id: now };
  }
  if (now === undefined) {
    const given = { namespace, version, from: nameOf(from) };
    const sentence =
      why === undefined
        ? messageFor('switch.not-read-back', given)
        : messageFor('switch.not-answered', { ...given, why });
    return { outcome: 'unknown', sentence };
  }
  if (now !== from || why === undefined) {
    const sentence = messageFor('switch.switched-by-others', { namespace, present: nameOf(now), version });
    return { outcome: 'not_switched', sentence, version_id: now };
  }
  const sentence = messageFor('switch.not-arrived', { namespace, present: nameOf(now), why });
  return { outcome: 'not_switched', sentence, version_id: now };
}

type Change = { write: () => Promise<unknown>; isDone?: () => Promise<boolean> };

async function change(
  what: 'limits' | 'hosting',
  lookAfter: readonly number[],
  { write, isDone }: Change,
): Promise<ChangeOutcome> {
  const failure = await attempt(write);
  if (failure === undefined) return { outcome: 'done', sentence: messageFor(`switch.${what}-changed`) };
  if (!isUncertain(failure)) throw failure;
  const seen = isDone === undefined ? undefined : await look(isDone, (isThere) => isThere, lookAfter);
  if (seen === true) return { outcome: 'done', sentence: messageFor(`switch.${what}-changed`) };
  if (seen === false) {
    return { outcome: 'not_done', sentence: messageFor(`switch.${what}-not-changed`, { why: failure.toMessage() }) };
  }
  return { outcome: 'unknown', sentence: messageFor('switch.change-unknown', { why: failure.toMessage() }) };
}

async function hasLimits(client: ServiceClient, target: NamespaceTarget, limits: MatchmakerConfig): Promise<boolean> {
  const { namespace } = await client.getNamespace({ params: paramsOf(target) });
  return isSame(namespace.config.matchmaker, limits);
}

function isSame<T extends object>(found: T, requested: T): boolean {
  const fields = new Map<string, unknown>(Object.entries(found));
  return Object.entries(requested).every(([name, value]) => fields.get(name) === value);
}
