// A button that is only an icon: it has a name for screen readers and shows it as a hint.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import { StateGlyph } from '../design/state-glyph.tsx';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'disabled'> & {
  label: string;
  icon: IconName;
  keys?: ReactNode;
  /** `tool` is the quiet 24 square of bars, `tiny` the 18 square beside text with a 24 hit area. */
  size?: 'tool' | 'tiny';
  /** What it did is under way: an arc turns, and it cannot be pressed. */
  busy?: boolean;
  /** Why it cannot be pressed now; it keeps its focus stop and shows this as its hint. */
  disabledReason?: string | undefined;
  /** Without the hint, where the drawing is plain: Escape then closes the layer at once, not the hint first. */
  bare?: boolean;
};

/** A named icon to press. */
export function IconButton({
  label,
  icon,
  keys,
  size = 'tool',
  busy,
  disabledReason,
  bare,
  className,
  ...rest
}: Props) {
  const reasonId = useId();
  const off = offBy(busy, disabledReason, reasonId);
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
      <Mark busy={busy} icon={icon} size={size} />
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

/** It keeps its focus stop while it cannot be pressed. */
function offBy(busy: boolean | undefined, disabledReason: string | undefined, reasonId: string) {
  if (busy) return { 'aria-disabled': true, 'aria-busy': true, onClick: undefined };
  if (disabledReason === undefined) return {};
  return { 'aria-disabled': true, 'aria-describedby': reasonId, onClick: undefined };
}

type MarkProps = { busy: boolean | undefined; icon: IconName; size: 'tool' | 'tiny' };

function Mark({ busy, icon, size }: MarkProps) {
  if (busy) return <StateGlyph state="starting" />;
  return size === 'tool' ? <Icon name={icon} /> : <Icon name={icon} size={14} />;
}
