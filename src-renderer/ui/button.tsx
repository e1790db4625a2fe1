// The button: plain, primary (orange), quiet or dangerous. One that cannot be pressed now says why, and stays reachable by keyboard.
import { type ComponentProps, type MouseEvent, useId } from 'react';
import { Icon, type IconName } from '../design/icons.tsx';
import { StateGlyph } from '../design/state-glyph.tsx';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

/** What a button takes besides what every HTML button takes. */
export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  kind?: 'plain' | 'primary' | 'quiet' | 'bad';
  small?: boolean;
  icon?: IconName;
  busy?: boolean;
  /** Why it cannot be pressed now. It is then drawn off, keeps its focus stop and shows this as a hint. */
  disabledReason?: string | undefined;
  /** What it does, as a hint, where its words do not say all of it. */
  hint?: string | undefined;
};

const looks = { plain: undefined, primary: styles.primary, quiet: styles.quiet, bad: styles.bad };

/** A button with words. Its label is a verb and an object. */
export function Button(props: ButtonProps) {
  return 'disabledReason' in props ? <SometimesOff {...props} /> : <Face {...props} />;
}

/** Stays the same element when it goes off or on, as a person may have the focus on it then. */
function SometimesOff({ disabledReason, hint, ...props }: ButtonProps) {
  const reasonId = useId();
  const said = disabledReason ?? hint;
  const described = said === undefined ? {} : { 'aria-describedby': reasonId };
  return (
    <>
      <Tooltip text={said} disabled={said === undefined}>
        <Face {...props} {...described} off={disabledReason !== undefined} />
      </Tooltip>
      {said !== undefined && (
        <span id={reasonId} hidden>
          {said}
        </span>
      )}
    </>
  );
}

type FaceProps = Omit<ButtonProps, 'disabledReason' | 'hint'> & { off?: boolean };

function Face({ kind = 'plain', small, icon, busy, off, className, children, onClick, ...rest }: FaceProps) {
  // Not `disabled`: a button that is off or busy keeps its focus, so that it can say why.
  const still = off || busy ? true : undefined;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={still}
      aria-busy={busy}
      data-busy={busy ? '' : undefined}
      data-slot={kind === 'primary' ? 'button primary-button' : 'button'}
      className={classNames(styles.button, looks[kind], small && styles.small, className)}
      onClick={still ? stay : onClick}
    >
      <Mark busy={busy} icon={icon} size={small ? 12 : 14} />
      {children}
    </button>
  );
}

type MarkProps = { busy: boolean | undefined; icon: IconName | undefined; size: 12 | 14 };

/** While busy, a turning arc takes the icon's place. */
function Mark({ busy, icon, size }: MarkProps) {
  if (busy) return <StateGlyph state="starting" />;
  return icon === undefined ? null : <Icon name={icon} size={size} />;
}

function stay(event: MouseEvent): void {
  event.preventDefault();
}
