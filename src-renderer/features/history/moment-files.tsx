// The files that differ between the build of a moment and the one that runs now.
import type { FileChanges } from '../../../src-shared/versions/bridge.ts';
import shared from '../../design/shared.module.css';
import { plural, t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount, formatSize } from '../../ui/format.ts';
import { useHistory } from './history-store.ts';
import styles from './moment.module.css';

const MOST = 8;

type Line = { path: string; bytes: number; kind: 'added' | 'changed' | 'removed' };

const signs = { added: '+', changed: '~', removed: '−' } as const;
const looks = { added: styles.added, changed: styles.changed, removed: styles.removed };

/** The first ones by name, and how many there are besides. */
export function MomentFiles() {
  const files = useHistory((state) => state.files);
  if (files.state === 'reading') {
    return (
      <p className={classNames(styles.unread, shared.faint)} role="status">
        {t('Comparing builds')}
      </p>
    );
  }
  if (files.state === 'failed') {
    return <p className={styles.unread}>{t('The files could not be compared. {why}', { why: files.why })}</p>;
  }
  const { files: changes, why_no_files: why } = files.value;
  if (changes === null) return <p className={styles.unread}>{translate(why)}</p>;
  return <Changes changes={changes} />;
}

function Changes({ changes }: { changes: FileChanges }) {
  const { added, changed, removed } = changes;
  const all = linesOf(changes);
  const total = added.count + changed.count + removed.count;
  if (total === 0) return <p className={styles.unread}>{t('The files are the same.')}</p>;
  const lines = all.slice(0, MOST);
  return (
    <>
      <div className={styles.filesHead}>
        <h4>{t('Files')}</h4>
        <span className={shared.grow} />
        <span className={shared.tabular}>
          {t('{added} added, {changed} changed, {removed} removed', {
            added: formatCount(added.count),
            changed: formatCount(changed.count),
            removed: formatCount(removed.count),
          })}
        </span>
      </div>
      <ul className={styles.files}>
        {lines.map(({ path, bytes, kind }) => (
          <li key={path}>
            <span className={looks[kind]} aria-hidden="true">
              {signs[kind]}
            </span>
            <span className={classNames(shared.mono, shared.ellipsis)} title={path}>
              {path}
            </span>
            <span className={classNames(shared.faint, shared.tabular)}>{formatSize(bytes)}</span>
          </li>
        ))}
      </ul>
      {total > lines.length && (
        <p className={styles.same}>{plural(total - lines.length, '{n} more file', '{n} more files')}</p>
      )}
    </>
  );
}

/** Of each kind some, so that none hides the others. */
function linesOf({ added, changed, removed }: FileChanges): Line[] {
  const most = MOST - Math.min(2, removed.first.length);
  const ofKind = (kind: Line['kind'], files: FileChanges['added']['first']) => files.map((file) => ({ ...file, kind }));
  const newer = [...ofKind('added', added.first), ...ofKind('changed', changed.first)];
  return [...newer.slice(0, most), ...ofKind('removed', removed.first), ...newer.slice(most)];
}
