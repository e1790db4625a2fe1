// What a promotion is about, from what was chosen and what is known: suggestions, what can be chosen, why it cannot go. Pure.
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import type { PromotePlan, PromotionRequest } from '../../../src-shared/versions/promote.ts';
import { errorText, t } from '../../text/t.ts';
import { twinOf } from '../games/games-selectors.ts';
import { whyInstanceUnavailable } from '../instances/instances-selectors.ts';
import { isProtected } from '../namespaces/namespaces-selectors.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import type { Loadable } from '../namespaces/switch-store.ts';
import type { PromoteDraft } from './promote-store.ts';

/** What the window has mirrored so far. */
export type Known = {
  instances: readonly InstanceView[];
  games: Readonly<Record<string, readonly GameRow[] | undefined>>;
  game: (game_id: string | undefined) => GameFull | undefined;
};

/** One end of it, as far as it is known. */
export type Side = {
  instance: InstanceView | undefined;
  games: readonly GameRow[];
  game_id: string | undefined;
  game: GameFull | undefined;
};

/** Both ends of a promotion. */
export type Ends = {
  from: Side & { version: VersionSummary | undefined };
  to: Side & { namespace: NamespaceSummary | undefined };
};

/** What was chosen, and for the rest what fits: another instance, the game of the same name, a namespace that runs something else. */
export function endsOf(draft: PromoteDraft, known: Known): Ends {
  const [fromId, toId] = instancesOf(draft, known.instances);
  const rows = (id: string) => known.games[id] ?? [];
  const chosen =
    rows(fromId).find(({ id }) => id === draft.fromGame) ?? rows(toId).find(({ id }) => id === draft.toGame);
  const twin = (id: string) => twinOf(rows(id), chosen)?.id;
  const from = sideOf(known, fromId, draft.fromGame ?? twin(fromId));
  const to = sideOf(known, toId, draft.toGame ?? twin(toId));
  const versions = from.game?.versions ?? [];
  const version = versions.find(({ version_id: id }) => id === draft.version) ?? versions.at(-1);
  return { from: { ...from, version }, to: { ...to, namespace: namespaceOf(to, from, version, draft.namespace) } };
}

/** From Local to elsewhere, unless something else was chosen. Alone, an instance is both ends. */
function instancesOf({ fromInstance, toInstance }: PromoteDraft, instances: readonly InstanceView[]): [string, string] {
  const local = instances.find(({ kind }) => kind === 'local')?.id ?? '';
  const elsewhere = (id: string) => {
    const others = instances.filter((one) => one.id !== id);
    return (others.find(({ state }) => state === 'connected') ?? others[0])?.id ?? id;
  };
  const from = fromInstance ?? (toInstance === local ? elsewhere(local) : local);
  return [from, toInstance ?? elsewhere(from)];
}

function sideOf({ instances, games, game }: Known, instance_id: string, game_id: string | undefined): Side {
  const instance = instances.find(({ id }) => id === instance_id);
  return { instance, games: games[instance_id] ?? [], game_id, game: game(game_id) };
}

function namespaceOf(to: Side, from: Side, version: VersionSummary | undefined, chosen: string | undefined) {
  const list = to.game?.namespaces ?? [];
  const isSameGame = to.game_id === from.game_id;
  const other = isSameGame ? list.find(({ version_id: id }) => id !== version?.version_id) : undefined;
  return list.find(({ namespace_id: id }) => id === chosen) ?? other ?? list[0];
}

/** What is asked of the core; undefined while something is missing. */
export function requestOf(ends: Ends, { name, kind }: PromoteDraft): PromotionRequest | undefined {
  const { from } = ends;
  const place = targetPlace(ends);
  if (from.instance === undefined || from.version === undefined || place === undefined) return undefined;
  const { instance_id, game_id, namespace_id } = place;
  const trimmed = name?.trim() ?? '';
  return {
    from: { instance_id: from.instance.id, game_id: from.game_id ?? '', version_id: from.version.version_id },
    to: { instance_id, game_id, namespace_id },
    ...(trimmed === '' ? {} : { name: trimmed }),
    ...(kind === undefined ? {} : { kind }),
  };
}

/** The namespace it goes to, as its layers name it. */
export function targetPlace({ to }: Ends): NamespacePlace | undefined {
  if (to.instance === undefined || to.game === undefined || to.namespace === undefined) return undefined;
  return { instance_id: to.instance.id, game_id: to.game.game_id, namespace_id: to.namespace.namespace_id };
}

/** Whether its name has to be typed first. */
export function asksName(ends: Ends): boolean {
  const place = targetPlace(ends);
  return ends.to.instance !== undefined && place !== undefined && isProtected(ends.to.instance, place);
}

