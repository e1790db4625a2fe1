// The timeline of a namespace: players above, the versions that ran below, on one time axis.
import { type KeyboardEvent, memo } from 'react';
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { useLanguage } from '../../text/language.ts';
import { errorText, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount, formatSpan } from '../../ui/format.ts';
import { useTextLength } from '../../ui/text-size.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { isMarked } from '../namespaces/roll-back-selectors.ts';
import { useBoard } from './board-store.ts';
import type { Axis, Bend } from './time-axis.ts';
import styles from './timeline.module.css';
import {
  axisOf,
  type Block,
  CHART,
  crashFlags,
  edgeOf,
  type Flag,
  layOut,
  linesOf,
  scaleOf,
  withNow,
} from './timeline-chart.ts';
import { countedSince, deploymentName, formatBlock, formatChart, formatFlag, hintLines } from './timeline-format.ts';
import { ticksOf } from './timeline-ticks.ts';

const DAY_MS = 86_400_000;

type Props = {
  timeline: TimelineView | undefined;
  /** How many play at this moment, where that is known. */
  players: number | undefined;
  name: string;
  disabledReason: string | undefined;
  onPick: (block: Block) => void;
};

/** `onPick` is told about the block that was pressed. */
export const Timeline = memo(function Timeline({ timeline: stored, players, name, disabledReason, onPick }: Props) {
  useLanguage();
  const textScale = useTextLength(1);
  const axis = useBoard((state) => sharedAxis(state.timelines, textScale));
  if (stored === undefined || stored.deployments === null) return <Unread problem={errorText(stored?.problem)} />;
  const timeline = withNow({ ...stored, ...(axis && { from: axis.from, to: axis.to }) }, players);
  const { blocks, bend } = layOut(timeline, textScale, axis);
  return (
    <div className={styles.timeline}>
      <Chart timeline={timeline} blocks={blocks} bend={bend} />
      <Deployments timeline={timeline} blocks={blocks} name={name} disabledReason={disabledReason} onPick={onPick} />
      <div className={styles.ticks} aria-hidden="true">
        {ticksOf(timeline, bend, textScale).map(({ at, start, words }) => (
          <span
            key={at}
            className={/\p{L}/u.test(words) ? styles.hasMonth : undefined}
            style={{ left: percent(start) }}
          >
            {words}
          </span>
        ))}
        <span className={styles.ticksNow}>{t('now')}</span>
      </div>
    </div>
  );
});

/** More lanes than these are a long board: the few that are pinned there have axes of their own. */
const MOST_SHARED = 12;

let known: { timelines: BoardTimelines; textScale: number; axis: Axis | undefined } | undefined;

type BoardTimelines = ReturnType<typeof useBoard.getState>['timelines'];

/** Worked out once for all lanes. Each has its own where there is no room for the short deployments of all on one. */
function sharedAxis(timelines: BoardTimelines, textScale: number): Axis | undefined {
  if (known?.timelines === timelines && known.textScale === textScale) return known.axis;
  const read = Object.values(timelines).flatMap((one) => (one === undefined || one.deployments === null ? [] : [one]));
  const axis = read.length === 0 || read.length > MOST_SHARED ? undefined : axisOf(read, textScale);
  known = { timelines, textScale, axis };
  return axis;
}

function percent(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`;
}

/** In the final geometry, until the history was read. */
function Unread({ problem }: { problem: string | undefined }) {
  if (problem !== undefined)
    return (
      <p className={classNames(styles.timeline, styles.none)}>
        {t('The history cannot be read. {problem}', { problem })}
      </p>
    );
  return (
    <div className={styles.timeline} aria-hidden="true">
      <div className={classNames(styles.chart, styles.waiting)} />
      <div className={styles.deployments} />
      <div className={styles.ticks} />
    </div>
  );
}

type ChartProps = { timeline: TimelineView; blocks: readonly Block[]; bend: Bend };

function Chart({ timeline, blocks, bend }: ChartProps) {
  const { line, area } = linesOf(timeline.points, timeline, bend);
  // Nothing is live where what is to run crashes.
  const last = blocks.at(-1);
  const edge = last !== undefined && isMarked(last.marks) ? undefined : edgeOf(timeline.points);
  const words = formatChart(timeline);
  const since = line === '' || !timeline.tells_players ? words : countedSince(timeline);
  const bounds = blocks.slice(1).map(({ start }) => `M${Math.round(start * CHART.width * 10) / 10} 0V${CHART.height}`);
  return (
    <div className={styles.chart}>
      <svg viewBox={`0 0 ${CHART.width} ${CHART.height}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <path d={bounds.join('')} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
        <path d={area} fill="var(--data-wash)" />
        <path
          d={line}
          fill="none"
          stroke="var(--data)"
          strokeWidth="1.4"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {line !== '' && (
        <span className={classNames(styles.most, shared.tabular)}>{formatCount(scaleOf(timeline.points))}</span>
      )}
      {since !== undefined && <span className={styles.quiet}>{since}</span>}
      {/* The blocks below say it to a screen reader. */}
      {crashFlags(blocks).map((flag) => (
        <span key={flag.start} className={styles.crashFlag} style={flagPlace(flag)} aria-hidden="true">
          {formatFlag(flag)}
        </span>
      ))}
      {edge !== undefined && <i className={styles.now} style={{ top: `${edge}%` }} />}
    </div>
  );
}

