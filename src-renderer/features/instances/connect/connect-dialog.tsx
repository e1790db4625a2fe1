// The form that connects a remote, as a dialog from the sidebar.
import { useRef } from 'react';
import { t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './connect.module.css';
import { setConnecting } from './connect-actions.ts';
import { ConnectForm } from './connect-form.tsx';
import { useConnect } from './connect-store.ts';

/** Is open while the store says so. */
export function ConnectDialog() {
  const isOpen = useConnect((state) => state.dialog);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setConnecting}
      title={t('Connect a remote')}
      text={t('A deployment of the same service that players can reach. Its token is kept on this machine.')}
      initialFocus={input}
    >
      <div className={classNames(styles.dialog, dialogStyles.body)}>
        <ConnectForm urlRef={input} />
      </div>
    </Dialog>
  );
}
