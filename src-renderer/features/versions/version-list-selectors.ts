// The rows of the shelf from what is known: versions newest first, their sizes, where each runs, and what is on its way. Pure.
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { Build } from '../../../src-shared/service/builds.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { bytesOf } from '../../../src-shared/transfers/bytes-of.ts';
import { ownVersions } from '../../../src-shared/versions/first-version.ts';
import { t } from '../../text/t.ts';
import { formatAgo, formatDay, formatPacked } from '../../ui/format.ts';
import { rolledBackVersions } from '../namespaces/roll-back-selectors.ts';

/** A version on the shelf. Without `size` that is not known. */
export type VersionListRow = {
  id: string;
  name: string;
  made: number;
  size: string | undefined;
  runsOn: readonly string[];
  isRolledBack: boolean;
  /** How often its servers crashed, wherever it ran. */
  crashes: number;
  /** How many of them did not start. */
  failed: number;
  /** It did so on one of the namespaces whose history is known. */
  hasRunWell: boolean;
};

type Known = {
  game: GameFull;
  builds: Readonly<Record<string, readonly Build[] | undefined>>;
  timelines: Readonly<Record<string, TimelineView | undefined>>;
};

/** Newest first. */
export function versionListRows({ game, builds, timelines }: Known): VersionListRow[] {
  const sizes = new Map(
    Object.values(builds).flatMap((list) =>
      (list ?? []).map((build) => [build.version_id, formatPacked(build.content_length)] as const),
    ),
  );
  const rolledBack = rolledBackVersions(timelines);
  const ranWell = versionsThatRanWell(timelines);
  const runsOn = new Map<string, string[]>();
  for (const { version_id: id, name_id: name } of game.namespaces) runsOn.set(id, [...(runsOn.get(id) ?? []), name]);
  return ownVersions(game)
    .map(({ version_id: id, display_name: name, create_ts: made, crashes, failed_starts: failed = 0 }) => ({
      id,
      name,
      made: Date.parse(made),
      size: sizes.get(id),
      runsOn: runsOn.get(id) ?? nowhere,
      isRolledBack: !runsOn.has(id) && rolledBack.has(id),
      crashes: crashes?.count ?? 0,
      failed,
      hasRunWell: ranWell.has(id),
    }))
    .toReversed();
}

const nowhere: readonly string[] = [];

const DAY_MS = 86_400_000;

/** "1.24 GB, 15 Nov", "38 MB, 14 min ago, ran well". Made for the few rows that are drawn, as there may be ten thousand. */
export function formatRow(
  { size, made, hasRunWell }: Pick<VersionListRow, 'size' | 'made' | 'hasRunWell'>,
  now: number,
): string {
  const age = now - made < DAY_MS ? formatAgo(made, now) : formatDay(made);
  return [...(size === undefined ? [] : [size]), age, ...(hasRunWell ? [t('ran well')] : [])].join(', ');
}

/** How many builds all namespaces have together; undefined while one of them is not known. */
export function buildsIn(builds: Known['builds'], namespaces: number): number | undefined {
  const lists = Object.values(builds);
  if (lists.length < Math.max(1, namespaces) || lists.includes(undefined)) return undefined;
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
}

function versionsThatRanWell(timelines: Known['timelines']): ReadonlySet<string> {
  const all = Object.values(timelines).flatMap((timeline) => timeline?.deployments ?? []);
  return new Set(all.filter(({ ran_well: ranWell }) => ranWell === true).map(({ version_id: id }) => id));
}

/** The rows whose name or namespace holds the text. */
export function fittingRows(rows: readonly VersionListRow[], filter: string | undefined): readonly VersionListRow[] {
  const searched = (filter ?? '').trim().toLowerCase();
  if (searched === '') return rows;
  return rows.filter(({ name, runsOn }) => [name, ...runsOn].some((part) => part.toLowerCase().includes(searched)));
}

const ended = new Set(['done', 'cancelled']);

/** What is on its way to this game, as long as it is no version yet. */
export function comingVersions(
  transfers: readonly TransferView[],
  instance_id: string,
  game: GameFull,
): TransferView[] {
  const known = new Set(game.versions.map(({ version_id: id }) => id));
  return transfers.filter(
    ({ instance_id: instance, game_id, status, version_id }) =>
      instance === instance_id && game_id === game.game_id && !ended.has(status) && !known.has(version_id ?? ''),
  );
}

/** How far a transfer is, in percent of its bytes; undefined before they are counted. */
export function percentOf(transfer: TransferView): number | undefined {
  const bytes = bytesOf(transfer);
  return bytes === undefined || bytes.total === 0 ? undefined : Math.floor((bytes.there / bytes.total) * 100);
}

const formatStatus = (): Record<TransferView['status'], string> => ({
  queued: t('waits for its turn'),
  running: t('uploading'),
  waiting: t('waits for the network'),
  paused: t('paused'),
  failed: t('stopped, see Transfers'),
  not_confirmed: t('sent, not confirmed yet'),
  cancelled: t('cancelled'),
  done: t('done'),
});

/** "145 of 235 MB, 3 s left", or what it waits for. */
export function formatComing(transfer: TransferView): string {
  const { status, step } = transfer;
  const bytes = bytesOf(transfer);
  if (bytes === undefined) return step === 'pack' && status === 'running' ? t('packing') : formatStatus()[status];
  const size = formatPacked(bytes.total);
  if (transfer.status !== 'running') return `${size}, ${formatStatus()[status]}`;
  const { bytes_per_second: speed } = transfer;
  if (step !== 'parts' || speed === 0) return size;
  const seconds = Math.ceil((bytes.total - bytes.there - bytes.inFlight) / speed);
  return t('{size}, {time} left', { size, time: seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min` });
}
