// The rows of a long list of equal heights that are in sight, and a few around them: all that has to be drawn.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

type Options = {
  count: number;
  rowHeight: number;
  /** Rows that are drawn above and below those in sight. */
  around: number;
  /** The row at the top when the list comes up; what is negative counts as the first. */
  firstTop?: number;
};

/** A row that is drawn, and where. */
export type RowInSight = { index: number; top: number };

export type RowsInSight = {
  /** Goes to the element that scrolls, which has to be higher than none. */
  scroller: RefObject<HTMLDivElement | null>;
  /** Of all rows. */
  height: number;
  rows: RowInSight[];
  /** Scrolls no further than until the row is in sight. It is drawn when this returns. */
  show: (index: number) => void;
};

export function useRowsInSight({ count, rowHeight, around, firstTop = 0 }: Options): RowsInSight {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  const firstOffset = useRef(Math.max(0, firstTop) * rowHeight);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = () =>
      setView((before) => {
        const { scrollTop: top, clientHeight: height } = element;
        return before.top === top && before.height === height ? before : { top, height };
      });
    element.scrollTop = firstOffset.current;
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, []);

  const show = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (element === null) return;
      const { scrollTop, clientHeight } = element;
      const top = index * rowHeight;
      element.scrollTop = Math.min(top, Math.max(scrollTop, top + rowHeight - clientHeight));
      // The event of the scroll comes with the next frame, too late for who focuses the row now.
      // oxlint-disable-next-line node/no-sync -- React's name for drawing now; nothing is read or written
      flushSync(() => setView({ top: element.scrollTop, height: element.clientHeight }));
    },
    [rowHeight],
  );

  return { scroller, height: count * rowHeight, rows: rowsIn(view, { count, rowHeight, around }), show };
}

function rowsIn(view: { top: number; height: number }, { count, rowHeight, around }: Options): RowInSight[] {
  if (view.height === 0) return [];
  const from = Math.max(0, Math.floor(view.top / rowHeight) - around);
  const to = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + around);
  return Array.from({ length: Math.max(0, to - from) }, (_, n) => ({ index: from + n, top: (from + n) * rowHeight }));
}
