// The lines of a log, of which only those in sight are drawn.
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import shared from '../../../design/shared.module.css';
import { plural, t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useTextLength } from '../../../ui/text-size.ts';
import styles from './log.module.css';
import { readLines } from './log-actions.ts';
import { LogRow } from './log-row.tsx';
import { type LogRows, lineAt } from './log-selectors.ts';
import { useLog } from './log-store.ts';
import { useFollowEnd } from './use-follow-end.ts';

const ROW_PX = 18;
const OVERSCAN = 12;

/** Brings a line into sight within the log, or also the log itself, of which only the head may be in sight. */
export type LogLinesHandle = { show(line: number): void; goTo(line: number): void };

type Props = { rows: LogRows; ref: Ref<LogLinesHandle> };

/** `rows` says what stands where. */
export function LogLines({ rows, ref }: Props) {
  const rowHeight = useTextLength(ROW_PX);
  const scroller = useRef<HTMLDivElement>(null);
  const { sight, show, onScroll } = useFollowEnd(scroller, rows, rowHeight);
  const { count } = rows;
  const from = Math.max(0, Math.floor(sight.top / rowHeight) - OVERSCAN);
  const to = Math.min(count, Math.ceil((sight.top + sight.height) / rowHeight) + OVERSCAN);
  const numbers = Array.from({ length: Math.max(0, to - from) }, (_, at) => lineAt(rows, from + at));
  const firstNumber = numbers[0];
  const lastNumber = numbers.at(-1);
  // oxlint-disable-next-line react/exhaustive-deps -- the numbers follow from the first and the last of them
  useEffect(() => readLines(numbers), [firstNumber, lastNumber]);
  useImperativeHandle(ref, () => {
    const goTo = (line: number) => {
      scroller.current?.scrollIntoView({ block: 'nearest' });
      show(line);
    };
    return { show, goTo };
  });
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
