// The rows of a long table: only those in sight are drawn, and one focus stop moves in all of them by keys.
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { listStep } from '../list-step.ts';
import { useTextLength } from '../text-size.ts';
import { type RowInSight, useRowsInSight } from '../use-rows-in-sight.ts';

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
  /** Rows of such a key are stepped over. */
  isHeading?: (key: string) => boolean;
  /** Hears of each step by a key, before the focus moves. */
  onStep?: (event: KeyboardEvent, from: string | undefined, to: string) => void;
};

const none = () => false;

/** Rows between the top and the one that is open, when the table comes up. */
const ABOVE_OPEN = 6;

export function useTableRows({ keys, rowPx, openKey, isHeading = none, onStep }: Options): TableRows {
  const rowHeight = useTextLength(rowPx);
  const [stopKey, setStopKey] = useState<string>();
  const openIndex = useMemo(() => keys.indexOf(openKey ?? ''), [keys, openKey]);
  const stop = useMemo(() => stopOf(keys, [stopKey, openKey], isHeading), [keys, stopKey, openKey, isHeading]);
  const { scroller, height, rows, show } = useRowsInSight({
    count: keys.length,
    rowHeight,
    around: 10,
    firstTop: openIndex - ABOVE_OPEN,
  });
  const places = withStop(rows, stop, rowHeight).flatMap(({ index, top }) => {
    const key = keys[index];
    if (key === undefined) return [];
    return [{ index, key, top, isStop: index === stop, onFocus: () => setStopKey(key) }];
  });
  const move = (event: KeyboardEvent) => {
    const next = rowStep(event, { from: stop, keys, isHeading });
    const key = next === undefined ? undefined : keys[next];
    if (next === undefined || key === undefined) return;
    event.preventDefault();
    onStep?.(event, keys[stop], key);
    // Drawn and focused at once, so that the next key, however soon it comes, finds the row.
    // oxlint-disable-next-line node/no-sync -- React's name for drawing now; nothing is read or written
    flushSync(() => setStopKey(key));
    scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true });
    show(next);
  };
  return { scroller, height, places, move };
}

/** Whether nothing of a row's place is another: it hears of the focus by its key. */
export function isSamePlace(one: TableRowPlace, other: TableRowPlace): boolean {
  return one.key === other.key && one.index === other.index && one.top === other.top && one.isStop === other.isStop;
}

/** Tab must always find the stop, and who holds the focus must not lose it by scrolling. */
function withStop(rows: RowInSight[], stop: number, rowHeight: number): RowInSight[] {
  if (stop < 0 || rows.some(({ index }) => index === stop)) return rows;
  return [...rows, { index: stop, top: stop * rowHeight }].toSorted((a, b) => a.index - b.index);
}

function stopOf(
  keys: readonly string[],
  requested: readonly (string | undefined)[],
  isHeading: (key: string) => boolean,
): number {
  const found = requested.map((key) => (key === undefined ? -1 : keys.indexOf(key))).find((index) => index !== -1);
  return found ?? keys.findIndex((key) => !isHeading(key));
}

type Step = { from: number; keys: readonly string[]; isHeading: (key: string) => boolean };

/** Headings between the rows are stepped over; where nothing comes behind them, the key leads to the last row before. */
function rowStep(event: KeyboardEvent, { from, keys, isHeading }: Step): number | undefined {
  const next = listStep(event, from, keys.length);
  if (next === undefined) return undefined;
  const by = next >= from ? 1 : -1;
  return firstRow(next, by, { keys, isHeading }) ?? firstRow(next, -by, { keys, isHeading });
}

function firstRow(from: number, by: number, { keys, isHeading }: Omit<Step, 'from'>): number | undefined {
  for (let at = from; ; at += by) {
    const key = keys[at];
    if (key === undefined) return undefined;
    if (!isHeading(key)) return at;
  }
}
