// A namespace as a row of a long board: its state, what it runs and since when, its players, and what to do with it.

import { memo } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { TimelineView, TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { goTo } from '../../routes/route-store.ts';
import { useLanguage } from '../../text/language.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatClock, formatCount, formatDay } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import { namespaceKey } from '../games/place-keys.ts';
import { openNamespaceSettings, targetOf } from '../namespaces/namespaces-actions.ts';
import { versionHeading } from '../namespaces/namespaces-selectors.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { crashRecordOf, formatHowOften, ofDeployment } from '../servers/crash-record.ts';
import styles from './board.module.css';
import { pinNamespace, rollBackLane } from './board-actions.ts';
import { runsSince, whyCannotSwitchOn } from './board-selectors.ts';
import { useBoard } from './board-store.ts';
import { Lock } from './lane.tsx';
import { LaneOfferView } from './lane-drop.tsx';
import { takesFiles } from './lane-drop-selectors.ts';
import { RollBackButton, SwitchButton } from './lane-foot.tsx';
import { formatLeaving, isShaky, type LaneServers, laneCounts, laneState, laneTrouble } from './lane-state.ts';
import longStyles from './long-board.module.css';
import { MoveItems } from './move-items.tsx';
import { PinButton } from './pin-button.tsx';
import { CHART, linesOf } from './timeline-chart.ts';
import { formatChart } from './timeline-format.ts';
import { useIsSwitching, useLane } from './use-lane.ts';
import { useWayBack } from './use-way-back.ts';

type Props = {
  instance: InstanceView;
  game: GameFull;
  namespace: NamespaceSummary;
  window: TimelineWindow;
  stale: number | undefined;
  isStop: boolean;
};

/** It follows its players only while it is in sight, and takes what a lane takes. */
export const NamespaceRow = memo(function NamespaceRow(props: Props) {
  useLanguage();
  const { instance, game, namespace, stale, isStop } = props;
  const { element, place, servers, offer } = useLane(props);
  const { glyph, words, isBusy } = useRowState(place, game, namespace, servers);
  const part = { instance, game, namespace, place, servers, isBusy, isCrashed: glyph === 'crashed' };
  return (
    <article
      ref={element}
      className={classNames(styles.lane, longStyles.row, offer.look)}
      aria-label={t('Namespace {name_id}', { name_id: namespace.name_id })}
      data-lane={place.namespace_id}
      data-drop-namespace={takesFiles({ instance, game, namespace, servers }) ? place.namespace_id : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows go from row to row, and R rolls back the focused one
      tabIndex={isStop ? 0 : -1}
    >
      <StateGlyph state={glyph} />
      <div>
        <h4>
          <span className={shared.ellipsis} title={namespace.display_name}>
            {namespace.name_id}
          </span>
          {isProtected(instance, place) && <Lock />}
        </h4>
        <small className={classNames(shared.ellipsis, part.isCrashed && longStyles.crashed)} title={words}>
          {words}
        </small>
      </div>
      <Version place={place} game={game} namespace={namespace} stale={stale} isIdle={glyph === 'idle'} />
      <Spark place={place} />
      <Counts servers={servers} />
      <Acts {...part} />
      {offer.shown !== undefined && <LaneOfferView offer={offer.shown} />}
    </article>
  );
});

/** A crash says how often and how fast, a switch what still ends. */
function useRowState(place: NamespacePlace, game: GameFull, namespace: NamespaceSummary, servers: LaneServers) {
  useNow(isShaky(servers, namespace), 10_000);
  const isSwitching = useIsSwitching(place);
  const leaving = formatLeaving(servers, game, namespace.version_id);
  const isBusy = isSwitching || leaving !== undefined;
  const { glyph, words } = laneState(servers, namespace, isBusy);
  const trouble = laneTrouble(servers, namespace);
  const own = ofDeployment(servers.list ?? [], namespace);
  const crashed = trouble === undefined ? undefined : formatHowOften(crashRecordOf(own, trouble));
  return { glyph, words: isBusy ? (leaving ?? words) : (crashed ?? words), isBusy: isSwitching };
}

type VersionProps = Pick<Props, 'game' | 'namespace' | 'stale'> & { place: NamespacePlace; isIdle: boolean };

function Version({ place, game, namespace, stale, isIdle }: VersionProps) {
  const name = versionHeading(game, namespace.version_id);
  return (
    <div>
      <b className={classNames(shared.ellipsis, isIdle && longStyles.idle)} title={name}>
        {name}
      </b>
      <small className={shared.ellipsis}>
        <Since place={place} namespace={namespace} stale={stale} />
      </small>
    </div>
  );
}

function Since({ place, namespace, stale }: Pick<VersionProps, 'place' | 'namespace' | 'stale'>) {
  const { version_id, deploy_ts: deployed, create_ts: made } = namespace;
  const seen = useBoard((state) =>
    runsSince(state.timelines[namespaceKey(place)] ?? { deployments: null }, version_id),
  );
  const now = useNow(true, 60_000);
  if (stale !== undefined) return t('as of {clock}', { clock: formatClock(stale) });
  const since = deployed === undefined ? (seen ?? Date.parse(made)) : Date.parse(deployed);
  const isToday = new Date(since).toDateString() === new Date(now).toDateString();
  return t('since {date}', { date: isToday ? formatClock(since) : formatDay(since) });
}

/** Where nobody played, a line. */
function Spark({ place }: { place: NamespacePlace }) {
  const timeline = useBoard((state) => state.timelines[namespaceKey(place)]);
  const wasPlayed = timeline?.points.some(({ players }) => players !== null && players > 0) === true;
  if (timeline === undefined || !wasPlayed) return <div className={longStyles.flat} />;
  return <SparkLine timeline={timeline} />;
}

const SparkLine = memo(function SparkLine({ timeline }: { timeline: TimelineView }) {
  useLanguage();
  const { line, area } = linesOf(timeline.points, timeline);
  return (
    <svg
      className={longStyles.spark}
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={formatChart(timeline)}
    >
      <path d={area} fill="var(--data-wash)" />
      <path d={line} fill="none" stroke="var(--data)" strokeWidth="1.4" vectorEffect="non-scaling-stroke" />
    </svg>
  );
});

function Counts({ servers }: { servers: LaneServers }) {
  const { players, servers: count } = laneCounts(servers);
  return (
    <>
      <Count name={t('Players')} value={players} />
      <Count name={t('Servers')} value={count} />
    </>
  );
}

function Count({ name, value }: { name: string; value: number | undefined }) {
  return (
    <span className={longStyles.number}>
      <span className={shared.visuallyHidden}>{name} </span>
      {value === undefined ? '–' : formatCount(value)}
    </span>
  );
}

type ActsProps = Pick<Props, 'instance' | 'game' | 'namespace'> & {
  place: NamespacePlace;
  isBusy: boolean;
  isCrashed: boolean;
};

/** The way out of a crash is always there; what else is done most comes while the row is pointed at or focused. */
function Acts(props: ActsProps) {
  const { instance, game, namespace, place, isBusy, isCrashed } = props;
  const canGoBack = Boolean(useWayBack(place, game, namespace)) && isCrashed;
  return (
    <div className={classNames(longStyles.acts, styles.acts)}>
      {canGoBack ? (
        <RollBackButton instance={instance} game={game} namespace={namespace} place={place} />
      ) : (
        <span className={longStyles.more}>
          <PinButton place={place} name={namespace.name_id} isPinned={false} size="tool" />
          <SwitchButton instance={instance} place={place} isBusy={isBusy} />
        </span>
      )}
      <RowMenu {...props} />
    </div>
  );
}

function RowMenu({ instance, game, namespace, place }: ActsProps) {
  const { name_id: name } = namespace;
  const back = useWayBack(place, game, namespace);
  return (
    <Menu
      label={t('Actions for {instance}', { instance: name })}
      trigger={<IconButton icon="dots" label={t('Menu of {instance}', { instance: name })} />}
    >
      <MenuItem onClick={() => void pinNamespace(place, true)}>{t('Pin {name} to the top', { name })}</MenuItem>
      <MoveItems instance={instance} game={game} place={place} />
      {Boolean(back) && whyCannotSwitchOn(instance) === undefined && (
        <MenuItem onClick={() => rollBackLane(place, name, back)}>
          {t('Roll back {name} to {version}', { name, version: back?.name ?? '' })}
        </MenuItem>
      )}
      <MenuItem onClick={() => goTo({ page: 'game', tab: 'history', ...targetOf(place) })}>
        {t('History of {name}', { name })}
      </MenuItem>
      <MenuItem onClick={() => openNamespaceSettings(place)}>{t('Settings of {name}', { name })}</MenuItem>
    </Menu>
  );
}
