// The deploy board: a lane for each namespace, and above them how much of the past their timelines show.
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { historySpan, LONGEST_MS, type TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatSpan } from '../../ui/format.ts';
import { listStep } from '../../ui/list-step.ts';
import plateStyles from '../../ui/plate.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { useNow } from '../../ui/use-now.ts';
import { openNewNamespace } from '../namespaces/namespaces-actions.ts';
import { followClients } from '../servers/clients/clients-actions.ts';
import { AskedCommandDialog } from '../servers/clients/command-dialog.tsx';
import { changeSettings } from '../settings/settings-actions.ts';
import { useSettings } from '../settings/settings-store.ts';
import styles from './board.module.css';
import { clearBoard, holdOver, launch, pickLane, stopPicking } from './board-actions.ts';
import { firstDown, laneOffer, whyCannotChange } from './board-selectors.ts';
import { unknownServers, useBoard } from './board-store.ts';
import { Lane } from './lane.tsx';

const DAY_MS = 86_400_000;
const spans: Record<Exclude<TimelineWindow, 'all'>, number> = { day: DAY_MS, week: 7 * DAY_MS, month: LONGEST_MS };

type Period = { value: TimelineWindow; label: string };

/** All there is, as long as that is not more than a month, and the periods that are shorter. */
function periodsOf(span: number): Period[] {
  const fixed: Period[] = [
    { value: 'day', label: '24 h' },
    { value: 'week', label: t('7 days') },
    { value: 'month', label: t('30 days') },
  ];
  if (span >= LONGEST_MS) return fixed;
  const shorter = fixed.filter(({ value }) => value !== 'all' && spans[value] < span);
  return [{ value: 'all', label: t('All, {time}', { time: formatSpan(span) }) }, ...shorter];
}

/** The period that was chosen, if this game has it. Of a game too old to be shown whole, all there is comes down to the longest one. */
function shownPeriod(periods: readonly Period[], kept: TimelineWindow): TimelineWindow {
  const has = (wanted: TimelineWindow) => periods.some(({ value }) => value === wanted);
  if (has(kept)) return kept;
  return kept === 'all' && has('month') ? 'month' : (periods[0]?.value ?? 'week');
}

/** So many lanes do not share the height: each has room for all there is to say. */
const FEW = 3;

type Props = { instance: InstanceView; game: GameFull; stale: number | undefined; bar?: ReactNode };

/** `bar` is what else belongs above the lanes. */
export function Board({ instance, game, stale, bar }: Props) {
  const periods = periodsOf(historySpan(game.create_ts, useNow(true, 60_000)));
  const kept = useSettings((state) => state.settings?.tape_window) ?? 'week';
  const window = shownPeriod(periods, kept);
  useEffect(startBoardDrags, []);
  useEffect(() => clearBoard, [instance.id, game.game_id]);
  useEffect(() => followClients(instance.id, game.game_id), [instance.id, game.game_id]);
  return (
    <section className={styles.board} aria-labelledby="board-title">
      <div className={styles.bar}>
        <h2 className={shared.sectionHeading} id="board-title">
          {t('Namespaces')}
        </h2>
        <span className={classNames(shared.faint, shared.small, shared.tabular)}>{game.namespaces.length}</span>
        <span className={shared.grow} />
        <Segmented
          label={t('Period')}
          value={window}
          options={periods}
          onValue={(next) => void changeSettings({ tape_window: next })}
        />
        <Button
          small
          icon="plus"
          aria-label={t('New namespace')}
          disabledReason={translate(instance.why_not?.create_namespace) ?? whyCannotChange(instance)}
          onClick={() => openNewNamespace(instance.id, game.game_id)}
        >
          {t('Namespace')}
        </Button>
        {bar}
      </div>
      <Lanes instance={instance} game={game} stale={stale} window={window} />
      <Announcement game={game} />
      <ClientCommand instance={instance} game={game} />
    </section>
  );
}

