// A namespace over time: its history with what was set and what became of it, one moment of it, and what differs between two.
import { isDeepStrictEqual } from 'node:util';
import { RAN_WELL_MS } from '../../../src-shared/servers/trouble-spans.ts';
import type {
  DeploymentOutcome,
  HostingPolicy,
  MatchmakerConfig,
  MomentDifference,
  NamespaceMoment,
  NamespaceSetup,
  NamespaceVersionHistoryEntry,
} from '../../../src-shared/service/namespaces.ts';
import { timestampOf } from '../../platform/http/timestamp.ts';
import type { OutcomeStore } from '../../runtime/replicas/outcome-store.ts';
import type { Outcomes } from '../../runtime/replicas/outcomes.ts';
import type { VersionService } from '../versions/service.ts';
import { readWho } from './changed-by.ts';
import type { HistoryEntry, HistoryStore } from './history-store.ts';
import type { Settings, SettingsStore } from './settings-store.ts';
import type { WholeNamespace } from './store.ts';

export type MomentParts = {
  history: HistoryStore;
  settings: SettingsStore;
  versions: VersionService;
  outcomes: Outcomes;
  outcomeStore: OutcomeStore;
};

/** Newest first. */
export function historyOf(
  parts: MomentParts,
  namespace: WholeNamespace,
  { offset, limit }: { offset: number; limit: number },
): NamespaceVersionHistoryEntry[] {
  const entries = parts.history.page(namespace.namespace_id, { offset, limit });
  const [newest] = entries;
  const after = newest === undefined ? undefined : parts.history.one(namespace.namespace_id, newest.number + 1);
  return entries.map((entry, at) => {
    const next = at === 0 ? after : entries[at - 1];
    const settings = entry.set_number === null ? undefined : parts.settings.one(entry.namespace_id, entry.set_number);
    return {
      namespace_id: entry.namespace_id,
      version_id: entry.version_id,
      deploy_ts: timestampOf(entry.deploy_ts),
      ...(settings && { settings: setupOf(settings, variablesOf(parts, namespace.game_id, entry.version_id)) }),
      ...(entry.origin === null ? {} : readWho(entry.origin)),
      outcome: outcomeOf(entry, next, next === undefined ? parts.outcomes.unwrittenMs(entry) : 0),
    };
  });
}

/** What runs now has more behind it than is written. What an older Slipway wrote has no outcome beyond its end. */
function outcomeOf(entry: HistoryEntry, next: HistoryEntry | undefined, unwrittenMs: number): DeploymentOutcome {
  const { ran_ms: written, crashes, looped, served, failed_starts: failed, rolled_back: rolledBack } = entry;
  const outcome: DeploymentOutcome = {
    is_running: next === undefined,
    ...(next === undefined ? {} : { ended_ts: timestampOf(next.deploy_ts) }),
    rolled_back: rolledBack === 1,
  };
  if (written === null || crashes === null) return outcome;
  const ran_ms = written + unwrittenMs;
  return {
    ...outcome,
    ran_ms,
    crashes,
    crash_loop: looped === 1,
    ...(failed === null ? {} : { failed_starts: failed }),
    served: served === 1,
    // Of this one deployment: a crash loop in it stays on its record. The version may have run well since, which is what it is rolled
    // back by: see choose-rollback-target.ts.
    ran_well: ran_ms >= RAN_WELL_MS && looped !== 1 && served === 1,
  };
}

export type Moment = {
  at: number;
  version?: { version_id: string; config: Record<string, unknown>; deploy_ts: number | undefined };
  settings: Settings | undefined;
};

