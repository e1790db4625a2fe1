// What the table of builds shows: those of all namespaces, each with the versions made of it and what runs them. Pure.
import type { NamespaceBuilds } from '../../../src-shared/builds/bridge.ts';
import type { Build } from '../../../src-shared/service/builds.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { leavingServers, type NamespaceServers } from '../servers/servers-selectors.ts';
import { formatKind } from './build-format.ts';

/** Which builds are shown. */
export type BuildFilter = { show: 'all' | 'running' | 'unused' | 'incomplete'; text: string };
/** A column that the table can be sorted by. */
export type SortKey = 'name' | 'kind' | 'size' | 'hash' | 'used' | 'age';
/** How the table is sorted; undefined is newest first. */
export type BuildSort = { key: SortKey; isDown: boolean } | undefined;

/** A build with where it was pushed, the version it became, and the namespaces that run that, or on which its last servers end. */
export type BuildLine = {
  build: Build;
  namespace_id: string;
  namespace: string;
  version: string | undefined;
  runsOn: string[];
  endsOn: string[];
  made: number;
};

type Servers = Readonly<Record<string, NamespaceServers | undefined>>;

type Lists = Readonly<Record<string, NamespaceBuilds | undefined>>;

/** All builds of a game, newest first. */
export function buildLines(lists: Lists, game: GameFull, servers: Servers): BuildLine[] {
  const names = new Map(game.versions.map((version) => [version.version_id, version.display_name]));
  const runners = new Map<string, string[]>();
  for (const { version_id: id, name_id: name } of game.namespaces) runners.set(id, [...(runners.get(id) ?? []), name]);
  const leavers = new Map<string, string[]>();
  for (const [id, name] of endings(game, servers)) leavers.set(id, [...(leavers.get(id) ?? []), name]);
  const lines = game.namespaces.flatMap(({ namespace_id, name_id: namespace }) =>
    (lists[namespace_id]?.builds ?? []).map((build): BuildLine => {
      const version = build.version_id === undefined ? undefined : names.get(build.version_id);
      const runsOn = runners.get(build.version_id ?? '') ?? [];
      const endsOn = leavers.get(build.version_id ?? '') ?? [];
      return { build, namespace_id, namespace, version, runsOn, endsOn, made: Date.parse(build.created_at) };
    }),
  );
  return lines.toSorted((a, b) => b.made - a.made);
}

/** The versions of which servers still end, each with the namespace on which they do. */
export function endings({ namespaces }: GameFull, servers: Servers): [version_id: string, namespace: string][] {
  return namespaces.flatMap(({ namespace_id: id, version_id, name_id: name }) => {
    const versions = leavingServers(servers[id]?.list ?? [], version_id).map(({ version = '' }) => version);
    return [...new Set(versions)].map((version): [string, string] => [version, name]);
  });
}

/** The lines that fit the filter, in the chosen order. */
export function shownLines(lines: readonly BuildLine[], { show, text }: BuildFilter, sort: BuildSort): BuildLine[] {
  const searched = text.trim().toLowerCase();
  const fitting = lines.filter((line) => isOfKind(line, show) && holds(line, searched));
  if (sort === undefined) return fitting;
  const value = valueOf(sort.key);
  const direction = sort.isDown ? -1 : 1;
  return fitting.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === right) return 0;
    return (left < right ? -1 : 1) * direction;
  });
}

function isOfKind({ build, runsOn, endsOn }: BuildLine, show: BuildFilter['show']): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'running':
      return runsOn.length + endsOn.length > 0;
    case 'unused':
      return runsOn.length + endsOn.length === 0 && build.state === 'complete';
    case 'incomplete':
      return build.state !== 'complete';
  }
}

function holds({ build, version, namespace }: BuildLine, searched: string): boolean {
  if (searched === '') return true;
  const tags = Object.entries(build.tags).map(([key, value]) => `${key}=${value}`);
  const texts = [build.name, build.id, build.image_tag, build.sha256 ?? '', version ?? '', namespace, ...tags];
  return [...texts, formatKind(build)].some((part) => part.toLowerCase().includes(searched));
}

function valueOf(key: SortKey): (line: BuildLine) => number | string {
  switch (key) {
    case 'name':
      return ({ build }) => build.name.toLowerCase();
    case 'kind':
      return ({ build }) => formatKind(build);
    case 'size':
      return ({ build }) => build.content_length;
    case 'hash':
      return ({ build }) => build.sha256 ?? '';
    case 'used':
      return ({ runsOn, version }) => (runsOn.length > 0 ? 2 + runsOn.length : Number(version !== undefined));
    case 'age':
      return ({ made }) => made;
  }
}

/** The next sort when a column's head is pressed: most first, least first, as it was. */
export function nextBuildSort(sort: BuildSort, key: SortKey): BuildSort {
  if (sort?.key !== key) return { key, isDown: key !== 'name' && key !== 'kind' };
  const first = key !== 'name' && key !== 'kind';
  return sort.isDown === first ? { key, isDown: !first } : undefined;
}

/** How many there are of each kind, for the filter's buttons. */
export function buildCounts(lines: readonly BuildLine[]): Record<BuildFilter['show'], number> {
  const count = (show: BuildFilter['show']) => lines.filter((line) => isOfKind(line, show)).length;
  return { all: lines.length, running: count('running'), unused: count('unused'), incomplete: count('incomplete') };
}

/** What to compare a build with at first: the complete one that was made just before it, of its own namespace if there is one. */
export function buildBefore(
  lines: readonly BuildLine[],
  { build, namespace_id, made }: BuildLine,
): BuildLine | undefined {
  const earlier = lines.filter((line) => line.build.id !== build.id && line.build.state === 'complete');
  const older = earlier.filter((line) => line.made <= made);
  return older.find((line) => line.namespace_id === namespace_id) ?? older[0] ?? earlier[0];
}
