// The dialog: traps focus, closes on Escape or a press outside, gives focus back to what opened it.
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import shared from '../design/shared.module.css';
import { t } from '../text/t.ts';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { firstFocusOf } from './dialog-first-focus.ts';
import { IconButton } from './icon-button.tsx';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text?: ReactNode;
  wide?: boolean;
  /** It shows what cannot be shown again: only its own buttons close it. */
  firm?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A titled dialog. It begins on its main field or button, never on the one that closes it. Its foot, if any, is drawn by its children with the class `dialog-foot`. */
export function Dialog({ open, onOpenChange, title, text, wide, firm, initialFocus, children }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => (firm !== true || reason === 'close-press') && onOpenChange(next)}
    >
      <Base.Portal>
        <Base.Backdrop className={shared.scrim} />
        <Base.Popup
          ref={popup}
          data-slot="dialog"
          className={classNames(shared.floating, styles.dialog, wide && styles.wide)}
          initialFocus={initialFocus ?? (() => firstFocusOf(popup.current))}
        >
          <div className={styles.head}>
            <Base.Title className={shared.grow}>{title}</Base.Title>
            <Base.Close render={<IconButton label={t('Close')} icon="x" bare />} />
          </div>
          {text !== undefined && <Base.Description className={styles.text}>{text}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
