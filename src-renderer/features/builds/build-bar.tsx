// The bar over the builds: which are shown, and a field to find one.
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import fieldStyles from '../../ui/field.module.css';
import { formatCount, formatPacked } from '../../ui/format.ts';
import listPageStyles from '../../ui/list-page.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './builds.module.css';
import { filterBuilds } from './builds-actions.ts';
import { type BuildLine, buildCounts } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';

/** `lines` are all builds of the game. */
export function BuildBar({ lines }: { lines: readonly BuildLine[] }) {
  const { show, text } = useBuilds((state) => state.filter);
  const counts = buildCounts(lines);
  const bytes = lines.reduce((sum, { build }) => sum + (build.state === 'complete' ? build.content_length : 0), 0);
  return (
    <div className={listPageStyles.bar}>
      <div data-slot="input" className={classNames(styles.find, fieldStyles.input, fieldStyles.inputWrap)}>
        <Icon name="search" size={12} />
        <input
          aria-label={t('Find a build')}
          placeholder={t('Find by name, tag or hash')}
          data-find=""
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => filterBuilds({ text: event.target.value })}
        />
      </div>
      <span className={shared.grow} />
      {lines.length > 0 && (
        <span className={classNames(styles.sum, shared.faint, shared.small, shared.tabular)}>
          {t('{size} in all', { size: formatPacked(bytes) })}
        </span>
      )}
      <Segmented
        label={t('Filter builds')}
        value={show}
        onValue={(next) => filterBuilds({ show: next })}
        options={[
          { value: 'all', label: t('All') },
          { value: 'running', label: t('In use {running}', { running: formatCount(counts.running) }) },
          { value: 'unused', label: t('Not in use {unused}', { unused: formatCount(counts.unused) }) },
          { value: 'incomplete', label: t('Incomplete {incomplete}', { incomplete: formatCount(counts.incomplete) }) },
        ]}
      />
    </div>
  );
}
