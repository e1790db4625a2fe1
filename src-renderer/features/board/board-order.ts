// Which namespaces a board shows, in which order, and which of them as lanes. Pure.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { BoardSort } from '../../../src-shared/settings/bridge.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { type BoardFilter, type NamespaceGroup, unknownServers } from './board-store.ts';
import { type LaneServers, laneCounts, laneGlyph } from './lane-state.ts';

/** So many lanes do not share the height: each has room for all there is to say, and keeps its place. */
export const FEW = 3;
/** Of more namespaces only the pinned ones are lanes; the others are rows of one list. */
const MOST_LANES = 12;

/** What its order goes by. */
export type NamespaceLook = { group: NamespaceGroup; players: number };

type Known = Readonly<Record<string, LaneServers | undefined>>;

/** Whether there are too many for lanes. */
export function isLong({ namespaces }: Pick<GameFull, 'namespaces'>): boolean {
  return namespaces.length > MOST_LANES;
}

/** The pinned ones of a game, in the order in which they were pinned. */
export function pinsOf({ pinned_namespaces: pins = [] }: Pick<InstanceView, 'pinned_namespaces'>, game_id: string) {
  return pins.filter((one) => one.game_id === game_id).map(({ namespace_id: id }) => id);
}

const groups: Partial<Record<Glyph, NamespaceGroup>> = {
  notice: 'silent',
  crashed: 'crashed',
  idle: 'idle',
  stopped: 'idle',
};

/** How a namespace is now, in a word that stays the same while that does. */
export function lookOf(known: Known, namespace: NamespaceSummary): NamespaceLook {
  const servers = known[namespace.namespace_id] ?? unknownServers;
  const glyph = laneGlyph(servers, namespace);
  return { group: groups[glyph] ?? 'running', players: laneCounts(servers).players ?? 0 };
}

/** Whether somebody gave the namespaces of a game an order, which counts for everybody. */
export function hasOwnOrder({ namespaces }: Pick<GameFull, 'namespaces'>): boolean {
  return namespaces.some(({ order }) => order !== undefined);
}

type Sorting = { sort: BoardSort; looks: ReadonlyMap<string, NamespaceLook> };

/** All of them, sorted. Few keep the order of their instance. */
export function sortedNamespaces(game: GameFull, { sort, looks }: Sorting): NamespaceSummary[] {
  const { namespaces } = game;
  if (namespaces.length <= FEW) return namespaces;
  const made = new Map(game.versions.map(({ version_id: id, create_ts: at }) => [id, at]));
  const deployed = (one: NamespaceSummary) => one.deploy_ts ?? newest(one.create_ts, made.get(one.version_id) ?? '');
  const byDeploy = namespaces.toSorted((a, b) => deployed(b).localeCompare(deployed(a)));
  const trouble = ({ namespace_id: id }: NamespaceSummary) => troubleOf(looks.get(id));
  const rank = ({ namespace_id: id }: NamespaceSummary) => rankOf(looks.get(id));
  switch (sort) {
    case 'set':
      return byDeploy.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0);
    case 'deployed':
      return byDeploy.toSorted((a, b) => trouble(b) - trouble(a));
    case 'players':
      return byDeploy.toSorted((a, b) => rank(b) - rank(a));
    case 'name':
      return namespaces.toSorted((a, b) => a.name_id.localeCompare(b.name_id));
  }
}

function newest(one: string, other: string): string {
  return one > other ? one : other;
}

/** Crashed first, then what does not listen, then by players; what idles last. */
function rankOf(look: NamespaceLook | undefined): number {
  if (look === undefined || look.group === 'idle') return -1;
  return look.players + troubleOf(look) * 1e12;
}

function troubleOf(look: NamespaceLook | undefined): number {
  return look?.group === 'crashed' ? 2 : look?.group === 'silent' ? 1 : 0;
}

/** The order as it is shown, with one of them a step further up or down; undefined where there is no further. What is not shown comes last. */
export function movedBy(shown: readonly string[], all: readonly string[], id: string, step: 1 | -1) {
  const at = shown.indexOf(id);
  const other = shown[at + step];
  if (at < 0 || other === undefined) return undefined;
  const swapped = shown.map((one) => (one === id ? other : one === other ? id : one));
  return [...swapped, ...all.filter((one) => !shown.includes(one))];
}

/** In an order that was seen before; what was not there then comes last. */
export function asBefore(
  namespaces: readonly NamespaceSummary[],
  before: readonly string[] | undefined,
): readonly NamespaceSummary[] {
  if (before === undefined) return namespaces;
  const places = new Map(before.map((id, at) => [id, at]));
  const place = ({ namespace_id: id }: NamespaceSummary) => places.get(id) ?? before.length;
  return namespaces.toSorted((a, b) => place(a) - place(b));
}

/** The pinned ones stand above the others, in the order in which they were pinned. */
export function splitByPins(namespaces: readonly NamespaceSummary[], pins: readonly string[]) {
  const found = new Map(namespaces.map((one) => [one.namespace_id, one]));
  return {
    pinned: pins.flatMap((id) => found.get(id) ?? []),
    others: namespaces.filter(({ namespace_id: id }) => !pins.includes(id)),
  };
}

/** Those whose name or version holds the text, in the state that is wanted. */
export function fittingNamespaces(
  namespaces: readonly NamespaceSummary[],
  { versions }: Pick<GameFull, 'versions'>,
  { text, show }: BoardFilter,
  looks: ReadonlyMap<string, NamespaceLook>,
): NamespaceSummary[] {
  const searched = text.trim().toLowerCase();
  const names = new Map(versions.map(({ version_id: id, display_name: name }) => [id, name]));
  return namespaces.filter(({ namespace_id: id, name_id, display_name, version_id }) => {
    if (show !== 'all' && looks.get(id)?.group !== show) return false;
    const words = [name_id, display_name, names.get(version_id) ?? ''];
    return searched === '' || words.some((word) => word.toLowerCase().includes(searched));
  });
}

/** The namespaces that are lanes: of very many only the pinned ones. The topmost that is down has the signal. */
export function lanesOf(instance: Pick<InstanceView, 'pinned_namespaces'>, game: GameFull): NamespaceSummary[] {
  if (!isLong(game)) return game.namespaces;
  return splitByPins(game.namespaces, pinsOf(instance, game.game_id)).pinned;
}