/** Near the right edge its words stand before it. */
function flagPlace({ start, isBefore }: Flag) {
  return isBefore ? { right: percent(1 - start) } : { left: percent(start) };
}

type DeploymentsProps = Omit<Props, 'players'> & { timeline: TimelineView; blocks: readonly Block[] };

/** A list of buttons. One of them is the stop of the Tab key: what can be gone back to, else what runs now. */
function Deployments({ timeline, blocks, name, disabledReason, onPick }: DeploymentsProps) {
  const back = blocks.findIndex(({ kind }) => kind === 'back');
  const stop = back === -1 ? blocks.length - 1 : back;
  const [first] = blocks;
  const columns = blocks.map(({ part }) => `minmax(1.5rem, ${Math.max(1, Math.round(part * 100_000))}fr)`);
  const before = first === undefined || first.start < 0.001 ? [] : [`${Math.round(first.start * 100_000)}fr`];
  return (
    <ul
      className={styles.deployments}
      aria-label={t('Versions of {name}', { name })}
      style={{ gridTemplateColumns: [...before, ...columns].join(' ') }}
      onKeyDown={moveInRow}
    >
      {before.length > 0 && <li className={styles.before} aria-hidden="true" />}
      {blocks.map((block, at) => (
        <li key={block.deployments[0]?.from}>
          <Deployment
            block={block}
            timeline={timeline}
            isStop={at === stop}
            disabledReason={disabledReason}
            onPick={onPick}
          />
        </li>
      ))}
    </ul>
  );
}

/** Left and right go from block to block. */
function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const next = all[all.findIndex((each) => each === document.activeElement) + step];
  event.preventDefault();
  next?.focus();
}

type ReignProps = { block: Block; timeline: TimelineView; isStop: boolean } & Pick<Props, 'disabledReason' | 'onPick'>;

const looks = { now: styles.isNow, back: styles.canRollBack, fell: undefined, plain: undefined };

function Deployment({ block, timeline, isStop, disabledReason, onPick }: ReignProps) {
  const { kind, deployments } = block;
  const words = formatBlock(block);
  const isOff = disabledReason !== undefined;
  const isBad = isMarked(block.marks);
  return (
    <Tooltip text={<Hint lines={hintLines(block, timeline.to)} disabledReason={disabledReason} />}>
      <button
        type="button"
        data-slot="deployment"
        className={classNames(styles.deployment, looks[kind], isBad && styles.crashed, isOff && styles.isOff)}
        aria-label={isOff ? `${words}. ${disabledReason}` : words}
        aria-current={kind === 'now' ? 'true' : undefined}
        aria-disabled={isOff || undefined}
        tabIndex={isStop ? 0 : -1}
        onClick={isOff ? undefined : () => onPick(block)}
      >
        {isBad && <StateGlyph state="crashed" />}
        <Face deployments={deployments} isBack={kind === 'back'} lasted={lasted(block, timeline)} />
      </button>
    </Tooltip>
  );
}

/** How long one deployment ran that did not crash, where the whole timeline is less than a day. The hint says it of each. */
function lasted({ deployments: [first, second], marks }: Block, { from, to }: TimelineView): string | undefined {
  if (first === undefined || second !== undefined || isMarked(marks) || to - from >= DAY_MS) return undefined;
  return formatSpan((first.to ?? to) - first.from);
}

type FaceProps = { deployments: Block['deployments']; isBack: boolean; lasted: string | undefined };

/** What can be gone back to says so while it is pointed at. */
function Face({ deployments, isBack, lasted: time }: FaceProps) {
  const [first] = deployments;
  const label =
    deployments.length > 1 ? formatCount(deployments.length) : first === undefined ? '' : deploymentName(first);
  const short = /-(\w[\w.]*)$/.exec(label)?.[1];
  return (
    <>
      <span className={classNames(styles.name, short !== undefined && styles.hasShort)} data-lasted={time}>
        {label}
      </span>
      {short !== undefined && <span className={styles.short}>{short}</span>}
      {isBack && <span className={styles.rollBack}>{t('Roll back')}</span>}
      {isBack && <Icon name="undo" size={12} />}
    </>
  );
}

function Hint({ lines, disabledReason }: { lines: readonly string[]; disabledReason: string | undefined }) {
  return (
    <span className={styles.hint}>
      {lines.slice(0, 8).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {lines.length > 8 && <span>{t('and {n} more', { n: lines.length - 8 })}</span>}
      {disabledReason !== undefined && <span>{disabledReason}</span>}
    </span>
  );
}
