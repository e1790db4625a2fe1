// The lines of a log, of which only those in sight are drawn. It sticks to the newest until somebody scrolls up.
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import shared from '../../../design/shared.module.css';
import { plural, t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useTextLength } from '../../../ui/text-size.ts';
import styles from './log.module.css';
import { readLines, setFollowing } from './log-actions.ts';
import { LogRow } from './log-row.tsx';
import { type LogRows, lineAt, rowOf } from './log-selectors.ts';
import { useLog } from './log-store.ts';

const ROW_PX = 18;
const OVERSCAN = 12;
/** This near to the end counts as being there. */
const END_PX = 24;

/** Brings a line into sight within the log, or also the log itself, of which only the head may be in sight. */
export type LogLinesHandle = { show(line: number): void; goTo(line: number): void };

type Props = { rows: LogRows; ref: Ref<LogLinesHandle> };

/** `rows` says what stands where. */
export function LogLines({ rows, ref }: Props) {
  const rowHeight = useTextLength(ROW_PX);
  const scroller = useRef<HTMLDivElement>(null);
  const { sight, looked, look } = useSight(scroller);
  /** The line that was brought into sight: it stays there when the view becomes lower, until a person scrolls. */
  const held = useRef<number>(undefined);
  const isFollowing = useLog((state) => state.isFollowing && state.pausedAt === undefined);
  const { count } = rows;
  const from = Math.max(0, Math.floor(sight.top / rowHeight) - OVERSCAN);
  const to = Math.min(count, Math.ceil((sight.top + sight.height) / rowHeight) + OVERSCAN);
  const numbers = Array.from({ length: Math.max(0, to - from) }, (_, at) => lineAt(rows, from + at));
  const firstNumber = numbers[0];
  const lastNumber = numbers.at(-1);
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
  }, [isFollowing, rows, rowHeight, sight.height, looked, look]);
  // oxlint-disable-next-line react/exhaustive-deps -- the numbers follow from the first and the last of them
  useEffect(() => readLines(numbers), [firstNumber, lastNumber]);
  useImperativeHandle(ref, () => {
    const show = (line: number) => {
      held.current = line;
      // Also where it is in sight already: the next lines would push it out.
      setFollowing(false);
      showRow(scroller.current, rowOf(rows, line) * rowHeight, rowHeight);
      // The scroll event comes a frame later, and a window that is out of sight draws none.
      look();
    };
    const goTo = (line: number) => {
      scroller.current?.scrollIntoView({ block: 'nearest' });
      show(line);
    };
    return { show, goTo };
  });
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
  return (
    <div
      ref={scroller}
      className={styles.lines}
      role="log"
      aria-label={t('Log')}
      aria-live="off"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be scrolled by keyboard too
      tabIndex={0}
      onScroll={onScroll}
    >
      <div style={{ height: count * rowHeight }}>
        <div className={styles.sight} style={{ transform: `translateY(${from * rowHeight}px)` }}>
          <Lines numbers={numbers} />
        </div>
      </div>
    </div>
  );
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

function Lines({ numbers }: { numbers: readonly number[] }) {
  const lines = useLog((state) => state.lines);
  const { ranges, hits, at } = useLog((state) => state.search);
  const present = hits[at];
  return numbers.map((number) => {
    const line = lines.get(number);
    if (line === undefined) return <div key={number} className={styles.line} />;
    return <LogRow key={number} line={line} ranges={ranges.get(number)} isPresent={number === present} />;
  });
}

/** What the log no longer has, if anything. */
export function DroppedNote() {
  const dropped = useLog((state) => state.extent?.dropped ?? 0);
  if (dropped === 0) return null;
  return (
    <p className={classNames(styles.note, shared.faint)}>
      {plural(
        dropped,
        '{n} older line was dropped to keep the log small.',
        '{n} older lines were dropped to keep the log small.',
      )}
    </p>
  );
}
