// What is new in this version: opens by itself once after an update, and when a person asks.
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './updates.module.css';
import { closeNews } from './updates-actions.ts';
import { useUpdates } from './updates-store.ts';

/** Nothing where nothing is known to be new. */
export function NewsDialog() {
  const { news, isNewsOpen } = useUpdates();
  if (news?.news == null) return null;
  const { version, notes } = news.news;
  return (
    <Dialog
      wide
      open={isNewsOpen || news.is_unread}
      onOpenChange={(open) => !open && void closeNews()}
      title={t("What's new in Slipway {version}", { version })}
    >
      <div className={dialogStyles.body}>
        <Notes notes={notes} />
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="primary" onClick={() => void closeNews()}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** One line for each note. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return (
    <ul className={classNames(styles.news, shared.selectable)}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
