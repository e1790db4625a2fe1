// The namespaces of a board, one below the other: each a lane, or of very many the pinned ones lanes and the others rows of a list.
import { type FocusEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { BoardSort } from '../../../src-shared/settings/bridge.ts';
import { Icon } from '../../design/icons.tsx';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/format.ts';
import plateStyles from '../../ui/plate.module.css';
import { Select } from '../../ui/select.tsx';
import { inNamespace } from '../instances/in-namespace.ts';
import { useServers } from '../servers/servers-store.ts';
import { changeSettings } from '../settings/settings-actions.ts';
import { useSettings } from '../settings/settings-store.ts';
import styles from './board.module.css';
import { pickLane } from './board-actions.ts';
import {
  asBefore,
  FEW,
  fittingNamespaces,
  hasOwnOrder,
  isLong,
  type NamespaceLook,
  pinsOf,
  sortedNamespaces,
  splitByPins,
} from './board-order.ts';
import { firstDown } from './board-selectors.ts';
import { useBoard } from './board-store.ts';
import { Lane } from './lane.tsx';
import longStyles from './long-board.module.css';
import { NamespaceRow } from './namespace-row.tsx';
import { laneOf } from './use-board-keys.ts';

type Props = {
  instance: InstanceView;
  game: GameFull;
  stale: number | undefined;
  window: TimelineWindow;
  /** The period in words. */
  period: string;
  looks: ReadonlyMap<string, NamespaceLook>;
};

/** Nothing moves while the pointer or the focus is on them: what is aimed at stays where it is. */
export function BoardLanes(props: Props) {
  const { instance, game, looks } = props;
  const [held, setHeld] = useState<{ ids: readonly string[]; sort: string }>();
  const [stop, setStop] = useState<string>();
  const isLongBoard = isLong(game);
  const sort = useSort(game);
  // An order that somebody gives is not one that moves by itself.
  const key = `${sort} ${game.namespaces.map(({ order }) => order ?? '').join()}`;
  const filter = useBoard((state) => (isLongBoard ? state.filter : undefined));
  const { pinned, others } = useMemo(() => {
    const sorted = asBefore(
      sortedNamespaces(game, { sort: isLongBoard ? sort : 'set', looks }),
      held?.sort === key ? held.ids : undefined,
    );
    const shown = filter === undefined ? sorted : fittingNamespaces(sorted, game, filter, looks);
    return splitByPins(shown, pinsOf(instance, game.game_id));
  }, [instance, game, looks, held, sort, key, filter, isLongBoard]);
  const shown = [...pinned, ...others];
  const ids = shown.map(({ namespace_id: id }) => id);
  useShownPick(ids);
  useMovedFocus(ids.join(' '));
  const hold = () => setHeld((before) => (before?.sort === key ? before : { ids, sort: key }));
  const part = { ...props, stop: stop !== undefined && ids.includes(stop) ? stop : ids[0] };
  const isFew = game.namespaces.length <= FEW;
  if (game.namespaces.length === 0) return <p className={plateStyles.empty}>{t('This game has no namespaces.')}</p>;
  return (
    <div
      className={classNames(styles.lanes, isFew && styles.isFew, isLongBoard && longStyles.lanes)}
      onPointerEnter={hold}
      onPointerLeave={() => setHeld(undefined)}
      onFocus={(event) => {
        setStop(laneOf(event.target));
        hold();
      }}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(undefined);
      }}
    >
      {isLongBoard ? (
        <LongBoard {...part} pinned={pinned} others={others} sort={sort} />
      ) : (
        <Lanes {...part} lanes={shown} />
      )}
    </div>
  );
}

/** As somebody chose; else in the order that the owner of the game gave it, where there is one. */
function useSort(game: GameFull): BoardSort {
  const kept = useSettings((state) => state.settings?.board_sort);
  const hasOwn = hasOwnOrder(game);
  if (kept === undefined || (kept === 'set' && !hasOwn)) return hasOwn ? 'set' : 'deployed';
  return kept;
}

