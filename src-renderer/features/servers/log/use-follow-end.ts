// Where a log is scrolled to: at its end as lines come, until somebody scrolls up.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setFollowing } from './log-actions.ts';
import { type LogRows, rowOf } from './log-selectors.ts';
import { useLog } from './log-store.ts';

/** This near to the end counts as being there. */
const END_PX = 24;

/** `sight` is what of it can be seen; `show` brings a line into it, where that stays until a person scrolls. */
export function useFollowEnd(scroller: RefObject<HTMLDivElement | null>, rows: LogRows, rowHeight: number) {
  const { sight, looked, look } = useSight(scroller);
  /** The line that was brought into sight: it stays there when the view becomes lower, until a person scrolls. */
  const held = useRef<number>(undefined);
  const isFollowing = useLog((state) => state.isFollowing && state.pausedAt === undefined);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    // A person may have scrolled up a moment ago, whose event is still to come.
    if (isFollowing && wentUp(box, looked.current)) {
      setFollowing(false);
    } else if (isFollowing) {
      held.current = undefined;
      box.scrollTop = box.scrollHeight;
    } else if (held.current !== undefined) {
      showRow(box, rowOf(rows, held.current) * rowHeight, rowHeight);
    }
    // The scroll event comes a frame later: until then the old place would be drawn, which is out of sight.
    look();
  }, [scroller, isFollowing, rows, rowHeight, sight.height, looked, look]);
  const show = (line: number) => {
    held.current = line;
    // Also where it is in sight already: the next lines would push it out.
    setFollowing(false);
    showRow(scroller.current, rowOf(rows, line) * rowHeight, rowHeight);
    // The scroll event comes a frame later, and a window that is out of sight draws none.
    look();
  };
  const onScroll = () => {
    const box = scroller.current;
    if (box === null) return;
    const before = looked.current;
    look();
    // What was scrolled here was looked at in that moment, and its event may come after the next.
    if (box.scrollTop === before.top) return;
    held.current = undefined;
    if (isAtEnd(box)) setFollowing(true);
    else if (wentUp(box, before)) setFollowing(false);
  };
  return { sight, show, onScroll };
}

function isAtEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean {
  return scrollHeight - clientHeight - scrollTop <= END_PX;
}

/** Only a person goes up: a view that has just become another height moves by no more than that. */
function wentUp(box: HTMLElement, before: { top: number; height: number }): boolean {
  return !isAtEnd(box) && before.top - box.scrollTop > Math.abs(box.clientHeight - before.height);
}

/** Where the view is scrolled to, and how high it is: as it was drawn, and as it was looked at last. */
function useSight(scroller: RefObject<HTMLDivElement | null>) {
  const [sight, setSight] = useState({ top: 0, height: 400 });
  const looked = useRef(sight);
  const look = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const { scrollTop: top, clientHeight: height } = box;
    looked.current = { top, height };
    setSight((before) => (before.top === top && before.height === height ? before : { top, height }));
  }, [scroller]);
  useEffect(() => {
    if (scroller.current === null) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, look]);
  return { sight, looked, look };
}

function showRow(box: HTMLElement | null, y: number, rowHeight: number): void {
  if (box === null) return;
  if (y >= box.scrollTop && y <= box.scrollTop + box.clientHeight - 2 * rowHeight) return;
  box.scrollTop = y - box.clientHeight / 2;
}
