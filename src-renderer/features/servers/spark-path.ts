// The path of a small chart over the last ten minutes, 180 by 34, and what it says in words. Pure.
import { t } from '../../text/t.ts';

const WIDTH = 180;
const HEIGHT = 34;
const SPAN_MS = 600_000;
/** Room over the limit, so that going over it can be seen. */
const HEAD = 2;

type Point = { at: number; value: number };

/** The top is the limit, or what was most where that is more. */
export function sparkPath(points: readonly Point[], limit: number | undefined, end: number) {
  const most = points.reduce((found, { value }) => Math.max(found, value), 0);
  const top = Math.max(limit ?? 0, most, 1);
  const y = (value: number) => round(HEIGHT - (value / top) * (HEIGHT - HEAD));
  const x = (at: number) => round(Math.max(0, WIDTH - ((end - at) / SPAN_MS) * WIDTH));
  const shown = points.filter(({ at }) => at >= end - SPAN_MS && at <= end);
  const line = shown.map(({ at, value }, n) => `${n === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('');
  const first = shown[0];
  const last = shown.at(-1);
  const area =
    first === undefined || last === undefined ? '' : `${line}L${x(last.at)} ${HEIGHT}L${x(first.at)} ${HEIGHT}Z`;
  return {
    line,
    area,
    limitY: limit === undefined ? undefined : y(limit),
    words:
      shown.length === 0
        ? t('No data yet')
        : t('Last {span}: at most {most}', { span: formatSpan(shown), most: Math.round(most) }),
  };
}

function formatSpan(points: readonly Point[]): string {
  const ms = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  return ms < 60_000
    ? t('{n} seconds', { n: Math.round(ms / 1000) })
    : t('{n} minutes', { n: Math.round(ms / 60_000) });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