/** What a person decided on the sheet. */
export type PromoteDecision = {
  request: PromotionRequest;
  place: NamespacePlace;
  plan: PromotePlan;
  /** What the namespace ran when they decided. */
  running: string;
  confirm: string | undefined;
  /** Where it goes, for the message. */
  instanceName: string;
};

/** The decision as it stands; undefined while it cannot be made. */
export function decisionOf(ends: Ends, plan: Loadable<PromotePlan>, draft: PromoteDraft): PromoteDecision | undefined {
  const [request, place] = [requestOf(ends, draft), targetPlace(ends)];
  const isOff = whyCannotPromote(ends, plan, draft) !== undefined;
  if (isOff || plan.state !== 'read' || request === undefined || place === undefined) return undefined;
  return {
    request,
    place,
    plan: plan.value,
    running: ends.to.namespace?.version_id ?? '',
    confirm: asksName(ends) ? draft.typed : undefined,
    instanceName: ends.to.instance?.name ?? '',
  };
}

/** Why nothing can be chosen further at one end: it is away, or it lacks the game. */
export function missingAt(ends: Ends): string | undefined {
  const { from, to } = ends;
  const away = whyInstanceUnavailable(from.instance) ?? whyInstanceUnavailable(to.instance);
  if (away !== undefined) return away;
  return missingGame(ends) ?? missingPart(ends);
}

function missingGame({ from, to }: Ends): string | undefined {
  if (from.game_id === undefined) return t('Choose the game that the version belongs to');
  if (to.game_id === undefined) return t('Choose the game on {instance} that it goes to', { instance: nameOf(to) });
  if (from.game === undefined || to.game === undefined) return t('The game is being read');
  return undefined;
}

function missingPart({ from, to }: Ends): string | undefined {
  if (from.version === undefined)
    return t('{game} has no version on {instance} yet', { game: gameOf(from), instance: nameOf(from) });
  return to.namespace === undefined ? t('{game} has no namespace there', { game: gameOf(to) }) : undefined;
}

function nameOf({ instance }: Side): string {
  return instance?.name ?? '';
}

function gameOf({ game }: Side): string {
  return game?.display_name ?? '';
}

/** Why it cannot be promoted now; undefined when it can. */
export function whyCannotPromote(
  ends: Ends,
  plan: Loadable<PromotePlan>,
  { typed, name }: PromoteDraft,
): string | undefined {
  const missing = missingAt(ends);
  if (missing !== undefined) return missing;
  const { instance } = ends.to;
  if (instance?.is_read_only === true)
    return t('{instance} is marked read-only here. Take the mark off first', { instance: instance.name });
  if (name !== undefined && name.trim() === '') return t('Give the version a name');
  if (plan.state === 'reading') return t('Looking whether it can go there');
  return plan.state === 'failed' ? plan.why : whyPlanBlocks(ends, plan.value, typed);
}

function whyPlanBlocks(ends: Ends, { problems, version_id: there }: PromotePlan, typed: string): string | undefined {
  const { namespace } = ends.to;
  const [problem] = problems;
  if (problem !== undefined) return errorText(problem);
  if (namespace === undefined) return undefined;
  const { name_id: name } = namespace;
  if (there === namespace.version_id) return t('{name} runs these bytes already', { name });
  return asksName(ends) && typed !== name ? t('Type {name} to confirm', { name }) : undefined;
}

/** The whole decision, as its button says it. */
export function formatDecision({ from, to }: Ends, plan: Loadable<PromotePlan>): string {
  const name = to.namespace?.name_id;
  if (plan.state !== 'read' || name === undefined || from.version === undefined) return t('Promote');
  const { way, version_name: version, warnings } = plan.value;
  const values = { name, version };
  if (warnings.length > 0) {
    return way === 'switch'
      ? t('Switch {name} to {version} anyway', values)
      : t('Send {version} to {name} anyway', values);
  }
  return way === 'switch' ? t('Switch {name} to {version}', values) : t('Send {version} to {name}', values);
}

/** A lane, with the hash of what it runs. Without one it is unknown. */
export type LaneHash = { id: string; name: string; version: string; hash: string | undefined };

/** The lanes of a game. */
export function laneHashes(game: GameFull, hashes: Readonly<Record<string, string>>): LaneHash[] {
  return game.namespaces.map(({ namespace_id: id, name_id: name, version_id: version }) => ({
    id,
    name,
    hash: hashes[version],
    version: game.versions.find((one) => one.version_id === version)?.display_name ?? t('a version that is gone'),
  }));
}
