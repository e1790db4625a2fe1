// The sheet: a layer from the right for a decision that needs facts. Traps focus, closes on Escape or a press outside, gives
// focus back to what opened it.
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import shared from '../design/shared.module.css';
import { t } from '../text/t.ts';
import { firstFocusOf } from './dialog-first-focus.ts';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Under the title: where this is. */
  line?: ReactNode;
  tags?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  children: ReactNode;
};

/**
 * Its children are a `sheet-body`, which scrolls, and a `sheet-foot`, which stays. It begins where it is told to, else on its main field or
 * button, never on the one that closes it.
 */
export function Sheet({ open, onOpenChange, title, line, tags, initialFocus, children }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={shared.scrim} />
        <Base.Popup
          ref={popup}
          data-slot="sheet"
          className={styles.sheet}
          initialFocus={initialFocus ?? (() => firstFocusOf(popup.current))}
        >
          <header className={styles.head}>
            <div className={shared.grow}>
              <Base.Title>{title}</Base.Title>
              {line !== undefined && <div className={styles.line}>{line}</div>}
            </div>
            {tags}
            <Base.Close render={<IconButton label={t('Close')} icon="x" bare />} />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
