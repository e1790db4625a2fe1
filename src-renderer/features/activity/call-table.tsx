// The table of calls. Only the rows in sight are drawn, and older ones are read as they come near.
import { memo, useEffect, useMemo } from 'react';
import type { ActivityRow } from '../../../src-shared/activity/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { glyphColors, StateGlyph } from '../../design/state-glyph.tsx';
import { formatSeconds } from '../../text/format-numbers.ts';
import { useLanguage } from '../../text/language.ts';
import { t, words } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount, formatSize } from '../../ui/format.ts';
import tableStyles from '../../ui/table/table.module.css';
import { TableBody } from '../../ui/table/table-body.tsx';
import { type Column, TableHead } from '../../ui/table/table-head.tsx';
import { TableRow } from '../../ui/table/table-row.tsx';
import { useTableRows } from '../../ui/table/use-table-rows.ts';
import tagStyles from '../../ui/tag.module.css';
import styles from './activity.module.css';
import { openCall, readOlder } from './activity-actions.ts';
import { callState, formatTook, shortPath } from './activity-selectors.ts';
import { useActivity } from './activity-store.ts';

const ROW_PX = 30;
/** So many rows before the end, older ones are read. */
const NEAR_END = 40;

const columns = (): readonly Column<never>[] => [
  words({ name: 'Time' }),
  words({ name: 'Method' }),
  words({ name: 'Path' }),
  words({ name: 'Status' }),
  { name: t('Duration'), className: tableStyles.number },
  { name: t('Size'), className: tableStyles.number },
  words({ name: 'Instance' }),
];

type Props = { game_id: string; instances: readonly InstanceView[] };

/** One focus stop for all rows; arrows or J and K move in them, Enter opens. */
export function CallTable({ game_id, instances }: Props) {
  const rows = useActivity((state) => state.rows);
  if (rows === undefined) return <div className={classNames(styles.none, shared.loadingBlock)} aria-hidden="true" />;
  if (rows.length === 0) return <NoCalls />;
  return (
    <div className={tableStyles.grid} role="grid" aria-label={t('Calls')} aria-rowcount={rows.length + 1}>
      <TableHead columns={columns()} className={styles.row} />
      <Rows rows={rows} game_id={game_id} instances={instances} />
    </div>
  );
}

function NoCalls() {
  return (
    <div className={tableStyles.empty}>
      <h2>{t('No matching calls')}</h2>
      <p>
        {t(
          'Every call that Slipway makes to an instance appears here, without its secrets. Clear the filter, or search for something else.',
        )}
      </p>
    </div>
  );
}

function Rows({ rows, game_id, instances }: Props & { rows: readonly ActivityRow[] }) {
  const openId = useActivity((state) => state.detail?.id);
  const names = useMemo(() => new Map(instances.map(({ id, name }) => [id, name])), [instances]);
  const keys = useMemo(() => rows.map(({ id }) => id), [rows]);
  const list = useTableRows({ keys, rowPx: ROW_PX, openKey: openId });
  const isNearEnd = (list.places.at(-1)?.index ?? 0) > rows.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) void readOlder(game_id);
  }, [isNearEnd, rows.length, game_id]);
  return (
    <TableBody rows={list}>
      {list.places.map((place) => {
        const row = rows[place.index];
        if (row === undefined) return null;
        const open = () => void openCall(row.id);
        return (
          <TableRow key={place.key} place={place} className={styles.row} isOpen={row.id === openId} onOpen={open}>
            <Cells row={row} name={names.get(row.instance_id) ?? t('removed')} />
          </TableRow>
        );
      })}
    </TableBody>
  );
}

/** Drawn again only when something in it changes. */
const Cells = memo(function Cells({ row, name }: { row: ActivityRow; name: string }) {
  useLanguage();
  const { glyph, words: label } = callState(row);
  return (
    <>
      <span role="gridcell" className={classNames(shared.faint, shared.tabular)}>
        {formatSeconds(row.at)}
      </span>
      <span role="gridcell" className={shared.mono}>
        {row.method}
      </span>
      <span role="gridcell" className={classNames(shared.mono, shared.ellipsis)} title={row.path}>
        {shortPath(row.path)}
        {row.repeats > 1 && (
          <span data-slot="tag" className={classNames(styles.repeats, tagStyles.tag)}>
            {t('{repeats} times', { repeats: formatCount(row.repeats) })}
          </span>
        )}
      </span>
      <span role="gridcell" className={classNames(styles.state, shared.tabular, glyphColors[glyph])} title={row.error}>
        <StateGlyph state={glyph} />
        {label}
      </span>
      <span role="gridcell" className={classNames(tableStyles.number, shared.tabular)}>
        {formatTook(row.ms)}
      </span>
      <span role="gridcell" className={classNames(tableStyles.number, shared.tabular, shared.faint)}>
        {formatSize(row.bytes_received)}
      </span>
      <span role="gridcell" className={classNames(shared.ellipsis, shared.dim)}>
        {name}
      </span>
    </>
  );
});
