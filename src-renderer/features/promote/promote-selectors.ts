// What a promotion is about, from what was chosen and what is known. Nothing is chosen beforehand but the remote, where there is
// one other alone, and the game of the same name on it. Pure.

import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import { firstNamespaces, type GameFull } from '../../../src-shared/service/games.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import { firstVersion } from '../../../src-shared/versions/first-version.ts';
import type { PromotePlan, PromotionRequest } from '../../../src-shared/versions/promote.ts';
import { isSameGame } from '../../../src-shared/versions/same-game.ts';
import { twinOf } from '../games/games-selectors.ts';
import { versionName } from '../namespaces/namespaces-selectors.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import type { PromoteDraft } from './promote-store.ts';

/** What the window has mirrored so far. */
export type Known = {
  instances: readonly InstanceView[];
  games: Readonly<Record<string, readonly GameRow[] | undefined>>;
  game: (instance_id: string, game_id: string) => GameFull | undefined;
};

/** One end of it, as far as it is known. */
export type Side = {
  instance: InstanceView | undefined;
  games: readonly GameRow[];
  game_id: string | undefined;
  game: GameFull | undefined;
};

/** A namespace to choose. One of a game that is not there yet has only a name, which is its id. */
export type NamespaceChoice = {
  id: string;
  name: string;
  version_id: string | undefined;
  /** The name of what it runs, where anything was deployed to it. */
  runs: string | undefined;
  isProtected: boolean;
};

/** An instance to choose, with the game as it is there. */
export type Destination = {
  instance: InstanceView;
  /** The game of the same name; undefined where there is none, or its games are not known. */
  twin: GameRow | undefined;
  game: GameFull | undefined;
  /** Whether its games were read. */
  isRead: boolean;
};

/** Both ends of a promotion. */
export type Ends = {
  from: Side & { version: VersionSummary | undefined; row: GameRow | undefined };
  /** Every instance that it can go to, the one that it comes from last. */
  destinations: readonly Destination[];
  to: Side & {
    /** Whether its games were read. */
    isRead: boolean;
    /** The name of the game that is made there. */
    newGame: string | undefined;
    isOtherGame: boolean;
    namespaces: readonly NamespaceChoice[];
    namespace: NamespaceChoice | undefined;
  };
};

/** What was chosen, and what follows from it. */
export function endsOf(draft: PromoteDraft, known: Known): Ends {
  const from = fromOf(draft, known);
  const destinations = destinationsOf(from, known);
  const to = toOf(draft, known, from, destinations);
  const namespaces = to.newGame === undefined ? namespacesOf(to) : newNamespaces;
  return { from, destinations, to: { ...to, namespaces, namespace: chosenOf(namespaces, draft.namespace) } };
}

/**
 * What was chosen of a game to be made goes by its name, and stays chosen when the game turns out to be there already. Where players may
 * be on it, a person chooses again.
 */
function chosenOf(namespaces: readonly NamespaceChoice[], chosen: string | undefined): NamespaceChoice | undefined {
  const byId = namespaces.find(({ id }) => id === chosen);
  return byId ?? namespaces.find((one) => one.name === chosen && !isGuarded(one));
}

function fromOf(draft: PromoteDraft, known: Known): Ends['from'] {
  const instance_id = draft.fromInstance ?? usualSource(draft, known);
  const goal = known.games[draft.toInstance ?? '']?.find(({ id }) => id === draft.toGame);
  const rows = known.games[instance_id ?? ''] ?? [];
  const from = sideOf(known, instance_id, draft.fromGame ?? twinOf(rows, goal)?.id);
  const row = from.games.find(({ id }) => id === from.game_id);
  const version = from.game?.versions.find(({ version_id: id }) => id === draft.version);
  return { ...from, row, version };
}

/** What comes to a game of Local comes from elsewhere. */
function usualSource({ toInstance }: PromoteDraft, { instances }: Known): string | undefined {
  const local = instances.find(({ kind }) => kind === 'local')?.id;
  return toInstance === local ? undefined : local;
}

function sideOf({ instances, games, game }: Known, instance_id: string | undefined, game_id: string | undefined): Side {
  const instance = instances.find(({ id }) => id === instance_id);
  return { instance, games: games[instance_id ?? ''] ?? [], game_id, game: game(instance_id ?? '', game_id ?? '') };
}

function destinationsOf(from: Ends['from'], { instances, games, game }: Known): Destination[] {
  const own = from.instance?.id;
  const ordered = [...instances.filter(({ id }) => id !== own), ...instances.filter(({ id }) => id === own)];
  return ordered.map((instance) => {
    const rows = games[instance.id];
    const isOwn = instance.id === own;
    const twin = isOwn ? from.row : twinOf(rows ?? [], from.game ?? from.row);
    return { instance, twin, game: game(instance.id, twin?.id ?? ''), isRead: isReadOf(instance, rows) };
  });
}

