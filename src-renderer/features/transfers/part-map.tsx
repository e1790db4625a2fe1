// The part map: one cell for each part of an upload, in file order, as it is stored. A cursor tells of single cells.
import { type KeyboardEvent, memo, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PartKind, PartMap as Parts } from '../../../src-shared/transfers/part-map.ts';
import shared from '../../design/shared.module.css';
import { classNames } from '../../ui/class-names.ts';
import { customProperty } from '../../ui/custom-property.ts';
import { useTextLength } from '../../ui/text-size.ts';
import tooltipStyles from '../../ui/tooltip.module.css';
import { type Cell, formatCell, formatMap, type Layout, layOut } from './part-cells.ts';
import styles from './part-map.module.css';

/** The class of each kind of cell; a queued one is the plain well. */
export const cellClass: Record<PartKind, string | undefined> = {
  queued: '',
  in_flight: styles.inFlight,
  stored: styles.stored,
  verified: styles.verified,
  sent_again: styles.sentAgain,
  reused: styles.reused,
  held: styles.held,
  refused: styles.refused,
};

/** Until it was measured; the window's usual width for it. */
const USUAL_PX = 760;

type Props = {
  /** Undefined until it was read; the room for it is kept. */
  map: Parts | undefined;
  /** `compact`: the low form of the version shelf, without a cursor. `wide`: the cells share the width, with their numbers below. */
  form?: 'plain' | 'compact' | 'wide';
};

/** Says in words what it shows. */
export function PartMap({ map, form = 'plain' }: Props) {
  const compact = form === 'compact';
  const isWide = form === 'wide';
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const layout = useLayout(map, width, compact);
  const [at, setAt] = useState<number>();
  const cursor = at === undefined ? undefined : layout.cells[Math.min(at, layout.cells.length - 1)];
  const cursorProps = compact ? {} : { ...cursorHandlers(layout, at, setAt), tabIndex: 0 };
  return (
    <div className={styles.box} data-part-map={form} ref={box}>
      <div
        className={classNames(styles.parts, ...formsOf(layout), compact && styles.compact, isWide && styles.wide)}
        role="img"
        aria-label={formatMap(map)}
        style={{
          gridTemplateColumns: `repeat(${Math.ceil(layout.cells.length / layout.rows)}, minmax(0, ${isWide ? '1fr' : '16px'}))`,
        }}
        {...cursorProps}
      >
        {layout.cells.map((cell, n) => (
          <CellBox key={cell.first} n={n} kind={cell.kind} level={cell.level} isAt={cell === cursor} />
        ))}
      </div>
      {isWide && <Numbers cells={layout.cells} />}
      {map !== undefined && cursor !== undefined && <Tip map={map} cell={cursor} layout={layout} />}
    </div>
  );
}

function formsOf({ isFine, rows }: Layout) {
  return [isFine && styles.fine, rows === 2 && styles.twoRows];
}

function useLayout(map: Parts | undefined, width: number, compact: boolean): Layout {
  return useMemo(() => (map === undefined ? none : layOut(map, width, compact)), [map, width, compact]);
}

/** With more of them there is only room for how far it is, and with more again for its number alone. */
const MOST_LONG = 16;
const MOST_SHARES = 24;

/** The numbers of the parts; of those in flight also how far they are. */
function Numbers({ cells }: Pick<Layout, 'cells'>) {
  const count = cells.length * useTextLength(1);
  return (
    <div
      className={styles.numbers}
      aria-hidden="true"
      style={{ gridTemplateColumns: `repeat(${cells.length}, minmax(0, 1fr))` }}
    >
      {cells.map(({ first, kind, level }) => (
        <span key={first} className={kind === 'in_flight' ? styles.isMoving : undefined}>
          {kind === 'in_flight' ? formatMoving(first, level, count) : first}
        </span>
      ))}
    </div>
  );
}

/** `count`: of the parts, as if the text were of the usual size. */
function formatMoving(number: number, level: number, count: number): string {
  const share = `${Math.round(level * 100)}%`;
  if (count > MOST_SHARES) return String(number);
  return count > MOST_LONG ? share : `${number}, ${share}`;
}

const none: Layout = { cells: [], rows: 1, isFine: false };

type CellBoxProps = { n: number; kind: PartKind; level: number; isAt: boolean };

/** Drawn again only when it changes: there may be a thousand. */
const CellBox = memo(function CellBox({ n, kind, level, isAt }: CellBoxProps) {
  const style = customProperty('--p', `${Math.round(level * 100)}%`);
  return (
    <i
      className={classNames(cellClass[kind], isAt && styles.atCursor)}
      data-cell={n}
      data-kind={kind}
      style={level > 0 ? style : undefined}
    />
  );
});

/** Beside the cell, on the side where there is room. */
function Tip({ map, cell, layout: { cells, rows } }: { map: Parts; cell: Cell; layout: Layout }) {
  const perRow = Math.ceil(cells.length / rows);
  const column = cells.indexOf(cell) % perRow;
  const share = `${(column / Math.max(1, perRow)) * 100}%`;
  const isLeft = column < perRow / 2;
  return (
    <span
      className={classNames(styles.tip, shared.floating, tooltipStyles.tooltip)}
      role="status"
      style={isLeft ? { left: share } : { right: `calc(100% - ${share})` }}
    >
      {formatCell(map, cell)}
    </span>
  );
}

function cursorHandlers({ cells, rows }: Layout, at: number | undefined, setAt: (at: number | undefined) => void) {
  const perRow = Math.ceil(cells.length / rows);
  return {
    onPointerMove: ({ target }: PointerEvent) => {
      const cell = target instanceof HTMLElement ? target.dataset['cell'] : undefined;
      if (cell !== undefined) setAt(Number(cell));
    },
    onPointerLeave: () => setAt(undefined),
    onBlur: () => setAt(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const next =
        event.key === 'Escape' ? undefined : cursorStep(event.key, at, cells.length, rows === 2 ? perRow : undefined);
      if (next === undefined && (event.key !== 'Escape' || at === undefined)) return;
      event.preventDefault();
      event.stopPropagation();
      setAt(next);
    },
  };
}

/** Left and right go along the parts, up and down between two rows. The first press begins at the first part. */
function cursorStep(
  key: string,
  at: number | undefined,
  count: number,
  perRow: number | undefined,
): number | undefined {
  if (count === 0) return undefined;
  const from = at ?? -1;
  const steps: Record<string, number | undefined> = {
    ArrowRight: from + 1,
    ArrowLeft: at === undefined ? count - 1 : from - 1,
    Home: 0,
    End: count - 1,
    ArrowDown: perRow === undefined || at === undefined ? undefined : from + perRow,
    ArrowUp: perRow === undefined || at === undefined ? undefined : from - perRow,
  };
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(USUAL_PX);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setWidth(element.clientWidth || USUAL_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
