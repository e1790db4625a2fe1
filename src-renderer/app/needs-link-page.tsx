// The full page for a browser window that the shell does not know: it says how to get in.
import { Icon } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import { rich } from '../text/rich.ts';
import { t } from '../text/t.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './needs-link-page.module.css';

/** `reason` is the shell's own sentence. */
export function NeedsLinkPage({ reason }: { reason: string }) {
  return (
    <main className={styles.alone}>
      <Icon name="key" />
      <h1>{t('This window needs its link')}</h1>
      <p>
        {rich(
          'Slipway opens only for the link that {npm} printed in the terminal. Open the newest one here: each link works once, and the next one is printed when it has been used.',
          { npm: <code className={shared.mono}>npm start</code> },
        )}
      </p>
      <p className={classNames(shared.faint, shared.small)}>{reason}</p>
      <p className={classNames(shared.faint, shared.small)}>
        {t('Nothing is lost: Slipway goes on in the background.')}
      </p>
    </main>
  );
}
