// The graph of what went out in the last five minutes, with the limit and the time without network in words.
import { useEffect } from 'react';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { useNow } from '../../ui/use-now.ts';
import { type LostSpan, speedGraph } from './speed-path.ts';
import { formatLeft, formatRate } from './transfer-format.ts';
import styles from './transfers.module.css';
import { followSpeed } from './transfers-actions.ts';
import { totalOf } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

/** Says in words what it shows. */
export function SpeedGraph() {
  useEffect(followSpeed, []);
  const now = useNow(true);
  const speed = useTransfers((state) => state.speed);
  const limit = useTransfers((state) => state.limit) ?? undefined;
  const { line, area, limitY, lost, most: drawn } = speedGraph(speed ?? { every_ms: 2_000, points: [] }, limit, now);
  // Each point is of a while; what is said beside it of this moment is part of the time as well.
  const most = Math.max(
    drawn,
    useTransfers((state) => totalOf(state.list ?? []).bytesPerSecond),
  );
  const rate = formatRate(most);
  const words =
    lost === undefined
      ? t('Upload speed of the last 5 minutes: peak {rate}', { rate })
      : t('Upload speed of the last 5 minutes: peak {rate}, network lost for {time}', {
          rate,
          time: formatLeft(lost.ms),
        });
  return (
    <div className={styles.graph}>
      <svg viewBox="0 0 400 88" preserveAspectRatio="none" role="img" aria-label={words}>
        <path d={area} fill="var(--data-wash)" />
        <path d={line} className={styles.graphLine} vectorEffect="non-scaling-stroke" />
        {limitY !== undefined && (
          <path d={`M0 ${limitY}H400`} className={styles.graphLimit} vectorEffect="non-scaling-stroke" />
        )}
        <path d="M0 88H400" className={styles.graphGround} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className={classNames(styles.axis, styles.axisTop)}>
        {limit === undefined ? formatMost(most) : t('limit {roundRate}', { roundRate: roundRate(limit) })}
      </span>
      <span className={classNames(styles.axis, styles.axisStart)}>{t('5 min ago')}</span>
      {lost !== undefined && <Lost lost={lost} />}
      <span className={classNames(styles.axis, styles.axisNow)}>{t('now')}</span>
    </div>
  );
}

function formatMost(most: number): string {
  return most === 0 ? '' : t('peak {rate}', { rate: formatRate(most) });
}

/** Limits are round figures. */
export function roundRate(bytesPerSecond: number): string {
  if (bytesPerSecond < 1e6) return `${Math.round(bytesPerSecond / 1e3)} kB/s`;
  const megabytes = Math.round(bytesPerSecond / 1e5) / 10;
  return `${megabytes} MB/s`;
}

/** Kept off the words at both ends. */
function Lost({ lost: { middle, ms } }: { lost: LostSpan }) {
  const left = Math.max(24, Math.min(80, middle * 100));
  return (
    <span className={classNames(styles.axis, styles.axisLost)} style={{ left: `${left}%` }}>
      {t('network lost, {left}', { left: formatLeft(ms) })}
    </span>
  );
}
