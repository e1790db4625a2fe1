// The cells of a row that stands for several calls of one address, and of the row that opens the rest of them.
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { glyphColors, StateGlyph } from '../../design/state-glyph.tsx';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatClock, formatCount, formatSize } from '../../ui/format.ts';
import tableStyles from '../../ui/table/table.module.css';
import tagStyles from '../../ui/tag.module.css';
import styles from './activity.module.css';
import { aboutWhat, callState, formatTook, shortPath } from './activity-selectors.ts';
import { type CallGroup, pathOf } from './fold-calls.ts';

/** How many there were, from when to when, and how they went. */
export function GroupCells({ group, name }: { group: CallGroup; name: string }) {
  const { newest, count, from, failed, ms, bytes, state } = group;
  const [first, last] = [formatClock(from), formatClock(newest.at)];
  const { glyph, words } =
    failed === 0 ? callState(newest) : { glyph: 'failed' as const, words: plural(failed, '{n} failed', '{n} failed') };
  const what = aboutWhat(newest);
  return (
    <>
      <span role="gridcell" className={classNames(shared.faint, shared.tabular)}>
        {first === last ? first : t('{first} to {last}', { first, last })}
      </span>
      <span role="gridcell">
        <span data-slot="tag" className={classNames(tagStyles.tag, shared.tabular)}>
          {formatCount(count)}×
        </span>
      </span>
      <span role="gridcell" className={styles.groupPath} title={newest.path}>
        <Icon name={state === 'closed' ? 'chevron-right' : 'chevron-down'} size={12} />
        <span className={shared.visuallyHidden}>{state === 'closed' ? t('folded') : t('unfolded')}, </span>
        {what !== undefined && <b>{what} </b>}
        <span className={classNames(shared.mono, shared.ellipsis, what !== undefined && shared.faint)}>
          {shortPath(pathOf(newest))}
        </span>
      </span>
      <span role="gridcell" className={classNames(styles.state, shared.tabular, glyphColors[glyph])}>
        <StateGlyph state={glyph} />
        {words}
      </span>
      <span role="gridcell" className={classNames(tableStyles.number, shared.tabular)}>
        {formatTook(ms)}
      </span>
      <span role="gridcell" className={classNames(tableStyles.number, shared.tabular, shared.faint)}>
        {formatSize(bytes)}
      </span>
      <span role="gridcell" className={classNames(shared.ellipsis, shared.dim)}>
        {name}
      </span>
    </>
  );
}

/** Those of a group that were answered. */
export function RestCells({ count }: { count: number }) {
  return (
    <>
      <span role="gridcell" />
      <span role="gridcell" />
      <span role="gridcell" className={classNames(styles.inside, shared.dim)}>
        {plural(count, '{n} more, answered', '{n} more, all answered')}
      </span>
      <span role="gridcell" className={styles.showAll}>
        {t('Show all')}
      </span>
    </>
  );
}
