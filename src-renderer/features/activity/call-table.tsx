// The table of calls. Only the rows in sight are drawn, and older ones are read as they come near.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import type { ActivityRow } from '../../../src-shared/activity/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { glyphFamily, StateGlyph } from '../../design/state-glyph.tsx';
import { classNames } from '../../ui/class-names.ts';
import { countWords, sizeWords } from '../../ui/words.ts';
import { listStep } from '../games/list-step.ts';
import { openCall, readOlder } from './activity-actions.ts';
import { callState, secondWords, shortPath, tookWords } from './activity-selectors.ts';
import { useActivity } from './activity-store.ts';

const ROW_PX = 30;
/** So many rows before the end, older ones are read. */
const NEAR_END = 40;

type Props = { gameId: string; instances: readonly InstanceView[] };

/** One focus stop for all rows; arrows or J and K move in them, Enter opens. */
export function CallTable({ gameId, instances }: Props) {
  const rows = useActivity((state) => state.rows);
  if (rows === undefined) return <div className="ghost-block atable-none" aria-hidden="true" />;
  if (rows.length === 0) return <NoCalls />;
  return (
    <div className="stable-grid" role="grid" aria-label="Calls" aria-rowcount={rows.length + 1}>
      <div className="call call-head" role="row">
        {['Time', 'Method', 'Path', 'Status', 'Took', 'Size', 'Instance'].map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <Rows rows={rows} gameId={gameId} instances={instances} />
    </div>
  );
}

function NoCalls() {
  return (
    <div className="stable-empty atable-none">
      <h2>No calls fit</h2>
      <p>
        Each call that Slipway makes to an instance shows here, without its secrets. Show everything, or do something.
      </p>
    </div>
  );
}

function Rows({ rows, gameId, instances }: Props & { rows: readonly ActivityRow[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const openId = useActivity((state) => state.detail?.id);
  const names = useMemo(() => new Map(instances.map(({ id, name }) => [id, name])), [instances]);
  const [stopId, setStopId] = useState<string>();
  const at = rows.findIndex(({ id }) => id === stopId);
  const stop = at === -1 ? 0 : at;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
  });
  const lastSeen = virtual.getVirtualItems().at(-1)?.index ?? 0;
  const isNearEnd = lastSeen > rows.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) void readOlder(gameId);
  }, [isNearEnd, rows.length, gameId]);
  const move = (event: KeyboardEvent) => {
    const next = listStep(event, stop, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    setStopId(rows[next]?.id);
    virtual.scrollToIndex(next);
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  return (
    <div ref={scroller} className="stable-scroll" role="rowgroup" onKeyDown={move}>
      <div className="stable-rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const name = names.get(row.instance_id) ?? 'removed';
          return (
            <Row
              key={row.id}
              {...{ row, index, name }}
              top={start}
              isOpen={row.id === openId}
              isStop={index === stop}
              onStop={setStopId}
            />
          );
        })}
      </div>
    </div>
  );
}

type RowProps = {
  row: ActivityRow;
  index: number;
  name: string;
  top: number;
  isOpen: boolean;
  isStop: boolean;
  onStop: (id: string) => void;
};

const Row = memo(function Row({ row, index, name, top, isOpen, isStop, onStop }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter and Space are handled just below
    <div
      className={classNames('call', isOpen && 'on')}
      role="row"
      aria-selected={isOpen}
      tabIndex={isStop ? 0 : -1}
      data-index={index}
      style={{ top }}
      onClick={() => void openCall(row.id)}
      onFocus={() => onStop(row.id)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        void openCall(row.id);
      }}
    >
      <Cells row={row} name={name} />
    </div>
  );
});

function Cells({ row, name }: { row: ActivityRow; name: string }) {
  const { glyph, words } = callState(row);
  return (
    <>
      <span role="gridcell" className="faint tn">
        {secondWords(row.at)}
      </span>
      <span role="gridcell" className="mono">
        {row.method}
      </span>
      <span role="gridcell" className="mono cut" title={row.path}>
        {shortPath(row.path)}
        {row.repeats > 1 && <span className="tag call-repeats">{countWords(row.repeats)} times</span>}
      </span>
      <span role="gridcell" className={`call-state tn ${glyphFamily[glyph]}`} title={row.error}>
        <StateGlyph state={glyph} />
        {words}
      </span>
      <span role="gridcell" className="num tn">
        {tookWords(row.ms)}
      </span>
      <span role="gridcell" className="num tn faint">
        {sizeWords(row.bytes_received)}
      </span>
      <span role="gridcell" className="cut dim">
        {name}
      </span>
    </>
  );
}
