// The drawing of a timeline: the line of players, its scale, and the blocks of the versions, all as parts of one width. Pure.
import type { TimelineDeployment, TimelinePoint, TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import { troubleOf } from '../namespaces/outcome-words.ts';
import { isMarked, type Marks } from '../namespaces/roll-back-selectors.ts';
import { type Axis, type AxisBlock, type Bend, bendOf, partOf, type Range, straight } from './time-axis.ts';

/** The box that the line is drawn in; it is stretched to the lane. */
export const CHART = { width: 400, height: 100 } as const;
/** The line at the top keeps clear of the edge. */
const HEAD = 6;
/** Up to so many players the line has steps: a person is whole. */
const MOST_STEPS = 20;
/** No block is narrower than 24 of the 400 px that the narrowest board leaves to it. */
const LEAST_PART = 0.06;
/** So many blocks have that room; of more, the oldest are one. */
const MOST_BLOCKS = 14;
/** What a name needs beside its letters, and a letter, as parts of the width. */
const NAME = { edges: 0.05, mark: 0.045, letter: 0.0165 } as const;

/** What the words of a crash take of the width, and its number alone. */
const FLAG = 0.2;
const SHORT_FLAG = 0.07;

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
export function linesOf(
  points: readonly TimelinePoint[],
  range: Range,
  bend: Bend = straight,
): { line: string; area: string } {
  const scale = scaleOf(points);
  const x = (at: number) => round(bend(partOf(at, range)) * CHART.width);
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
  const isStepped = scale <= MOST_STEPS;
  const path = (run: { x: number; y: number }[]) =>
    run.map((p, n) => (n === 0 ? `M${p.x} ${p.y}` : isStepped ? `H${p.x}V${p.y}` : `L${p.x} ${p.y}`)).join('');
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

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A block of the timeline: one deployment, or several short ones in a row. `start` and `part` are parts of the whole width. */
export type Block = {
  deployments: readonly TimelineDeployment[];
  start: number;
  part: number;
  kind: 'now' | 'back' | 'fell' | 'plain';
  /** How often its servers crashed, or did not start, where that is what is to be known of it. */
  marks: Marks;
};

/** A crash that is over, where it is told, and whether its words stand before that or there is room for its number alone. */
export type Flag = Pick<Block, 'start' | 'marks'> & { isBefore: boolean; isShort: boolean };

/** The newest first. Only what would lie on a newer one is left out. */
export function crashFlags(blocks: readonly Block[]): readonly Flag[] {
  const flags: Flag[] = [];
  const told = blocks.filter((block) => isMarked(block.marks) && block.kind !== 'now').toReversed();
  let end = 1;
  for (const [n, { start, marks }] of told.entries()) {
    const isBefore = flags.length === 0 && standsBefore(start, told[n + 1]?.start);
    const room = isBefore ? FLAG : end - start;
    if (room < SHORT_FLAG) continue;
    flags.push({ start, marks, isBefore, isShort: room < FLAG });
    end = isBefore ? start - FLAG : start;
  }
  return flags;
}

/** At the right edge, unless the words would lie on an older one and the number alone has room. */
function standsBefore(start: number, older = -1): boolean {
  return start > 1 - FLAG && (1 - start < SHORT_FLAG || older + SHORT_FLAG <= start - FLAG);
}

/** The axis that these lanes share; undefined where their short blocks have no room beside each other. */
export function axisOf(timelines: readonly TimelineView[], textScale = 1): Axis | undefined {
  const from = Math.min(...timelines.map((one) => one.from));
  const to = Math.max(...timelines.map((one) => one.to));
  const lanes = timelines.map((one) =>
    blocksIn({ ...one, from, to }).map((block): AxisBlock => {
      return { start: block.start, named: leastOf(block) * textScale, plain: LEAST_PART };
    }),
  );
  const bend = bendOf(lanes);
  return bend === undefined ? undefined : { from, to, bend };
}

/** The blocks, oldest first, each wide enough to be pressed and, where all of them can be, for its name; and how the time is bent for that. */
export function layOut(timeline: TimelineView, textScale = 1, shared?: Axis): { blocks: Block[]; bend: Bend } {
  const bend = (shared ?? axisOf([timeline], textScale))?.bend ?? straight;
  const blocks = blocksIn(timeline).map((block, n, all) => {
    const start = bend(block.start);
    return { ...block, start, part: bend(all[n + 1]?.start ?? 1) - start };
  });
  return { blocks, bend };
}

function blocksIn(timeline: TimelineView): Block[] {
  return joinOldest(apart(rawBlocks(timeline)));
}

/** Two blocks never begin at once, however short the first is: each is given room of its own. */
const APART = 1e-6;

function apart(blocks: readonly Block[]): Block[] {
  let next = 1;
  const lastFirst = blocks.toReversed().map((block) => {
    next = Math.min(block.start, next - APART);
    return { ...block, start: next };
  });
  let least = 0;
  return lastFirst.toReversed().map((block) => {
    const start = Math.max(block.start, least);
    least = start + APART;
    return { ...block, start };
  });
}

/** The room that its name needs, with its mark, as a part of the width. */
export function leastOf({ deployments, kind, marks }: Block): number {
  const hasMark = kind === 'back' || isMarked(marks);
  const letters = deployments.length > 1 ? 3 : (deployments[0]?.display_name?.length ?? 8);
  return Math.max(LEAST_PART, NAME.edges + letters * NAME.letter + (hasMark ? NAME.mark : 0));
}

function rawBlocks({ deployments, roll_back: rollBack, ...range }: TimelineView): Block[] {
  const target = deployments?.findLast(({ version_id: id, to }) => to !== undefined && id === rollBack?.version_id);
  return (deployments ?? []).map((deployment) => {
    const start = partOf(deployment.from, range);
    const part = partOf(deployment.to ?? range.to, range) - start;
    return { deployments: [deployment], start, part, kind: kindOf(deployment, target), marks: marksOf(deployment) };
  });
}

function joinOldest(blocks: readonly Block[]): Block[] {
  const over = blocks.length - MOST_BLOCKS;
  const [first] = blocks;
  if (over <= 0 || first === undefined) return [...blocks];
  const old = blocks.slice(0, over + 1);
  const joined: Block = {
    deployments: old.flatMap((block) => block.deployments),
    start: first.start,
    part: old.reduce((sum, { part }) => sum + part, 0),
    kind: old.some(({ kind }) => kind === 'fell') ? 'fell' : 'plain',
    marks: {
      crashes: old.reduce((sum, { marks }) => sum + marks.crashes, 0),
      failed: old.reduce((sum, { marks }) => sum + marks.failed, 0),
    },
  };
  return [joined, ...blocks.slice(over + 1)];
}

/** A single crash in days of good service is no mark. */
function marksOf(deployment: TimelineDeployment): Marks {
  const { crashes = 0, failed_starts: failed = 0 } = deployment;
  const trouble = troubleOf(deployment);
  return { crashes: trouble === 'crashed' ? crashes : 0, failed: trouble === 'failed' ? failed : 0 };
}

function kindOf(deployment: TimelineDeployment, target: TimelineDeployment | undefined): Block['kind'] {
  if (deployment.to === undefined) return 'now';
  if (deployment === target) return 'back';
  return deployment.is_rolled_back ? 'fell' : 'plain';
}
