// The table of builds. Only the rows in sight are drawn, so thousands move as smoothly as ten.
import { useMemo } from 'react';
import shared from '../../design/shared.module.css';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import tableStyles from '../../ui/table/table.module.css';
import { TableBody } from '../../ui/table/table-body.tsx';
import { type Column, TableHead } from '../../ui/table/table-head.tsx';
import { useTableRows } from '../../ui/table/use-table-rows.ts';
import { useNow } from '../../ui/use-now.ts';
import { BuildRow } from './build-row.tsx';
import styles from './builds.module.css';
import { sortBuilds } from './builds-actions.ts';
import type { BuildLine, SortKey } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';

const ROW_PX = 34;

const columns = (): readonly Column<SortKey>[] => [
  { key: 'name', name: t('Build') },
  { key: 'kind', name: t('Kind'), className: styles.kind },
  { key: 'size', name: t('Size'), className: tableStyles.number },
  { key: 'hash', name: 'SHA-256', className: styles.hash },
  { key: 'used', name: t('Runs on') },
  { key: 'age', name: t('Uploaded'), className: tableStyles.number },
];

type Props = {
  lines: readonly BuildLine[];
  /** There is not one build, whatever is looked for. */
  isEmpty: boolean;
  isRead: boolean;
  openId: string | undefined;
  onOpen: (build_id: string) => void;
  /** Absent where the window cannot drag files out. */
  onDragOut: ((line: BuildLine) => void) | undefined;
};

/** One focus stop for all rows; arrows or J and K move in them, Enter opens. */
export function BuildTable({ lines, isEmpty, isRead, openId, onOpen, onDragOut }: Props) {
  const sort = useBuilds((state) => state.sort);
  if (isEmpty) return isRead ? <NoBuilds /> : <Waiting />;
  return (
    <div className={tableStyles.grid} role="grid" aria-label={t('Builds')} aria-rowcount={lines.length + 1}>
      <TableHead columns={columns()} className={styles.row} sort={sort} onSort={sortBuilds} />
      <Rows lines={lines} openId={openId} onOpen={onOpen} onDragOut={onDragOut} />
    </div>
  );
}

function Rows({ lines, openId, onOpen, onDragOut }: Omit<Props, 'isEmpty' | 'isRead'>) {
  const now = useNow(true, 30_000);
  const keys = useMemo(() => lines.map(({ build }) => build.id), [lines]);
  const rows = useTableRows({ keys, rowPx: ROW_PX, openKey: openId });
  return (
    <TableBody rows={rows} below={lines.length === 0 && <NoneFit />}>
      {rows.places.map((place) => {
        const line = lines[place.index];
        if (line === undefined) return null;
        return (
          <BuildRow
            key={place.key}
            line={line}
            now={now}
            place={place}
            onOpen={onOpen}
            onDragOut={onDragOut}
            isOpen={place.key === openId}
          />
        );
      })}
    </TableBody>
  );
}

function NoneFit() {
  return (
    <p className={tableStyles.empty}>{t('No matching builds. Clear the filter, or search for something else.')}</p>
  );
}

function Waiting() {
  return (
    <div className={tableStyles.waiting} aria-busy="true">
      <div className={shared.loadingBlock} />
    </div>
  );
}

function NoBuilds() {
  return (
    <div className={tableStyles.empty}>
      <h2>{t('No builds yet')}</h2>
      <p>
        {rich(
          'A build is the folder or archive that your engine exports as a server. Drop one on the window, or push it with {slipway}; it stays stored here until you delete it.',
          { slipway: <code className={shared.mono}>slipway push</code> },
        )}
      </p>
    </div>
  );
}
