// The menu that opens from a button: arrows move, letters jump, Escape closes and gives focus back.
import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import shared from '../design/shared.module.css';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

type Props = {
  trigger: ReactElement;
  label: string;
  align?: 'start' | 'end';
  /** For a menu that something else opens as well. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

/** `trigger` is the button that opens it. */
export function Menu({ trigger, label, align = 'end', open, onOpenChange, children }: Props) {
  const held = open === undefined || onOpenChange === undefined ? {} : { open, onOpenChange };
  return (
    <Base.Root {...held}>
      <Base.Trigger render={trigger} />
      {/* It lies beside the page's landmarks, so it is one itself. */}
      <Base.Portal role="region" aria-label={label}>
        <Base.Positioner className={shared.positioner} side="bottom" align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={classNames(shared.floating, styles.menu)} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type ItemProps = {
  onClick: () => void;
  /** Its name, where it is only drawn. */
  label?: string;
  /** Whether the menu stays open. */
  stays?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** Something to do. */
export function MenuItem({ onClick, label, stays = false, className, children }: ItemProps) {
  return (
    <Base.Item
      className={classNames(styles.item, className)}
      aria-label={label}
      title={label}
      closeOnClick={!stays}
      onClick={onClick}
    >
      {children}
    </Base.Item>
  );
}

/** A line between groups. */
export function MenuRule() {
  return <Base.Separator className={styles.rule} />;
}