export function momentAt({ history, settings, versions }: MomentParts, namespace: WholeNamespace, at: number): Moment {
  const { namespace_id, game_id } = namespace;
  const entry = history.at(namespace_id, at);
  // Before the first switch it ran what it began with, which is known only as long as nothing else came.
  const isFirst = history.newestNumber(namespace_id) === 0 && at >= namespace.create_ts;
  const version_id = entry?.version_id ?? (isFirst ? namespace.version_id : undefined);
  const found = settings.at(namespace_id, at);
  if (version_id === undefined) return { at, settings: found };
  const config = configOf(versions, game_id, version_id);
  return { at, settings: found, version: { version_id, config, deploy_ts: entry?.deploy_ts } };
}

export function toMoment({ at, version, settings }: Moment): NamespaceMoment {
  return {
    ts: timestampOf(at),
    ...(version && { version_id: version.version_id }),
    ...(version?.deploy_ts === undefined ? {} : { deploy_ts: timestampOf(version.deploy_ts) }),
    ...(settings && { settings: setupOf(settings, namesIn(version?.config)) }),
  };
}

/** What differs, and how many things are the same. What is not known of one of the two is no difference. */
export function differencesOf(from: Moment, to: Moment): { differences: MomentDifference[]; unchanged: number } {
  const [before, after] = [factsOf(from, to), factsOf(to, from)];
  const differences: MomentDifference[] = [];
  let unchanged = 0;
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, present] = [before.get(name), after.get(name)];
    if (isDeepStrictEqual(old?.value, present?.value)) {
      unchanged += 1;
      continue;
    }
    const path = (old ?? present)?.path ?? [];
    differences.push({
      path,
      change: old === undefined ? 'added' : present === undefined ? 'removed' : 'changed',
      ...shown('from', path, old),
      ...shown('to', path, present),
    });
  }
  return { differences, unchanged };
}

type Fact = { path: string[]; value: unknown };

/** Values of variables may be secrets: that they differ is told, and no more. */
function shown(side: 'from' | 'to', path: readonly string[], fact: Fact | undefined): Partial<MomentDifference> {
  if (fact === undefined || path[0] === 'variables') return {};
  return { [side]: fact.value };
}

/** All there is to compare, each under its path. What the other moment does not know is left out. */
function factsOf(moment: Moment, other: Moment): Map<string, Fact> {
  const facts: Fact[] = [];
  if (moment.settings !== undefined && other.settings !== undefined) {
    const { limits, hosting } = setupOf(moment.settings, []);
    for (const [name, value] of Object.entries(limits)) facts.push({ path: ['limits', name], value });
    for (const [name, value] of Object.entries(hosting)) facts.push({ path: ['hosting', name], value });
  }
  if (moment.version !== undefined && other.version !== undefined) {
    const { version_id, config } = moment.version;
    facts.push({ path: ['version_id'], value: version_id }, ...configFacts(config));
  }
  return new Map(facts.map((fact) => [JSON.stringify(fact.path), fact]));
}

function configFacts({ environment, ports, ...rest }: Record<string, unknown>): Fact[] {
  const each = (name: string, map: unknown): Fact[] =>
    Object.entries(map ?? {}).map(([key, value]) => ({ path: [name, key], value }));
  const others = Object.entries(rest).map(([name, value]) => ({ path: [name], value }));
  return [...others, ...each('variables', environment), ...each('ports', ports)];
}

function setupOf(settings: MatchmakerConfig & HostingPolicy, variables: string[]): NamespaceSetup {
  const { lobby_count_max, max_players, server_count, on_version_switch, drain_limit, restart } = settings;
  return {
    limits: { lobby_count_max, max_players },
    hosting: { server_count, on_version_switch, drain_limit, restart },
    variables,
  };
}

function variablesOf({ versions }: MomentParts, game_id: string, version_id: string): string[] {
  return namesIn(configOf(versions, game_id, version_id));
}

function namesIn(config: Record<string, unknown> | undefined): string[] {
  return Object.keys(config?.['environment'] ?? {}).toSorted();
}

function configOf(versions: VersionService, game_id: string, version_id: string): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only configs that were checked are written
  return JSON.parse(versions.one(game_id, version_id).config) as Record<string, unknown>;
}
