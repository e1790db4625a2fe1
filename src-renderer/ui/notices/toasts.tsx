// Draws the toasts at the bottom right, the newest on top. Hover or focus holds them.
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Sentence } from '../../../src-shared/text/message.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { useLanguage } from '../../text/language.ts';
import { plural, t, translate } from '../../text/t.ts';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { type Toast, useToasts } from './notices-store.ts';
import styles from './toasts.module.css';
import { dismissToast, followAway, holdToasts } from './toasts-actions.ts';

/** Names what a message is about, by the page that it leads to, where its title does not. */
type AboutOf = (message: { title: Sentence; hash?: string | undefined }) => string | undefined;

/** Lies over everything, and is read out as it changes: what failed at once, the rest when there is a pause. */
export function Toasts({ aboutOf }: { aboutOf: AboutOf }) {
  useLanguage();
  const toasts = useToasts((state) => state.toasts);
  const list = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement>(null);
  useEffect(followAway, []);
  useEffect(() => followKey(list), []);
  useEffect(() => (list.current === null ? undefined : followRoom(list.current)), []);
  const more = toasts.filter(({ phase, shownMs }) => phase === 'waits' && shownMs === 0).length;
  /** The focus goes back to where it was, as what has it is about to go. */
  const giveBack = () => {
    if (list.current?.contains(document.activeElement) === true) before.current?.focus();
  };
  const takeFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    holdToasts(true);
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const loseFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) holdToasts(currentTarget.matches(':hover'));
  };
  return createPortal(
    <section
      ref={list}
      data-slot="toasts"
      className={styles.toasts}
      tabIndex={-1}
      aria-label={t('Messages')}
      aria-live="polite"
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={({ currentTarget }) => holdToasts(currentTarget.contains(document.activeElement))}
      onFocus={takeFocus}
      onBlur={loseFocus}
      onKeyDown={(event) => {
        const newest = toasts.find(({ phase }) => phase === 'up' || phase === 'leaves');
        if (event.key !== 'Escape' || event.target !== event.currentTarget || newest === undefined) return;
        event.stopPropagation();
        giveBack();
        dismissToast(newest.id);
      }}
    >
      {toasts.flatMap((toast) =>
        toast.phase === 'waits'
          ? []
          : [<OneToast key={toast.id} toast={toast} about={aboutOf(toast)} giveBack={giveBack} />],
      )}
      {more > 0 && (
        <p className={classNames(shared.floating, shared.dim, styles.more)}>
          {plural(more, '{n} more in the bell', '{n} more in the bell')}
        </p>
      )}
    </section>,
    document.body,
  );
}

type OneProps = { toast: Toast; about: string | undefined; giveBack: () => void };

function OneToast({ toast, about, giveBack }: OneProps) {
  const { id, state, actions, shownMs, phase } = toast;
  const [title, detail] = [translate(toast.title), translate(toast.detail)];
  const dismiss = () => {
    giveBack();
    dismissToast(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    dismiss();
  };
  return (
    <div
      data-slot="toast"
      data-gone={phase === 'gone' ? '' : undefined}
      className={classNames(shared.floating, styles.toast)}
      role={shownMs === 0 ? 'alert' : 'group'}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
    >
      <StateGlyph state={state} />
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <IconButton label={t('Dismiss')} icon="x" size="tiny" bare onClick={dismiss} />
      {about !== undefined && <small className={shared.faint}>{about}</small>}
      {detail !== undefined && <p>{detail}</p>}
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map(({ label, run }) => (
            <Button
              key={label}
              small
              onClick={() => {
                dismiss();
                run();
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Tells the page how much room the messages take. The answer ends that. */
function followRoom(list: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--toasts-room', `${list.offsetHeight}px`));
  observer.observe(list);
  return () => {
    observer.disconnect();
    style.removeProperty('--toasts-room');
  };
}

/** F6 leads to the messages, as it leads to the next pane elsewhere. */
function followKey(list: { readonly current: HTMLElement | null }): () => void {
  const press = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'F6' || list.current?.firstElementChild === null) return;
    event.preventDefault();
    list.current?.focus({ preventScroll: true });
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
