// The head of a table: names of columns, of which some sort.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './table.module.css';

export type Column<Key extends string> = {
  name: string;
  /** What a press sorts by. */
  key?: Key;
  className?: string | undefined;
  /** What stands there instead of the name. */
  content?: ReactNode;
};

type Props<Key extends string> = {
  columns: readonly Column<Key>[];
  /** The class that lays out a row of this table. */
  className: string | undefined;
  sort?: { key: Key; isDown: boolean } | undefined;
  onSort?: (key: Key) => void;
};

export function TableHead<Key extends string>({ columns, className, sort, onSort }: Props<Key>) {
  return (
    <div className={classNames(styles.row, styles.head, className)} role="row">
      {columns.map(({ key, name, className: own, content }) => {
        const isDown = key !== undefined && sort?.key === key ? sort.isDown : undefined;
        return (
          <span key={name} role="columnheader" className={own} aria-sort={ariaSort(isDown)}>
            {key === undefined ? (
              (content ?? name)
            ) : (
              <button type="button" onClick={() => onSort?.(key)}>
                {name}
                {isDown !== undefined && <span aria-hidden="true">{isDown ? ' ↓' : ' ↑'}</span>}
              </button>
            )}
          </span>
        );
      })}
    </div>
  );
}

function ariaSort(isDown: boolean | undefined): 'ascending' | 'descending' | undefined {
  if (isDown === undefined) return undefined;
  return isDown ? 'descending' : 'ascending';
}
