// The part of a table that scrolls.
import type { ReactNode } from 'react';
import styles from './table.module.css';
import type { TableRows } from './use-table-rows.ts';

type Props = {
  rows: TableRows;
  /** The rows in sight. */
  children: ReactNode;
  /** What stands below them. */
  below?: ReactNode;
};

export function TableBody({ rows: { scroller, height, move }, children, below }: Props) {
  return (
    <div ref={scroller} className={styles.scroll} role="rowgroup" onKeyDown={move}>
      <div className={styles.rows} style={{ height }}>
        {children}
      </div>
      {below}
    </div>
  );
}
