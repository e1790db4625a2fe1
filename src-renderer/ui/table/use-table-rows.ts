// The rows of a long table: only those in sight are drawn, and one focus stop moves in all of them by keys.

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { listStep } from '../list-step.ts';
import { useTextLength } from '../text-size.ts';

/** A row in sight: where it is, and whether Tab leads to it. */
export type TableRowPlace = { index: number; key: string; top: number; isStop: boolean; onFocus: () => void };

export type TableRows = {
  scroller: RefObject<HTMLDivElement | null>;
  height: number;
  /** The rows in sight, a few around them, and the focus stop wherever it is. */
  places: TableRowPlace[];
  /** Moves the focus stop, when the key means a move. */
  move: (event: KeyboardEvent) => void;
};

type Options = {
  /** One for each row, in their order. The focus stop stays on its row, also when the order changes. */
  keys: readonly string[];
  /** At the usual size of text. */
  rowPx: number;
  /** The row that is open. It is in sight at first. */
  openKey?: string | undefined;
  /** Rows of this key are stepped over. */
  heading?: string;
};

/** Rows between the top and the one that is open, when the table comes up. */
const ABOVE_OPEN = 6;

export function useTableRows({ keys, rowPx, openKey, heading }: Options): TableRows {
  const rowHeight = useTextLength(rowPx);
  const scroller = useRef<HTMLDivElement>(null);
  const [stopKey, setStopKey] = useState<string>();
  const openIndex = useMemo(() => keys.indexOf(openKey ?? ''), [keys, openKey]);
  const stop = useMemo(() => stopOf(keys, [stopKey, openKey], heading), [keys, stopKey, openKey, heading]);
  const rangeExtractor = useCallback((range: Range) => withStop(defaultRangeExtractor(range), stop), [stop]);
  const virtual = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 10,
    rangeExtractor,
    initialOffset: Math.max(0, (openIndex - ABOVE_OPEN) * rowHeight),
  });
  const places = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const key = keys[index];
    if (key === undefined) return [];
    return [{ index, key, top: start, isStop: index === stop, onFocus: () => setStopKey(key) }];
  });
  const move = (event: KeyboardEvent) => {
    const next = rowStep(event, { from: stop, keys, heading });
    if (next === undefined) return;
    event.preventDefault();
    // Drawn and focused at once, so that the next key, however soon it comes, finds the row.
    // oxlint-disable-next-line node/no-sync -- React's name for drawing now; nothing is read or written
    flushSync(() => setStopKey(keys[next]));
    scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true });
    virtual.scrollToIndex(next);
  };
  return { scroller, height: virtual.getTotalSize(), places, move };
}

/** Tab must always find the stop, and who holds the focus must not lose it by scrolling. */
function withStop(inSight: number[], stop: number): number[] {
  if (stop < 0 || inSight.includes(stop)) return inSight;
  return [...inSight, stop].toSorted((a, b) => a - b);
}

function stopOf(
  keys: readonly string[],
  requested: readonly (string | undefined)[],
  heading: string | undefined,
): number {
  const found = requested.map((key) => (key === undefined ? -1 : keys.indexOf(key))).find((index) => index !== -1);
  return found ?? keys.findIndex((key) => key !== heading);
}

type Step = { from: number; keys: readonly string[]; heading: string | undefined };

/** A heading between the rows is stepped over; where nothing comes behind it, the key leads nowhere. */
function rowStep(event: KeyboardEvent, { from, keys, heading }: Step): number | undefined {
  const next = listStep(event, from, keys.length);
  if (next === undefined || keys[next] !== heading) return next;
  const behind = next > from ? next + 1 : next - 1;
  return keys[behind] === undefined ? undefined : behind;
}
