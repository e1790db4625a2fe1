// One row of a table: a press or Enter opens it, Space too. Where rows can be selected, Ctrl and Shift and X do that.
import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { dragOut } from '../drag-out.ts';
import styles from './table.module.css';
import type { TableRowPlace } from './use-table-rows.ts';

type Props = {
  place: TableRowPlace;
  className: string | undefined;
  isOpen: boolean;
  onOpen: () => void;
  /** What Space does instead. */
  onPeek?: () => void;
  /** What a press with Ctrl or Shift does instead, and X. */
  onSelect?: ((how: 'one' | 'range') => void) | undefined;
  /** What dragging it out of the window does, where that is possible. */
  onDragOut?: (() => void) | undefined;
  children: ReactNode;
};

type Acts = Pick<Props, 'onOpen' | 'onSelect'> & { onPeek: () => void };

/** Space alone peeks; with Ctrl it selects, as in other lists. */
function actOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { onOpen, onPeek, onSelect }: Acts,
): (() => void) | undefined {
  const isPlain = !ctrlKey && !metaKey && !altKey;
  const select = onSelect && (() => onSelect('one'));
  if (key === 'Enter') return onOpen;
  if (key === ' ') return isPlain ? onPeek : (select ?? onPeek);
  return key === 'x' && isPlain ? select : undefined;
}

export function TableRow({ place, className, isOpen, onOpen, onPeek = onOpen, onSelect, onDragOut, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter and Space are handled just below
    <div
      className={classNames(styles.row, className, isOpen && styles.isOpen)}
      role="row"
      aria-selected={isOpen}
      tabIndex={place.isStop ? 0 : -1}
      data-index={place.index}
      data-row={place.key}
      style={{ top: place.top }}
      onClick={(event) => {
        const how = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'one' : undefined;
        if (how === undefined || onSelect === undefined) onOpen();
        else onSelect(how);
      }}
      {...dragOut(onDragOut)}
      onFocus={place.onFocus}
      onKeyDown={(event) => {
        const act = actOf(event, { onOpen, onPeek, onSelect });
        if (act === undefined) return;
        event.preventDefault();
        act();
      }}
    >
      {children}
    </div>
  );
}
