// The table of calls. Only the rows in sight are drawn, and older ones are read as they come near.
import { memo, useEffect, useMemo } from 'react';
import type { ActivityRow } from '../../../src-shared/activity/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { glyphColors, StateGlyph } from '../../design/state-glyph.tsx';
import { formatSeconds } from '../../text/format-numbers.ts';
import { useLanguage } from '../../text/language.ts';
import { plural, t, words } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatClock, formatCount, formatSize } from '../../ui/format.ts';
import { Switch } from '../../ui/switch.tsx';
import tableStyles from '../../ui/table/table.module.css';
import { TableBody } from '../../ui/table/table-body.tsx';
import { type Column, TableHead } from '../../ui/table/table-head.tsx';
import { TableRow } from '../../ui/table/table-row.tsx';
import { useTableRows } from '../../ui/table/use-table-rows.ts';
import tagStyles from '../../ui/tag.module.css';
import styles from './activity.module.css';
import { foldRepeated, openCall, readOlder, setFold } from './activity-actions.ts';
import { callState, formatTook, shortPath } from './activity-selectors.ts';
import { useActivity } from './activity-store.ts';
import { GroupCells, RestCells } from './call-group.tsx';
import { type CallLine, callCounts, foldCalls } from './fold-calls.ts';

const ROW_PX = 34;
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
  const isFolded = useActivity((state) => state.isFolded);
  const folds = useActivity((state) => state.folds);
  const lines = useMemo(
    () =>
      isFolded
        ? foldCalls(rows ?? [], folds)
        : (rows ?? []).map((row): CallLine => ({ kind: 'call', key: row.id, row, isInside: false })),
    [rows, isFolded, folds],
  );
  if (rows === undefined) return <div className={classNames(styles.none, shared.loadingBlock)} aria-hidden="true" />;
  if (rows.length === 0) return <NoCalls />;
  return (
    <>
      <div className={tableStyles.grid} role="grid" aria-label={t('Calls')} aria-rowcount={lines.length + 1}>
        <TableHead columns={columns()} className={styles.row} />
        <Rows lines={lines} game_id={game_id} instances={instances} />
      </div>
      <CallFoot rows={rows} lines={lines} />
    </>
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

function Rows({ lines, game_id, instances }: Props & { lines: readonly CallLine[] }) {
  const openId = useActivity((state) => state.detail?.id);
  const names = useMemo(() => new Map(instances.map(({ id, name }) => [id, name])), [instances]);
  const keys = useMemo(() => lines.map(({ key }) => key), [lines]);
  const list = useTableRows({ keys, rowPx: ROW_PX, openKey: openId });
  const isNearEnd = (list.places.at(-1)?.index ?? 0) > lines.length - NEAR_END;
  const count = useActivity((state) => state.rows?.length);
  useEffect(() => {
    if (isNearEnd) void readOlder(game_id);
  }, [isNearEnd, count, game_id]);
  return (
    <TableBody rows={list}>
      {list.places.map((place) => {
        const line = lines[place.index];
        if (line === undefined) return null;
        return (
          <TableRow
            key={place.key}
            place={place}
            className={classNames(styles.row, line.kind !== 'call' && styles.isGroup)}
            isOpen={line.key === openId}
            onOpen={() => openLine(line)}
          >
            <Line line={line} names={names} />
          </TableRow>
        );
      })}
    </TableBody>
  );
}

function openLine(line: CallLine): void {
  if (line.kind === 'call') void openCall(line.row.id);
  else if (line.kind === 'rest') setFold(line.group.key, 'all');
  else setFold(line.group.key, line.group.state === 'closed' ? 'all' : 'closed');
}

function Line({ line, names }: { line: CallLine; names: ReadonlyMap<string, string> }) {
  const { instance_id } = line.kind === 'call' ? line.row : line.group.newest;
  const name = names.get(instance_id) ?? t('removed');
  if (line.kind === 'call') return <Cells row={line.row} name={name} isInside={line.isInside} />;
  return line.kind === 'group' ? <GroupCells group={line.group} name={name} /> : <RestCells count={line.count} />;
}

/** Drawn again only when something in it changes. */
const Cells = memo(function Cells({ row, name, isInside }: { row: ActivityRow; name: string; isInside: boolean }) {
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
      <span
        role="gridcell"
        className={classNames(shared.mono, shared.ellipsis, isInside && styles.inside)}
        title={row.path}
      >
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

/** How many calls there are, and whether repeated ones are folded. It adds up over what was read. */
function CallFoot({ rows, lines }: { rows: readonly ActivityRow[]; lines: readonly CallLine[] }) {
  const isFolded = useActivity((state) => state.isFolded);
  const { all, watches, failed } = callCounts(rows);
  const groups = lines.filter(({ kind }) => kind === 'group').length;
  const since = formatClock(Math.min(...rows.map(({ at }) => at)));
  return (
    <div className={styles.foot}>
      <span>{plural(all, '{n} call since {since}', '{n} calls since {since}', { since })}</span>
      {watches > 0 && <span>{plural(watches, '{n} watch', '{n} watches')}</span>}
      {groups > 0 && <span>{plural(groups, '{n} row is folded', '{n} rows are folded')}</span>}
      <span>{plural(failed, '{n} failed', '{n} failed')}</span>
      <span className={shared.grow} />
      <Switch label={t('Fold repeated calls')} on={isFolded} onChange={foldRepeated} />
      <span aria-hidden="true">{t('Fold repeated calls')}</span>
    </div>
  );
}
