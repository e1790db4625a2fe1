// Pulls the shelf out, where it is a drawer.
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/format.ts';
import styles from './version-list.module.css';
import { setVersionListOpen } from './versions-actions.ts';
import { useVersions } from './versions-store.ts';

/** Is seen only where the shelf is not. */
export function VersionListButton({ count }: { count: number }) {
  const isOut = useVersions((state) => state.isOut);
  return (
    <Button small className={styles.button} aria-expanded={isOut} onClick={() => setVersionListOpen(!isOut)}>
      {t('Versions')} <span className={classNames(shared.faint, shared.tabular)}>{formatCount(count)}</span>
    </Button>
  );
}
