// Draws the toasts at the bottom right, at most three. Hover or focus holds them.
import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { useLanguage } from '../../text/language.ts';
import { t } from '../../text/t.ts';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { type NoticeAction, toastManager } from './notices-store.ts';
import styles from './toasts.module.css';

/** Puts the toasts over whatever it holds. */
export function Toasts({ children }: { children: ReactNode }) {
  useLanguage();
  return (
    <Toast.Provider toastManager={toastManager} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport data-slot="toasts" className={styles.toasts} aria-label={t('Messages')}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Its buttons are ours: those that Base UI closes a toast with are hidden from screen readers until the toast is hovered. */
function List() {
  const { toasts, close } = Toast.useToastManager<{ state: 'done'; actions: NoticeAction[] }>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      data-slot="toast"
      className={classNames(shared.floating, styles.toast)}
      swipeDirection="right"
    >
      <StateGlyph state={toast.data?.state ?? 'notice'} />
      <Toast.Title className={styles.title} />
      <IconButton label={t('Dismiss')} icon="x" size="tiny" bare onClick={() => close(toast.id)} />
      <Toast.Description />
      {toast.data !== undefined && toast.data.actions.length > 0 && (
        <div className={styles.actions}>
          {toast.data.actions.map((action) => (
            <Button
              key={action.label}
              small
              onClick={() => {
                close(toast.id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </Toast.Root>
  ));
}
