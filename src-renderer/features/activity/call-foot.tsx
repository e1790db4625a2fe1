// Under the calls: how many there are, and whether repeated ones are folded.
import type { ActivityRow } from '../../../src-shared/activity/bridge.ts';
import shared from '../../design/shared.module.css';
import { plural, t } from '../../text/t.ts';
import { formatClock } from '../../ui/format.ts';
import { Switch } from '../../ui/switch.tsx';
import styles from './activity.module.css';
import { foldRepeated } from './activity-actions.ts';
import { useActivity } from './activity-store.ts';
import { type CallLine, callCounts } from './fold-calls.ts';

/** It adds up over what was read. */
export function CallFoot({ rows, lines }: { rows: readonly ActivityRow[]; lines: readonly CallLine[] }) {
  const isFolded = useActivity((state) => state.isFolded);
  const { all, watches, failed } = callCounts(rows);
  const groups = lines.filter(({ kind }) => kind === 'group').length;
  const since = formatClock(Math.min(...rows.map(({ at }) => at)));
  return (
    <div className={styles.foot}>
      <span>{plural(all, '{n} call since {since}', '{n} calls since {since}', { since })}</span>
      {watches > 0 && <span>{plural(watches, '{n} watch', '{n} watches')}</span>}
      {groups > 0 && <span>{plural(groups, '{n} row is folded', '{n} rows are folded')}</span>}
      <span>{plural(failed, '{n} failed', '{n} failed')}</span>
      <span className={shared.grow} />
      <Switch label={t('Fold repeated calls')} on={isFolded} onChange={foldRepeated} />
      <span aria-hidden="true">{t('Fold repeated calls')}</span>
    </div>
  );
}
