// The last parts of a transfer over time, below its map: how long each took, what was lost, and when nothing went out.
import type { PartMap } from '../../../src-shared/transfers/part-map.ts';
import shared from '../../design/shared.module.css';
import { formatSeconds } from '../../text/format-numbers.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { customProperty } from '../../ui/custom-property.ts';
import { formatSize } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { type Bar, type OverTime, overTime, type TimeRow } from './over-time.ts';
import styles from './parts-over-time.module.css';
import { formatLeft } from './transfer-format.ts';

const barClass: Record<Bar['kind'], string | undefined> = {
  there: styles.there,
  kept: styles.kept,
  held: styles.held,
  lost: styles.lost,
  in_flight: styles.inFlight,
};

/** Nothing before two parts have begun. */
export function PartsOverTime({ map }: { map: PartMap }) {
  const now = useNow(true);
  const times = overTime(map, now);
  if (times === undefined) return null;
  const { rows, everyMs } = times;
  return (
    <section className={classNames(styles.box, shared.tabular)} aria-label={t('Parts over time')}>
      <h2>
        {t('Parts over time')}
        {everyMs !== undefined && <span>{t('One is finished every {time}.', { time: formatLeft(everyMs) })}</span>}
      </h2>
      <ol className={styles.rows}>
        {rows.map((row) => (
          <li key={row.number}>
            <span className={styles.name}>{t('Part {first}', { first: row.number })}</span>
            <span className={styles.track} aria-hidden="true">
              {row.bars.map((bar) => (
                <i key={`${bar.kind} ${bar.start}`} className={barClass[bar.kind]} style={placeOf(bar)} />
              ))}
            </span>
            <span className={styles.note}>{formatRow(row)}</span>
          </li>
        ))}
      </ol>
      <Behind times={times} />
      <Axis times={times} isNow={rows.some(({ bars }) => bars.some(({ kind }) => kind === 'in_flight'))} />
    </section>
  );
}

function placeOf({ start, length }: Pick<Bar, 'start' | 'length'>) {
  return { ...customProperty('--start', `${100 * start}%`), ...customProperty('--length', `${100 * length}%`) };
}

function formatRow({ kind, level, bytes, endedAt }: TimeRow): string {
  if (kind === 'verified') return t('verified {time}', { time: formatSeconds(endedAt) });
  if (kind === 'stored') return t('stored {time}', { time: formatSeconds(endedAt) });
  return level === 0 ? '' : t('{done} of {total}', { done: formatSize(level * bytes), total: formatSize(bytes) });
}

function Behind({ times: { gap } }: { times: OverTime }) {
  if (gap === undefined) return null;
  return (
    <div className={styles.behind}>
      <div className={styles.gap} style={placeOf(gap)}>
        <span>{t('nothing sent, {time}', { time: formatLeft(gap.ms) })}</span>
      </div>
    </div>
  );
}

function Axis({ times: { from, to }, isNow }: { times: OverTime; isNow: boolean }) {
  return (
    <div className={styles.axis} aria-hidden="true">
      <span>{formatSeconds(from)}</span>
      <span>{isNow ? t('now') : formatSeconds(to)}</span>
    </div>
  );
}
