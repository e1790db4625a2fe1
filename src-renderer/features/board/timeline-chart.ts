// The drawing of a timeline: the line of players, its scale, the blocks of the versions and the marks of the axis, all as parts of
// one width. Pure.
import type { TimelineDeployment, TimelinePoint, TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import { formatClock, formatDay } from '../../ui/format.ts';
import { isCrashMark } from '../namespaces/outcome-words.ts';

/** The box that the line is drawn in; it is stretched to the lane. */
export const CHART = { width: 400, height: 100 } as const;
/** The line at the top keeps clear of the edge. */
const HEAD = 6;
/** What is shorter than this part of the timeline is drawn together with its neighbours. */
const LEAST_PART = 0.008;

type Range = Pick<TimelineView, 'from' | 'to'>;

/** The timeline with how many there are at this moment, which the app knows sooner than it writes it down. */
export function withNow(timeline: TimelineView, players: number | undefined): TimelineView {
  if (players === undefined || timeline.points.at(-1)?.players === players) return timeline;
  const points = timeline.points.filter(({ at }) => at < timeline.to);
  return { ...timeline, points: [...points, { at: timeline.to, players }] };
}

/** A round number that all points fit under. */
export function scaleOf(points: readonly TimelinePoint[]): number {
  const most = points.reduce((found, { players }) => Math.max(found, players ?? 0), 0);
  const step =
    [1, 2, 5, 10, 20, 50, 100].find((each) => most <= each * 10) ?? 10 ** Math.floor(Math.log10(most) - 1) * 2;
  return Math.max(4, Math.ceil(most / step) * step);
}

/** The line and the area under it. What is not known is a gap in both. */
export function linesOf(points: readonly TimelinePoint[], range: Range): { line: string; area: string } {
  const scale = scaleOf(points);
  const x = (at: number) => round(partOf(at, range) * CHART.width);
  const y = (players: number) => round(heightOf(players, scale));
  const runs: { x: number; y: number }[][] = [];
  let isOn = false;
  for (const { at, players } of points) {
    if (players === null) {
      isOn = false;
      continue;
    }
    if (!isOn) runs.push([]);
    isOn = true;
    runs.at(-1)?.push({ x: x(at), y: y(players) });
  }
  const path = (run: { x: number; y: number }[]) => run.map((p, n) => `${n === 0 ? 'M' : 'L'}${p.x} ${p.y}`).join('');
  const line = runs.map(path).join('');
  const area = runs
    .map((run) => `${path(run)}L${run.at(-1)?.x} ${CHART.height}L${run[0]?.x} ${CHART.height}Z`)
    .join('');
  return { line, area };
}

/** How far down the live edge is, in percent; undefined while the number is not known. */
export function edgeOf(points: readonly TimelinePoint[]): number | undefined {
  const last = points.at(-1);
  return last === undefined || last.players === null ? undefined : heightOf(last.players, scaleOf(points));
}

function heightOf(players: number, scale: number): number {
  return CHART.height - (players / scale) * (CHART.height - HEAD) - 0.7;
}

/** Where a moment is on the timeline, from 0 to 1. */
function partOf(at: number, { from, to }: Range): number {
  return Math.max(0, Math.min(1, (at - from) / Math.max(1, to - from)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A block of the timeline: one deployment, or several short ones in a row. `start` and `part` are parts of the whole width. */
export type Block = {
  deployments: readonly TimelineDeployment[];
  start: number;
  part: number;
  kind: 'now' | 'back' | 'fell' | 'plain';
  /** How often its servers crashed, where that is what is to be known of it. */
  crashes: number;
};

/** The blocks, oldest first. What runs now and what can be gone back to always have one of their own. */
export function blocksOf({ deployments, roll_back: rollBack, ...range }: TimelineView): Block[] {
  const blocks: Block[] = [];
  const target = deployments?.findLast(({ version_id: id, to }) => to !== undefined && id === rollBack?.version_id);
  for (const deployment of deployments ?? []) {
    const start = partOf(deployment.from, range);
    const part = partOf(deployment.to ?? range.to, range) - start;
    const kind = kindOf(deployment, target);
    const crashes = marksOf(deployment);
    const last = blocks.at(-1);
    if (last !== undefined && canJoin(last, part, kind)) {
      const joined = last.kind === 'fell' || kind === 'fell' ? 'fell' : 'plain';
      blocks[blocks.length - 1] = {
        ...last,
        deployments: [...last.deployments, deployment],
        part: last.part + part,
        kind: joined,
        crashes: last.crashes + crashes,
      };
    } else {
      blocks.push({ deployments: [deployment], start, part, kind, crashes });
    }
  }
  return blocks;
}

/** A single crash in days of good service is no mark. */
function marksOf({ crashes = 0, crash_loop, ran_well }: TimelineDeployment): number {
  return isCrashMark({ crashes, crash_loop, ran_well }) ? crashes : 0;
}

function kindOf(deployment: TimelineDeployment, target: TimelineDeployment | undefined): Block['kind'] {
  if (deployment.to === undefined) return 'now';
  if (deployment === target) return 'back';
  return deployment.is_rolled_back ? 'fell' : 'plain';
}

function canJoin(last: Block, part: number, kind: Block['kind']): boolean {
  const isOwn = (each: Block['kind']) => each === 'now' || each === 'back';
  return !isOwn(last.kind) && !isOwn(kind) && last.part < LEAST_PART && part < LEAST_PART;
}

/** A mark of the axis. */
export type Tick = { at: number; start: number; words: string };

const HOUR_MS = 3_600_000;
/** The newest mark leaves this part of the width to the word "now". */
const ROOM_FOR_NOW = 0.15;

/** Every few hours of a day, each day of a week, every fifth day of a month, in this machine's own time. */
export function ticksOf(range: Range): Tick[] {
  const span = range.to - range.from;
  const hours = span <= 25 * HOUR_MS ? 4 : span <= 8 * 24 * HOUR_MS ? 24 : 120;
  const first = new Date(range.from);
  first.setHours(hours < 24 ? Math.floor(first.getHours() / hours) * hours : 0, 0, 0, 0);
  const ticks: Tick[] = [];
  // By the calendar: a day has 23 or 25 hours when the clocks change.
  for (const at = first; at.getTime() < range.to; at.setHours(at.getHours() + hours)) {
    const start = (at.getTime() - range.from) / span;
    if (start < 0 || start > 1 - ROOM_FOR_NOW) continue;
    ticks.push({ at: at.getTime(), start, words: formatTick(at, hours, ticks) });
  }
  return ticks;
}

/** The month is said where it begins to count. */
function formatTick(at: Date, hours: number, before: readonly Tick[]): string {
  if (hours < 24) return formatClock(at.getTime());
  const last = before.at(-1);
  const isNewMonth = last === undefined || new Date(last.at).getMonth() !== at.getMonth();
  return isNewMonth ? formatDay(at.getTime()) : String(at.getDate());
}
