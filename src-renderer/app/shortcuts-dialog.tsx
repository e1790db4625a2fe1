// The list of all shortcuts, in a dialog.
import { ShortcutList } from '../features/settings/shortcut-list.tsx';
import { t } from '../text/t.ts';
import dialogStyles from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { closeLayer, useLayers } from './layers-store.ts';
import styles from './shortcuts-dialog.module.css';

/** Opens with "?". */
export function ShortcutsDialog() {
  const open = useLayers((state) => state.layer === 'shortcuts');
  return (
    <Dialog open={open} onOpenChange={(next) => !next && closeLayer()} title={t('Shortcuts')}>
      {/* It scrolls, so the keyboard has to come to it. */}
      <div className={dialogStyles.body} tabIndex={0} role="group" aria-label={t('Shortcuts')}>
        <ShortcutList className={styles.shortcuts} />
      </div>
    </Dialog>
  );
}
