// The graph of the last five minutes: its line, where the limit is, and where the network was lost. Pure.
import type { TransferSpeed } from '../../../src-shared/transfers/bridge.ts';

const WIDTH = 400;
const HEIGHT = 88;
const SPAN_MS = 300_000;
/** Over the limit there is room for its words. */
const HEAD_SHARE = 1.2;

/** Without network: where the middle of the newest such time is, from 0 to 1, and how long all of them were together. */
export type LostSpan = { middle: number; ms: number };

/** What is drawn, in a box of 400 by 88. */
export type SpeedGraph = {
  line: string;
  area: string;
  limitY: number | undefined;
  lost: LostSpan | undefined;
  most: number;
};

/** A time without points is one in which nothing was to be sent: the line is at the bottom there. */
export function speedGraph(
  { points, every_ms: every }: TransferSpeed,
  limit: number | undefined,
  now: number,
): SpeedGraph {
  const shown = points.filter(({ at }) => at > now - SPAN_MS);
  const most = shown.reduce((found, point) => Math.max(found, point.bytes_per_second), 0);
  const top = Math.max((limit ?? 0) * HEAD_SHARE, most * (limit === undefined ? HEAD_SHARE : 1.05), 1);
  const y = (value: number) => round(HEIGHT - (value / top) * HEIGHT);
  const x = (at: number) => round(Math.max(0, Math.min(WIDTH, WIDTH - ((now - at) / SPAN_MS) * WIDTH)));
  const corners = shown.flatMap(({ at, bytes_per_second: rate }, n): [number, number][] => {
    const before = shown[n - 1];
    const hasGap = before !== undefined && at - before.at > 3 * every;
    return [
      ...(hasGap
        ? ([
            [x(before.at), HEIGHT],
            [x(at - every), HEIGHT],
          ] as [number, number][])
        : []),
      [x(at), y(rate)],
    ];
  });
  const line = corners.map(([left, down], n) => `${n === 0 ? 'M' : 'L'}${left} ${down}`).join('');
  const [first] = corners;
  const last = corners.at(-1);
  const area = first === undefined || last === undefined ? '' : `${line}L${last[0]} ${HEIGHT}L${first[0]} ${HEIGHT}Z`;
  return { line, area, limitY: limit === undefined ? undefined : y(limit), lost: lostOf(shown, every, now), most };
}

/** The times without network, added up. What lies between them, when something went out, does not count. */
function lostOf(points: TransferSpeed['points'], every: number, now: number): LostSpan | undefined {
  const spans: { from: number; to: number }[] = [];
  for (const [n, { at, is_lost: isLost }] of points.entries()) {
    if (!isLost) continue;
    const last = spans.at(-1);
    if (last !== undefined && points[n - 1]?.is_lost === true) last.to = at;
    else spans.push({ from: at - every, to: at });
  }
  const newest = spans.at(-1);
  if (newest === undefined) return undefined;
  const ms = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  return { middle: 1 - (now - (newest.from + newest.to) / 2) / SPAN_MS, ms };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
