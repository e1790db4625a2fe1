// The table of builds. Only the rows in sight are drawn, so thousands move as smoothly as ten.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNow } from '../../ui/use-now.ts';
import { listStep } from '../games/list-step.ts';
import { BuildRow } from './build-row.tsx';
import { sortBuilds } from './builds-actions.ts';
import type { BuildLine, SortKey } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';

const ROW_PX = 34;

const columns: readonly { key: SortKey; name: string; className?: string }[] = [
  { key: 'name', name: 'Build' },
  { key: 'kind', name: 'Kind', className: 'b-kind' },
  { key: 'size', name: 'Size', className: 'num' },
  { key: 'hash', name: 'SHA-256', className: 'b-hash' },
  { key: 'used', name: 'Runs on' },
  { key: 'age', name: 'Pushed', className: 'num' },
];

type Props = {
  lines: readonly BuildLine[];
  /** There is not one build, whatever is looked for. */
  isEmpty: boolean;
  isRead: boolean;
  openId: string | undefined;
  onOpen: (buildId: string) => void;
};

/** One focus stop for all rows; arrows or J and K move in them, Enter opens. */
export function BuildTable({ lines, isEmpty, isRead, openId, onOpen }: Props) {
  const sort = useBuilds((state) => state.sort);
  if (isEmpty) return isRead ? <NoBuilds /> : <Waiting />;
  return (
    <div className="stable-grid" role="grid" aria-label="Builds" aria-rowcount={lines.length + 1}>
      <div className="bld srv-head" role="row">
        {columns.map(({ key, name, className }) => (
          <span
            key={key}
            role="columnheader"
            className={className}
            aria-sort={sort?.key === key ? (sort.isDown ? 'descending' : 'ascending') : undefined}
          >
            <button type="button" onClick={() => sortBuilds(key)}>
              {name}
              {sort?.key === key && <span aria-hidden="true">{sort.isDown ? ' ↓' : ' ↑'}</span>}
            </button>
          </span>
        ))}
      </div>
      <Rows lines={lines} openId={openId} onOpen={onOpen} />
    </div>
  );
}

function Rows({ lines, openId, onOpen }: Pick<Props, 'lines' | 'openId' | 'onOpen'>) {
  const now = useNow(true);
  const scroller = useRef<HTMLDivElement>(null);
  const openRow = lines.findIndex(({ build }) => build.id === openId);
  const [stop, setStop] = useState<number>();
  const stopRow = Math.min(stop ?? Math.max(0, openRow), lines.length - 1);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    initialOffset: Math.max(0, (openRow - 6) * ROW_PX),
  });
  const move = (event: KeyboardEvent) => {
    const next = listStep(event, stopRow, lines.length);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    virtual.scrollToIndex(next);
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };
  return (
    <div ref={scroller} className="stable-scroll" role="rowgroup" onKeyDown={move}>
      <div className="stable-rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <BuildRow
              key={line.build.id}
              {...{ line, now, index, onOpen, onStop: setStop }}
              top={start}
              isOpen={line.build.id === openId}
              isStop={index === stopRow}
            />
          );
        })}
      </div>
      {lines.length === 0 && (
        <p className="stable-empty">No build fits. Show all of them, or look for something else.</p>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className="stable-wait" aria-busy="true">
      <div className="ghost-block" />
    </div>
  );
}

function NoBuilds() {
  return (
    <div className="stable-empty">
      <h2>No builds yet</h2>
      <p>
        A build is the folder or archive that your engine exports as a server. Drop one on the window, or push it with{' '}
        <code className="mono">slipway push</code>; it stays stored here until you delete it.
      </p>
    </div>
  );
}
