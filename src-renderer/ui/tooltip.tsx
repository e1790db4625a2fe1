// A short hint at a control, on hover and on keyboard focus. What it says must also be in the control's name or description.
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import shared from '../design/shared.module.css';
import { classNames } from './class-names.ts';
import styles from './tooltip.module.css';

type Props = {
  text: ReactNode;
  keys?: ReactNode;
  side?: 'top' | 'bottom' | 'right';
  disabled?: boolean;
  children: ReactElement;
};

/** Puts a hint at its one child. */
export function Tooltip({ text, keys, side = 'bottom', disabled = false, children }: Props) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className={shared.positioner} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={classNames(shared.floating, styles.tooltip)}>
            <span>{text}</span>
            {keys}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Hints near each other open without a second wait. */
export const TooltipGroup = Base.Provider;
