// What a timeline says: each block's name for a screen reader and its hint, and the chart as one sentence. Pure.
import type { TimelineDeployment, TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import { plural, t } from '../../text/t.ts';
import { counted, formatCount, formatDate, formatDay, formatSpan } from '../../ui/format.ts';
import { formatMarks } from '../namespaces/roll-back-selectors.ts';
import type { Block, Flag } from './timeline-chart.ts';

/** The name of a version; one that the game no longer has is called so, and one that runs nothing is none. */
export function deploymentName({ display_name: name, is_none: isNone }: TimelineDeployment): string {
  return isNone === true ? t('No version') : (name ?? t('a deleted version'));
}

/** "v0.4.1, 13 to 15 Nov, roll back". */
export function formatBlock(block: Block): string {
  const [first] = block.deployments;
  const last = block.deployments.at(-1);
  if (first === undefined || last === undefined) return '';
  const when = formatWhen(first.from, last.to);
  if (block.deployments.length > 1) return `${block.deployments.map(deploymentName).join(', ')}, ${when}`;
  const status = { now: t('runs now'), back: t('roll back'), fell: t('rolled back'), plain: '' }[block.kind];
  return [deploymentName(first), when, formatMarks(block.marks), status].filter((part) => part !== '').join(', ');
}

/** "crashed 3×" or "did not start 3×"; the same "3×" alone where the next one is near. */
export function formatFlag({ marks, isShort }: Pick<Flag, 'marks' | 'isShort'>): string {
  if (!isShort) return formatMarks(marks);
  return `${formatCount(marks.crashes > 0 ? marks.crashes : marks.failed)}×`;
}

/** "13 to 15 Nov", "on 15 Nov", "since 16 Nov, 09:12". */
function formatWhen(from: number, to: number | undefined): string {
  if (to === undefined) return t('since {date}', { date: formatDate(from) });
  const [first, last] = [formatDay(from), formatDay(to)];
  if (first === last) return t('on {day}', { day: first });
  const [day = first, month] = first.split(' ');
  return last.endsWith(` ${month}`) ? t('{day} to {last}', { day, last }) : t('{first} to {last}', { first, last });
}

/** What a hint says of each deployment of a block: "v0.4.1, 2 d 3 h, no crashes, at most 9 players". */
export function hintLines(block: Block, now: number): string[] {
  return block.deployments.map((deployment) => {
    const parts = [deploymentName(deployment), formatSpan((deployment.to ?? now) - deployment.from)];
    if (deployment.is_rolled_back) parts.push(t('rolled back'));
    if (deployment.crashes !== undefined)
      parts.push(deployment.crashes === 0 ? t('no crashes') : counted(deployment.crashes, 'crash', 'crashes'));
    const { failed_starts: failed = 0 } = deployment;
    if (failed > 0) parts.push(formatMarks({ crashes: 0, failed }));
    if (deployment.peak !== undefined)
      parts.push(
        deployment.peak === 0 ? t('no players') : plural(deployment.peak, 'at most {n} player', 'at most {n} players'),
      );
    return parts.join(', ');
  });
}

/** Where most of the window was before anybody counted: since when there are numbers. */
export function countedSince({ points, from, to }: Pick<TimelineView, 'points' | 'from' | 'to'>): string | undefined {
  const first = points.find(({ players }) => players !== null);
  if (first === undefined || first.at - from < (to - from) / 2) return undefined;
  return t('Players are counted since {date}', { date: formatDate(first.at) });
}

/** The chart in one sentence. */
export function formatChart({ points, tells_players: tellsPlayers }: TimelineView): string {
  if (!tellsPlayers) return t('This instance reports only the players of the whole game');
  const known = points.flatMap(({ players }) => (players === null ? [] : [players]));
  const last = points.at(-1)?.players;
  if (known.length === 0) return t('No players were counted in this time yet');
  const now =
    last === undefined || last === null ? t('not known now') : plural(last, '{n} player now', '{n} players now');
  const values = { now, max: formatCount(Math.max(...known)) };
  return known.length < points.length
    ? t('{now}, at most {max} in this time, with times that were not watched', values)
    : t('{now}, at most {max} in this time', values);
}