/** What is picked is one of those that are found. */
function useShownPick(ids: readonly string[]): void {
  const picked = useBoard((state) => state.picking?.namespace_id);
  const [first] = ids;
  const isHidden = picked !== undefined && !ids.includes(picked);
  useEffect(() => {
    if (isHidden && first !== undefined) pickLane(first);
  }, [isHidden, first]);
}

/** A lane that was moved by keyboard keeps the focus: browsers take it from what they put elsewhere. */
function useMovedFocus(order: string): void {
  useEffect(() => {
    const { moved } = useBoard.getState();
    if (moved === undefined || order === '') return;
    useBoard.setState({ moved: undefined });
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-lane="${CSS.escape(moved)}"]`)?.focus();
  }, [order]);
}

type LanesProps = Props & { stop: string | undefined };

function Lanes({ lanes, ...props }: LanesProps & { lanes: readonly NamespaceSummary[] }) {
  const { instance, game, stale, window, stop } = props;
  const down = useServers(({ known }) => firstDown(lanes, known));
  const pins = pinsOf(instance, game.game_id);
  const isFew = game.namespaces.length <= FEW;
  return lanes.map((namespace) => (
    <Lane
      key={namespace.namespace_id}
      instance={inNamespace(instance, namespace.namespace_id)}
      game={game}
      namespace={namespace}
      window={window}
      stale={stale}
      isStop={namespace.namespace_id === stop}
      isFew={isFew}
      isPinned={isFew ? undefined : pins.includes(namespace.namespace_id)}
      hasSignal={namespace.namespace_id === down}
    />
  ));
}

type LongProps = LanesProps & {
  pinned: readonly NamespaceSummary[];
  others: readonly NamespaceSummary[];
  sort: BoardSort;
};

function LongBoard({ pinned, others, sort, ...props }: LongProps) {
  const { instance, game, stale, window, period, stop } = props;
  if (pinned.length + others.length === 0) return <p className={plateStyles.empty}>{t('No matching namespaces.')}</p>;
  return (
    <>
      {pinned.length > 0 && (
        <Head words={t('Pinned')} count={pinned.length} mark={<Icon name="pin" size={12} />}>
          {null}
        </Head>
      )}
      <Lanes {...props} lanes={pinned} />
      <Head words={pinned.length > 0 ? t('Others') : t('Namespaces')} count={others.length}>
        <SortChoice game={game} sort={sort} />
      </Head>
      <div className={longStyles.list}>
        <div className={classNames(longStyles.row, longStyles.heads)} aria-hidden="true">
          <span />
          <span>{t('Namespace')}</span>
          <span>{t('Version')}</span>
          <span>{t('Players, {period}', { period })}</span>
          <span className={longStyles.number}>{t('Players')}</span>
          <span className={longStyles.number}>{t('Servers')}</span>
        </div>
        {others.map((namespace) => (
          <NamespaceRow
            key={namespace.namespace_id}
            instance={inNamespace(instance, namespace.namespace_id)}
            game={game}
            namespace={namespace}
            window={window}
            stale={stale}
            isStop={namespace.namespace_id === stop}
          />
        ))}
      </div>
    </>
  );
}

type HeadProps = { words: string; count: number; mark?: ReactNode; children: ReactNode };

function Head({ words, count, mark, children }: HeadProps) {
  return (
    <div className={longStyles.head}>
      {mark}
      <h3>{words}</h3>
      <span>{formatCount(count)}</span>
      {children}
    </div>
  );
}

function SortChoice({ game, sort }: { game: GameFull; sort: BoardSort }) {
  const own = hasOwnOrder(game) ? [{ value: 'set' as const, label: t('Order of the game') }] : [];
  return (
    <Select
      label={t('Sort by')}
      value={sort}
      options={[
        ...own,
        { value: 'deployed', label: t('Crashed first, then last deployed') },
        { value: 'players', label: t('Crashed first, then players') },
        { value: 'name', label: t('Name') },
      ]}
      onValue={(next) => void changeSettings({ board_sort: next })}
    />
  );
}
