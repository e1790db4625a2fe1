// What the history of a namespace says: which version came after which, who did that, what else changed, how it went. Pure.
import type { HistoryRow, MomentComparison } from '../../../src-shared/namespaces/bridge.ts';
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { MomentDifference, NamespaceSetup } from '../../../src-shared/service/namespaces.ts';
import { plural, t, words } from '../../text/t.ts';
import { formatClock, formatDate, formatSpan } from '../../ui/format.ts';
import type { Restore } from '../namespaces/namespaces-store.ts';
import { troubleOf } from '../namespaces/outcome-words.ts';
import { formatMarks } from '../namespaces/roll-back-selectors.ts';
import { formatSettingChange, type SettingChange, settingChanges } from '../namespaces/setting-words.ts';

/** A deployment: from when to when it ran, and what ran before, where that is known. Without `to`, it runs now. */
export type Entry = {
  row: HistoryRow;
  from: number;
  to: number | undefined;
  before: HistoryRow | undefined;
  /** Nothing was deployed before it. */
  isFirst: boolean;
};

/** The entries of a history, newest first. */
export function entriesOf(rows: readonly HistoryRow[], hasMore: boolean): Entry[] {
  return rows.map((row, at) => {
    const after = rows[at - 1];
    return {
      row,
      from: Date.parse(row.deploy_ts),
      to: after === undefined ? undefined : Date.parse(after.deploy_ts),
      before: rows[at + 1],
      isFirst: at === rows.length - 1 && !hasMore,
    };
  });
}

/** The deployment of a moment. Without one, the last one of the version that would be rolled back to, else the newest. */
export function entryAt(
  entries: readonly Entry[],
  at: number | undefined,
  lastGood: string | undefined,
): Entry | undefined {
  if (at !== undefined) return entries.find(({ from }) => from <= at);
  const ofGood = entries.filter(({ row, to }) => to !== undefined && row.version_id === lastGood);
  return ofGood.find(({ row }) => row.outcome?.ran_well === true) ?? ofGood[0] ?? entries[0];
}

/** Which deployments are listed. */
export type Shown = 'all' | 'well' | 'failed';

/** Whether a deployment is listed. */
export function isShown({ row: { outcome } }: Entry, shown: Shown): boolean {
  if (shown === 'all') return true;
  if (shown === 'well') return outcome?.ran_well === true;
  return outcome !== undefined && troubleOf(outcome) !== undefined;
}

/** The name of the version of a row. */
export function nameOf({ display_name: name }: Pick<HistoryRow, 'display_name'>): string {
  return name ?? t('a deleted version');
}

/** "by you", "by ci-deploy". */
export function formatWho({ by, made_by: maker }: HistoryRow): string {
  if (by === 'here') return t('by you');
  if (maker === undefined) return t('by somebody else');
  if (maker.kind === 'slipway') return t('by Slipway itself');
  if (maker.name !== undefined) return t('by {name}', { name: maker.name });
  return maker.kind === 'owner' ? t('by the owner') : t('by a token without a name');
}

/** "with curl/8.5.0 from 10.0.0.7". */
export function formatWhere({ made_from: from }: HistoryRow): string {
  const { address, program } = from ?? {};
  if (program === undefined) return address === undefined ? '' : t('from {address}', { address });
  return address === undefined
    ? t('with {program}', { program })
    : t('with {program} from {address}', { program, address });
}

const MOST_SAID = 2;

/** What else changed with a deployment: "Memory: 512 → 768 MB", "4 settings changed". Empty where that is not known. */
export function formatChanges(
  entry: Entry,
  differences: readonly MomentDifference[] | undefined,
  name: string,
): string {
  if (entry.isFirst) return t('First version on {name}', { name });
  if (differences === undefined) return '';
  const changes = differences.flatMap(settingChanges);
  if (changes.length === 0) return t('Settings unchanged');
  const variables = changes.filter(({ isNamed }) => isNamed);
  if (changes.length > MOST_SAID) {
    return variables.length === changes.length
      ? plural(changes.length, '{n} variable changed', '{n} variables changed')
      : plural(changes.length, '{n} setting changed', '{n} settings changed');
  }
  return changes.map(formatSettingChange).join(', ');
}

/** How a deployment went, for its head: "1 d 12 h on prod, no crashes, up to 31 players". */
export function formatRan(
  { row: { outcome }, from, to }: Entry,
  name: string,
  now: number,
  peak: number | undefined,
): string {
  const parts = [t('{time} on {name}', { time: formatSpan((to ?? now) - from), name })];
  const crashes = outcome?.crashes;
  if (crashes !== undefined) parts.push(crashes === 0 ? t('no crashes') : plural(crashes, '{n} crash', '{n} crashes'));
  const failed = outcome?.failed_starts ?? 0;
  if (failed > 0) parts.push(formatMarks({ crashes: 0, failed }));
  if (peak !== undefined && peak > 0) parts.push(plural(peak, 'up to {n} player', 'up to {n} players'));
  return parts.join(', ');
}

const troubleWords = words({ crashed: 'crashed', failed: 'did not start' });

/** The word for how it went; undefined where there is none to say. */
export function formatVerdict({ row: { outcome }, to }: Entry): { words: string; isBad: boolean } | undefined {
  const trouble = outcome && troubleOf(outcome);
  if (trouble !== undefined) return { words: troubleWords[trouble], isBad: true };
  if (outcome?.rolled_back === true && to !== undefined) return { words: t('rolled back'), isBad: false };
  if (to === undefined) return { words: t('runs now'), isBad: false };
  return outcome?.ran_well === true ? { words: t('ran well'), isBad: false } : undefined;
}

/** "14 Nov, 20:40 to 16 Nov, 08:58". */
export function formatPeriod({ from, to }: Entry): string {
  return to === undefined
    ? t('since {date}', { date: formatDate(from) })
    : t('{first} to {last}', { first: formatDate(from), last: formatLast(from, to) });
}

/** On the same day its clock time is enough. */
function formatLast(from: number, to: number): string {
  return new Date(from).toDateString() === new Date(to).toDateString() ? formatClock(to) : formatDate(to);
}

/** The most players at once while it ran, where the app has counted them. */
export function peakOf({ from }: Entry, timeline: TimelineView | undefined): number | undefined {
  return timeline?.deployments?.find((one) => one.from === from)?.peak;
}

/** The settings that would come back with a moment; undefined where nothing differs or it is not known. */
export function restoreOf({ from, to }: MomentComparison): Restore | undefined {
  const [before, after] = [from.settings, to.settings];
  if (before === undefined || after === undefined) return undefined;
  const isLimited = isSame(before.limits, after.limits);
  const isHosted = isSame(before.hosting, after.hosting);
  if (isLimited && isHosted) return undefined;
  return {
    at: Date.parse(from.ts),
    ...(isLimited ? {} : { limits: { before: before.limits, after: after.limits } }),
    ...(isHosted ? {} : { hosting: { before: before.hosting, after: after.hosting } }),
  };
}

function isSame(one: NamespaceSetup['limits' | 'hosting'], other: NamespaceSetup['limits' | 'hosting']): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([name, value]) => values.get(name) === value);
}

/** All settings that differ between the moment and now. */
export function changesSince({ differences }: MomentComparison): SettingChange[] {
  return differences.flatMap(settingChanges);
}