/** The list of an instance is empty until it is connected for the first time. */
function isReadOf({ state }: InstanceView, rows: readonly GameRow[] | undefined): boolean {
  return rows !== undefined && (rows.length > 0 || state === 'connected');
}

function toOf(draft: PromoteDraft, known: Known, from: Ends['from'], destinations: readonly Destination[]) {
  const wanted = draft.toInstance ?? onlyOf(from, destinations)?.instance.id;
  const chosen = destinations.find(({ instance }) => instance.id === wanted);
  const own = draft.isOtherGame === true ? undefined : chosen;
  const game_id = draft.toGame ?? own?.twin?.id;
  const side = sideOf(known, chosen?.instance.id, game_id);
  const newGame = game_id === undefined && canMake(own) ? nameOf(from) : undefined;
  const isRead = destinations.some((one) => one.isRead && one.instance.id === wanted);
  return { ...side, isRead, isOtherGame: isOther(from, side), newGame };
}

/** The only remote that there is besides; alone, an instance is both ends. What runs on a remote hardly ever goes back to Local. */
function onlyOf(from: Ends['from'], destinations: readonly Destination[]): Destination | undefined {
  const others = destinations.filter(({ instance }) => instance.id !== from.instance?.id);
  const [only, ...more] = others.length === 0 ? destinations : others;
  return more.length === 0 && (others.length === 0 || only?.instance.kind === 'remote') ? only : undefined;
}

function nameOf({ row }: Ends['from']): string | undefined {
  return row?.display_name;
}

function isOther(from: Side, to: Side): boolean {
  return from.game !== undefined && to.game !== undefined && !isSameGame(from.game, to.game);
}

/** Whether the game is known to be missing, and a new one can be made. */
function canMake(chosen: Destination | undefined): boolean {
  return chosen?.isRead === true && chosen.instance.why_not?.create_game === undefined;
}

/** What players are on comes last, as it is the wrong one more often than not. */
function namespacesOf({ instance, game }: Side): NamespaceChoice[] {
  if (instance === undefined || game === undefined) return [];
  const none = firstVersion(game)?.version_id;
  const choices = game.namespaces.map(({ namespace_id, name_id: name, version_id }) => ({
    id: namespace_id,
    name,
    version_id,
    runs: version_id === none ? undefined : versionName(game, version_id),
    isProtected: isProtected(instance, { game_id: game.game_id, namespace_id }),
  }));
  return [...choices.filter((one) => !isGuarded(one)), ...choices.filter(isGuarded)];
}

const newNamespaces: readonly NamespaceChoice[] = firstNamespaces
  .map((name) => ({ id: name, name, version_id: undefined, runs: undefined, isProtected: false }))
  .toReversed();

/** Whether it is never chosen beforehand. */
export function isGuarded({ name, isProtected: isMarked }: Pick<NamespaceChoice, 'name' | 'isProtected'>): boolean {
  return isMarked || name === 'prod' || name === 'production';
}

/** What is asked of the core; undefined while something is missing. */
export function requestOf(ends: Ends, { name, kind }: PromoteDraft): PromotionRequest | undefined {
  const { from } = ends;
  const to = targetOf(ends);
  if (from.instance === undefined || from.version === undefined || to === undefined) return undefined;
  const trimmed = name?.trim() ?? '';
  return {
    from: { instance_id: from.instance.id, game_id: from.game_id ?? '', version_id: from.version.version_id },
    to,
    ...(trimmed === '' ? {} : { name: trimmed }),
    ...(kind === undefined ? {} : { kind }),
  };
}

function targetOf(ends: Ends): PromotionRequest['to'] | undefined {
  const { instance, newGame, namespace } = ends.to;
  if (instance === undefined || namespace === undefined) return undefined;
  if (newGame !== undefined) return { instance_id: instance.id, new_game: newGame, namespace: namespace.name };
  return targetPlace(ends);
}

/** The namespace it goes to, as its layers name it; undefined where its game is not there yet. */
export function targetPlace({ to }: Ends): NamespacePlace | undefined {
  if (to.instance === undefined || to.game === undefined || to.namespace === undefined) return undefined;
  return { instance_id: to.instance.id, game_id: to.game.game_id, namespace_id: to.namespace.id };
}

/** What a person decided on the sheet. */
export type PromoteDecision = {
  request: PromotionRequest;
  place: NamespacePlace | undefined;
  plan: PromotePlan;
  /** What the namespace ran when they decided. */
  running: string | undefined;
  confirm: string | undefined;
  /** Where it goes, for the message. */
  instanceName: string;
};