/** One stop of the Tab key for all lanes; arrows or J and K go from one to the next. */
function Lanes({ instance, game, stale, window }: Omit<Props, 'bar'> & { window: TimelineWindow }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { namespaces } = game;
  const [stop, setStop] = useState<string>();
  const stopId = namespaces.some(({ namespace_id: id }) => id === stop) ? stop : namespaces[0]?.namespace_id;
  const picked = useBoard((state) => state.picking?.namespace_id);
  const down = useBoard(({ servers }) => firstDown(game, servers));
  const isFew = namespaces.length <= FEW;
  useEffect(() => {
    if (picked !== undefined) focusLane(scroller.current, picked);
  }, [picked]);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const at = namespaces.findIndex(({ namespace_id: id }) => id === (picked ?? laneOf(event.target)));
    if (picked !== undefined && finishPicking(event, instance, game)) return;
    const next = namespaces[listStep(event, at, namespaces.length) ?? -1]?.namespace_id;
    if (next === undefined) return;
    event.preventDefault();
    if (picked === undefined) focusLane(scroller.current, next);
    else pickLane(next);
  };
  if (namespaces.length === 0) return <p className={plateStyles.empty}>{t('This game has no namespaces.')}</p>;
  return (
    <div
      ref={scroller}
      className={classNames(styles.lanes, isFew && styles.isFew)}
      onKeyDown={press}
      onFocus={(event) => setStop(laneOf(event.target))}
      onBlur={(event) => {
        if (picked !== undefined && !event.currentTarget.contains(event.relatedTarget)) stopPicking();
      }}
    >
      {namespaces.map((namespace) => (
        <Lane
          key={namespace.namespace_id}
          instance={instance}
          game={game}
          namespace={namespace}
          window={window}
          stale={stale}
          isStop={namespace.namespace_id === stopId}
          isFew={isFew}
          hasSignal={namespace.namespace_id === down}
        />
      ))}
    </div>
  );
}

function laneOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-lane]')?.dataset['lane'] : undefined;
}

function focusLane(scroller: HTMLElement | null, namespace_id: string): void {
  scroller?.querySelector<HTMLElement>(`[data-lane="${CSS.escape(namespace_id)}"]`)?.focus();
}

/** Enter takes the lane that is picked, Escape none. Answers whether it was one of them. */
function finishPicking(event: KeyboardEvent, instance: InstanceView, game: GameFull): boolean {
  const { picking } = useBoard.getState();
  if (picking === undefined || (event.key !== 'Enter' && event.key !== 'Escape')) return false;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') {
    stopPicking();
    document.querySelector<HTMLElement>(`[data-version="${CSS.escape(picking.version_id)}"]`)?.focus();
    return true;
  }
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === picking.namespace_id);
  if (namespace === undefined) return true;
  const { isTaken } = laneOffer(picking, { instance, game, namespace, servers: unknownServers }, true);
  const place = { instance_id: instance.id, game_id: game.game_id, namespace_id: picking.namespace_id };
  if (isTaken) launch(place, picking.version_id);
  return true;
}

/** One for all lanes: which server a lane offers changes as players come and go, and what is being typed stays with the one it was for. */
function ClientCommand({ instance, game }: Pick<Props, 'instance' | 'game'>) {
  const servers = useBoard((state) => state.servers);
  const all = Object.values(servers).flatMap((each) => each?.list ?? []);
  return <AskedCommandDialog game={{ instance_id: instance.id, game_id: game.game_id }} servers={all} />;
}

/** Says how a lane is picked, to who cannot see it. */
function Announcement({ game }: { game: GameFull }) {
  const picking = useBoard((state) => state.picking);
  const lane = game.namespaces.find(({ namespace_id: id }) => id === picking?.namespace_id);
  return (
    <p className={shared.visuallyHidden} role="status">
      {picking === undefined || lane === undefined
        ? ''
        : t('{picking} to {name_id}. Arrows choose another namespace, Enter takes this one, Escape none.', {
            picking: picking.name,
            name_id: lane.name_id,
          })}
    </p>
  );
}

/** Watches until the answer is called. */
function startBoardDrags(): () => void {
  const over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    const lane = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-lane]') : null;
    const namespace_id = lane?.dataset['lane'];
    holdOver(namespace_id === undefined ? undefined : { namespace_id, what: event.shiftKey ? 'upload' : 'files' });
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null && event.dataTransfer?.types.includes('Files') === true) holdOver(undefined);
  };
  const end = () => holdOver(undefined);
  const stops = new AbortController();
  const { signal } = stops;
  window.addEventListener('dragover', over, { signal });
  window.addEventListener('dragleave', leave, { signal });
  window.addEventListener('drop', end, { signal });
  return () => stops.abort();
}
