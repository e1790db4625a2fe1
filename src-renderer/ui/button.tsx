// The button: plain, primary (orange), quiet or dangerous. One that can not be pressed now says why, and stays reachable by keyboard.
import { type ComponentProps, type MouseEvent, useId } from 'react';
import { Icon, type IconName } from '../design/icons.tsx';
import { StateGlyph } from '../design/state-glyph.tsx';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

/** What a button takes besides what every HTML button takes. */
export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  kind?: 'plain' | 'primary' | 'quiet' | 'bad';
  small?: boolean;
  icon?: IconName;
  busy?: boolean;
  /** Why it can not be pressed now. It is then drawn off, keeps its focus stop and shows this as a hint. */
  offReason?: string | undefined;
};

/** A button with words. Its label is a verb and an object. */
export function Button({ kind = 'plain', small, icon, busy, offReason, className, children, ...rest }: ButtonProps) {
  const reasonId = useId();
  const off = offReason !== undefined;
  const button = (
    <button
      type="button"
      {...rest}
      {...(off ? { 'aria-describedby': reasonId } : {})}
      aria-disabled={off || busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      data-busy={busy ? '' : undefined}
      className={classNames('btn', kind !== 'plain' && `btn-${kind}`, small && 'btn-sm', className)}
      onClick={off || busy ? stay : rest.onClick}
    >
      {busy ? <StateGlyph state="starting" /> : icon && <Icon name={icon} size={small ? 12 : 14} />}
      {children}
    </button>
  );
  if (!off) return button;
  return (
    <>
      <Tooltip text={offReason}>{button}</Tooltip>
      <span id={reasonId} className="vh">
        {offReason}
      </span>
    </>
  );
}

function stay(event: MouseEvent): void {
  event.preventDefault();
}
