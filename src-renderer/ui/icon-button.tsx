// A button that is only an icon: it has a name for screen readers and shows it as a hint.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'disabled'> & {
  label: string;
  icon: IconName;
  keys?: ReactNode;
  /** `tool` is the quiet 24 square of bars, `tiny` the 18 square beside text with a 24 hit area. */
  size?: 'tool' | 'tiny';
  /** Why it cannot be pressed now; it keeps its focus stop and shows this as its hint. */
  disabledReason?: string | undefined;
  /** Without the hint, where the drawing is plain: Escape then closes the layer at once, not the hint first. */
  bare?: boolean;
};

/** A named icon to press. */
export function IconButton({ label, icon, keys, size = 'tool', disabledReason, bare, className, ...rest }: Props) {
  const reasonId = useId();
  const off =
    disabledReason === undefined ? {} : { 'aria-disabled': true, 'aria-describedby': reasonId, onClick: undefined };
  const button = (
    <button
      type="button"
      {...rest}
      {...off}
      aria-label={label}
      data-slot={size === 'tool' ? 'button icon-button' : 'tiny-button'}
      className={classNames(
        size === 'tool'
          ? classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.small, buttonStyles.icon)
          : classNames(shared.hitArea, buttonStyles.tiny),
        className,
      )}
    >
      {size === 'tool' ? <Icon name={icon} /> : <Icon name={icon} size={14} />}
    </button>
  );
  if (bare) return button;
  return (
    <>
      <Tooltip text={disabledReason ?? label} keys={disabledReason === undefined ? keys : undefined}>
        {button}
      </Tooltip>
      {disabledReason !== undefined && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}
