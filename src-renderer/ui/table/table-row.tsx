// One row of a table: a press or Enter opens it, Space too.
import type { ReactNode } from 'react';
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
  /** What dragging it out of the window does, where that is possible. */
  onDragOut?: (() => void) | undefined;
  children: ReactNode;
};

export function TableRow({ place, className, isOpen, onOpen, onPeek = onOpen, onDragOut, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter and Space are handled just below
    <div
      className={classNames(styles.row, className, isOpen && styles.isOpen)}
      role="row"
      aria-selected={isOpen}
      tabIndex={place.isStop ? 0 : -1}
      data-index={place.index}
      style={{ top: place.top }}
      onClick={onOpen}
      {...dragOut(onDragOut)}
      onFocus={place.onFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (event.key === ' ') onPeek();
        else onOpen();
      }}
    >
      {children}
    </div>
  );
}
