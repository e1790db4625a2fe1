// A small chart of the last ten minutes, with a dashed line at the limit. Plain SVG: it has at most 120 points.
import type { UsagePoint } from '../../../src-shared/service/server-inspection.ts';
import { sparkPath } from './spark-path.ts';

type Props = {
  points: readonly UsagePoint[];
  of: (point: UsagePoint) => number;
  limit: number | undefined;
  end: number;
};

/** Says in words what it shows. */
export function Sparkline({ points, of, limit, end }: Props) {
  const { line, area, limitY, words } = sparkPath(
    points.map((point) => ({ at: point.at, value: of(point) })),
    limit,
    end,
  );
  return (
    <svg viewBox="0 0 180 34" preserveAspectRatio="none" role="img" aria-label={words}>
      <path d={area} fill="var(--data-wash)" />
      <path
        d={line}
        fill="none"
        stroke="var(--data)"
        strokeWidth="1.4"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {limitY !== undefined && (
        <path d={`M0 ${limitY}H180`} stroke="var(--bad-fill)" strokeDasharray="3 3" vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  );
}
