// The deploy board: the namespaces of a game, as lanes, or where they are very many the pinned ones as lanes and the others as rows.
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { historySpan, LONGEST_MS, type TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { formatSpan } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { followClients } from '../servers/clients/clients-actions.ts';
import { AskedCommandDialog } from '../servers/clients/command-dialog.tsx';
import { useServers } from '../servers/servers-store.ts';
import { useSettings } from '../settings/settings-store.ts';
import styles from './board.module.css';
import { clearBoard, holdOver } from './board-actions.ts';
import { BoardBar, type Period } from './board-bar.tsx';
import { BoardLanes } from './board-lanes.tsx';
import { isLong, lookOf, type NamespaceLook } from './board-order.ts';
import { useBoard } from './board-store.ts';
import { useBoardKeys } from './use-board-keys.ts';

const DAY_MS = 86_400_000;
const spans: Record<Exclude<TimelineWindow, 'all'>, number> = { day: DAY_MS, week: 7 * DAY_MS, month: LONGEST_MS };

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

type Props = { instance: InstanceView; game: GameFull; stale: number | undefined; bar?: ReactNode };

/** `bar` is what else belongs above the lanes. A long board shows a week: its rows have no room for more. */
export function Board({ instance, game, stale, bar }: Props) {
  const periods = periodsOf(historySpan(game.create_ts, useNow(true, 60_000)));
  const kept = useSettings((state) => state.settings?.tape_window) ?? 'week';
  const window = shownPeriod(periods, isLong(game) ? 'week' : kept);
  const period = periods.find(({ value }) => value === window)?.label ?? '';
  const looks = useLooks(game);
  const section = useRef<HTMLElement>(null);
  const { press, blur } = useBoardKeys(section, instance, game);
  useEffect(startBoardDrags, []);
  useEffect(() => clearBoard, [instance.id, game.game_id]);
  useEffect(() => followClients(instance.id, game.game_id), [instance.id, game.game_id]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go from lane to lane, also from the search
    <section ref={section} className={styles.board} aria-labelledby="board-title" onKeyDown={press} onBlur={blur}>
      <BoardBar instance={instance} game={game} looks={looks} period={{ periods, window }} bar={bar} />
      <BoardLanes instance={instance} game={game} stale={stale} window={window} period={period} looks={looks} />
      <Announcement game={game} />
      <ClientCommand instance={instance} game={game} />
    </section>
  );
}

/** How each namespace is now. The same until one of them changes: servers tell more than that, and often. */
function useLooks(game: GameFull): ReadonlyMap<string, NamespaceLook> {
  const { namespaces } = game;
  const key = useServers(({ known }) =>
    namespaces.map((one) => Object.values(lookOf(known, one)).join(' ')).join('\n'),
  );
  return useMemo(() => {
    const { known } = useServers.getState();
    return key === '' ? new Map() : new Map(namespaces.map((one) => [one.namespace_id, lookOf(known, one)]));
  }, [namespaces, key]);
}

/** One for all lanes: which server a lane offers changes as players come and go, and what is being typed stays with the one it was for. */
function ClientCommand({ instance, game }: Pick<Props, 'instance' | 'game'>) {
  const servers = useServers((state) => state.list) ?? [];
  return <AskedCommandDialog game={{ instance_id: instance.id, game_id: game.game_id }} servers={servers} />;
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

/** Follows what is dragged over the board from outside: which lane it is over, and whether it would only be uploaded. */
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
