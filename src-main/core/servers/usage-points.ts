// What a server used lately, in as few points as a small chart can show. Pure.
import type { UsagePoint } from '../../../src-shared/service/server-inspection.ts';

/** The charts show so much. */
const SHOWN_MS = 600_000;
const STEPS = 120;
const FINEST_MS = 1_000;

/** The points of the last minutes before `end`. */
export function lately(points: readonly UsagePoint[], end: number): UsagePoint[] {
  return points.filter(({ at }) => at > end - SHOWN_MS);
}

/** One point for each step: the middle of what was used, and all bytes that went. */
export function thinned(points: readonly UsagePoint[]): UsagePoint[] {
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  const stepMs = Math.max(FINEST_MS, Math.ceil(span / STEPS / FINEST_MS) * FINEST_MS);
  const steps = new Map<number, UsagePoint[]>();
  for (const point of points) {
    const step = Math.floor(point.at / stepMs);
    steps.set(step, [...(steps.get(step) ?? []), point]);
  }
  return [...steps.values()].map((group) => {
    const sum = (of: (point: UsagePoint) => number) => group.reduce((whole, point) => whole + of(point), 0);
    const middle = (of: (point: UsagePoint) => number) => sum(of) / group.length;
    return {
      at: group.at(-1)?.at ?? 0,
      cpu: Math.round(middle(({ cpu }) => cpu)),
      memory: Math.round(middle(({ memory }) => memory)),
      connections: Math.round(middle(({ connections }) => connections)),
      bytes_in: sum(({ bytes_in: bytes }) => bytes),
      bytes_out: sum(({ bytes_out: bytes }) => bytes),
    };
  });
}
