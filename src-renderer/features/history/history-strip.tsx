// The whole history as one strip. It and the list are one selection.
import { type KeyboardEvent, useRef } from 'react';
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount, formatDay } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import type { Axis } from '../board/time-axis.ts';
import { type Block, layOut, leastOf } from '../board/timeline-chart.ts';
import { type Tick, ticksOf } from '../board/timeline-ticks.ts';
import { formatMarks, isMarked } from '../namespaces/roll-back-selectors.ts';
import { type Entry, formatPeriod, nameOf } from './history-selectors.ts';
import styles from './history-strip.module.css';

const DAY_MS = 86_400_000;
/** What a name or a day needs at the left edge, as a part of the width. */
const ROOM_AT_LEFT = 0.12;

type Props = {
  /** Newest first. */
  entries: readonly Entry[];
  /** The one that is looked at. */
  entry: Entry;
  name: string;
  onEntry: (at: number) => void;
};

/** A list of buttons with one stop of the Tab key; left and right go from one to the next and open it. */
export function HistoryStrip({ entries, entry, name, onEntry }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const now = useNow(true, 60_000);
  const timeline = timelineOf(entries, now);
  const { blocks, bend } = layOut(timeline);
  const columns = blocks.map(({ part }) => `minmax(1.5rem, ${Math.max(1, Math.round(part * 100_000))}fr)`);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    // By what has the focus: what is open follows a moment later.
    const at = buttons.findIndex((one) => one === document.activeElement) + (step ?? 0);
    const next = blocks[at];
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    onEntry(momentOf(next));
    buttons[at]?.focus();
  };
  return (
    <div data-slot="plate" className={styles.strip}>
      <Flags blocks={blocks} />
      <ul
        ref={list}
        className={styles.blocks}
        style={{ gridTemplateColumns: columns.join(' ') }}
        aria-label={t('Versions of {name}', { name })}
        onKeyDown={move}
      >
        {blocks.map((block) => (
          <li key={momentOf(block)}>
            <BlockButton block={block} entries={entries} isOpen={holds(block, entry)} onEntry={onEntry} />
          </li>
        ))}
      </ul>
      <div className={styles.ticks} aria-hidden="true">
        {ticksFrom(timeline, bend).map(({ at, start, words }) => (
          <span key={at} style={{ left: percent(start) }}>
            {words}
          </span>
        ))}
        <span className={styles.now}>{t('now')}</span>
      </div>
    </div>
  );
}

/** A history without players, as the board draws its timelines. */
function timelineOf(entries: readonly Entry[], now: number): TimelineView {
  const deployments = entries.toReversed().map(({ row, from, to }) => ({
    version_id: row.version_id,
    display_name: row.display_name,
    from,
    ...(to === undefined ? {} : { to }),
    is_rolled_back: row.outcome?.rolled_back === true,
    crashes: row.outcome?.crashes,
    failed_starts: row.outcome?.failed_starts,
    crash_loop: row.outcome?.crash_loop,
    ran_well: row.outcome?.ran_well,
  }));
  return { from: entries.at(-1)?.from ?? now, to: now, points: [], tells_players: false, deployments };
}

function holds({ deployments }: Block, entry: Entry): boolean {
  return deployments.some(({ from }) => from === entry.from);
}

/** Of several in one block, the newest. */
function momentOf({ deployments }: Block): number {
  return deployments.at(-1)?.from ?? 0;
}

/** The first moment is always told. */
function ticksFrom(timeline: TimelineView, bend: Axis['bend']): Tick[] {
  const ticks = ticksOf(timeline, bend);
  const first = { at: timeline.from, start: 0, words: formatDay(timeline.from) };
  return timeline.to - timeline.from < DAY_MS ? ticks : [first, ...ticks.filter(({ start }) => start >= ROOM_AT_LEFT)];
}

function percent(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`;
}

function labelOf({ deployments }: Block): string {
  const [first] = deployments;
  if (deployments.length > 1) return t('{n} earlier', { n: formatCount(deployments.length) });
  return first === undefined ? '' : nameOf(first);
}

type BlockProps = { block: Block; entries: readonly Entry[]; isOpen: boolean; onEntry: (at: number) => void };

function BlockButton({ block, entries, isOpen, onEntry }: BlockProps) {
  const at = momentOf(block);
  const words = wordsOf(block, entries);
  return (
    <button
      type="button"
      className={classNames(
        styles.block,
        block.kind === 'now' && styles.isNow,
        isMarked(block.marks) && styles.isBad,
        isOpen && styles.isOpen,
      )}
      aria-label={words}
      aria-current={isOpen ? 'true' : undefined}
      title={words}
      tabIndex={isOpen ? 0 : -1}
      onClick={() => onEntry(at)}
    >
      {isMarked(block.marks) && <StateGlyph state="crashed" />}
      {fits(block) && <span>{labelOf(block)}</span>}
    </button>
  );
}

function wordsOf(block: Block, entries: readonly Entry[]): string {
  const entry = entries.find(({ from }) => from === momentOf(block));
  const period = entry === undefined ? '' : formatPeriod(entry);
  const mark = isMarked(block.marks) ? formatMarks(block.marks) : block.kind === 'fell' ? t('rolled back') : '';
  return [labelOf(block), period, mark].filter((part) => part !== '').join(', ');
}

/** The strip is never narrower than that: the room of names is told for the narrowest board. */
const NARROWER = 0.78;

function fits(block: Block): boolean {
  return block.part >= leastOf(block) * NARROWER;
}

/** Names that have no room in their blocks. Of two side by side the first hangs to the left; more are a number. */
function Flags({ blocks }: { blocks: readonly Block[] }) {
  const flags = flagsOf(blocks);
  if (flags.length === 0) return null;
  return (
    <div className={styles.flags} aria-hidden="true">
      {flags.map(({ key, words, left, right, ...flag }) => (
        <span
          key={key}
          className={classNames(styles.flag, right !== undefined && styles.isEnd, flag.isBad && styles.isBad)}
          style={right === undefined ? { left: percent(left) } : { right: percent(right) }}
        >
          {words}
        </span>
      ))}
    </div>
  );
}

type Flag = { key: number; words: string; left: number; right?: number; isBad: boolean };

function flagsOf(blocks: readonly Block[]): Flag[] {
  const flags: Flag[] = [];
  let run: Block[] = [];
  const close = () => {
    const [first, second] = run;
    if (first === undefined) return;
    const end = 1 - first.start - first.part;
    const canHang = first.start > ROOM_AT_LEFT && second !== undefined;
    const rest = run.length - (canHang ? 2 : 1);
    const last = canHang ? second : first;
    if (canHang) flags.push({ ...flagOf(first), right: end });
    flags.push({ ...flagOf(last), words: rest === 0 ? labelOf(last) : `${labelOf(last)} +${rest}` });
    run = [];
  };
  for (const block of blocks) {
    if (fits(block)) close();
    else run.push(block);
  }
  close();
  return flags;
}

function flagOf(block: Block): Flag {
  return { key: momentOf(block), words: labelOf(block), left: block.start, isBad: isMarked(block.marks) };
}
