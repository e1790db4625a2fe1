// A namespace as a lane of the board: what it runs and since when, its timeline, what runs there now, and a place to drop on.

import { memo, useCallback } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { goTo } from '../../routes/route-store.ts';
import { useLanguage } from '../../text/language.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatClock, formatSince, formatSpan } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNow, useNowSince } from '../../ui/use-now.ts';
import { namespaceKey } from '../games/place-keys.ts';
import { openNamespaceSettings, openSwitch, targetOf } from '../namespaces/namespaces-actions.ts';
import { versionHeading } from '../namespaces/namespaces-selectors.ts';
import { type NamespacePlace, useIsBusy } from '../namespaces/namespaces-store.ts';
import styles from './board.module.css';
import { rollBackLane } from './board-actions.ts';
import { neverRan, runsSince, whyCannotSwitchOn } from './board-selectors.ts';
import { useBoard } from './board-store.ts';
import { LaneOfferView } from './lane-drop.tsx';
import { takesFiles } from './lane-drop-selectors.ts';
import { LaneEmpty } from './lane-empty.tsx';
import {
  DownFoot,
  LaneFoot,
  ShakyFoot,
  ShortFoot,
  SilentFoot,
  StoppedFoot,
  SwitchButton,
  WaitingFoot,
} from './lane-foot.tsx';
import { LaneRun } from './lane-run.tsx';
import {
  formatLeaving,
  hasNoPorts,
  isShaky,
  type LaneNeed,
  type LaneServers,
  laneCounts,
  laneNeed,
  laneState,
} from './lane-state.ts';
import { MoveMenu } from './move-items.tsx';
import { PinButton } from './pin-button.tsx';
import { Timeline } from './timeline.tsx';
import type { Block } from './timeline-chart.ts';
import { useIsSwitching, useLane } from './use-lane.ts';
import { knownWayBack, useWayBack } from './use-way-back.ts';

const HOUR_MS = 3_600_000;

type Props = {
  instance: InstanceView;
  game: GameFull;
  namespace: NamespaceSummary;
  window: TimelineWindow;
  /** Since when the game is not live any more. */
  stale: number | undefined;
  isStop: boolean;
  /** Of few lanes each has the room for a foot. */
  isFew: boolean;
  /** Whether it was pinned to the top; undefined where lanes are few. */
  isPinned: boolean | undefined;
  /** It is down, and the topmost that is. */
  hasSignal: boolean;
};

/** It follows its namespace only while it is in sight. */
export const Lane = memo(function Lane(props: Props) {
  useLanguage();
  const { namespace, isStop } = props;
  const { element, place, servers, offer } = useLane(props);
  const isEmpty = useBoard(({ timelines }) => neverRan(timelines[namespaceKey(place)], servers));
  useNow(isShaky(servers, namespace));
  const need = laneNeed(servers, namespace);
  const hasFoot = (props.isFew && !isEmpty) || need !== undefined || hasNoPorts(servers);
  const part = { ...props, place, servers, isEmpty };
  return (
    <article
      ref={element}
      className={classNames(styles.lane, hasFoot && styles.hasFoot, isEmpty && styles.isEmpty, offer.look)}
      aria-label={t('Namespace {name_id}', { name_id: namespace.name_id })}
      data-lane={place.namespace_id}
      data-drop-namespace={takesFiles({ ...props, servers }) ? place.namespace_id : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows go from lane to lane, and R rolls back the focused one
      tabIndex={isStop ? 0 : -1}
    >
      <LaneId {...part} hasFoot={hasFoot} />
      {/* It stays while something is held over it: browsers end a drag whose target is taken away. */}
      <div className={styles.middle}>
        <LaneMiddle {...part} />
        {offer.shown !== undefined && <LaneOfferView offer={offer.shown} />}
      </div>
      <LaneRun place={place} servers={servers} wanted={namespace.server_count} />
      {hasFoot && <Foot {...part} need={need} />}
    </article>
  );
});

/** On an empty one nothing ever ran. */
type PartProps = Props & { place: NamespacePlace; servers: LaneServers; isEmpty: boolean };

function Foot(props: PartProps & { need: LaneNeed | undefined }) {
  const { need, hasSignal } = props;
  const isBusy = useIsSwitching(props.place);
  if (need === undefined) return <LaneFoot {...props} isBusy={isBusy} />;
  const { kind, server } = need;
  if (kind === 'stopped') return <StoppedFoot {...props} isBusy={isBusy} server={server} />;
  if (kind === 'silent') return <SilentFoot {...props} isBusy={isBusy} server={server} />;
  if (kind === 'shaky') return <ShakyFoot {...props} isBusy={isBusy} server={server} />;
  if (kind === 'short') return <ShortFoot {...props} isBusy={isBusy} server={server} />;
  if (kind === 'waiting') return <WaitingFoot {...props} isBusy={isBusy} server={server} />;
  return <DownFoot {...props} isBusy={isBusy} server={server} hasSignal={hasSignal} />;
}

function LaneId(props: PartProps & { hasFoot: boolean }) {
  const { instance, game, namespace, stale, place, servers, isEmpty, hasFoot } = props;
  const isBusy = useIsSwitching(place);
  const leaving = formatLeaving(servers, game, namespace.version_id);
  const { glyph, words } = laneState(servers, namespace, isBusy || leaving !== undefined);
  return (
    <div className={classNames(styles.laneId, glyph === 'idle' && styles.idle)}>
      <h3>
        <StateGlyph state={glyph} />
        <span className={shared.visuallyHidden}>{words}:</span>
        <span className={shared.ellipsis} title={namespace.display_name}>
          {namespace.name_id}
        </span>
        {isProtected(instance, place) && <Lock />}
        <span className={styles.more}>
          {props.isPinned !== undefined && (
            <PinButton place={place} name={namespace.name_id} isPinned={props.isPinned} />
          )}
          <MoveMenu instance={instance} game={game} place={place} name={namespace.name_id} />
          <IconButton
            icon="clock"
            size="tiny"
            label={t('History of {name}', { name: namespace.name_id })}
            onClick={() => goTo({ page: 'game', tab: 'history', ...targetOf(place) })}
          />
          <IconButton
            icon="gear"
            size="tiny"
            label={t('Settings of {name}', { name: namespace.name_id })}
            onClick={() => openNamespaceSettings(place)}
          />
        </span>
      </h3>
      {isEmpty ? (
        <NoVersion created={namespace.create_ts} />
      ) : (
        <>
          <div
            className={classNames(styles.version, shared.ellipsis)}
            title={versionHeading(game, namespace.version_id)}
          >
            {versionHeading(game, namespace.version_id)}
          </div>
          <Since place={place} version_id={namespace.version_id} stale={stale} leaving={leaving} />
        </>
      )}
      {!hasFoot && (
        <div className={styles.acts}>
          <SwitchButton instance={instance} place={place} isBusy={isBusy} />
          <BackButton instance={instance} game={game} namespace={namespace} place={place} />
        </div>
      )}
    </div>
  );
}

/** The version that a game is made with is nobody's upload. */
function NoVersion({ created }: { created: string }) {
  const now = useNow(true, 60_000);
  return (
    <>
      <div className={styles.version}>{t('No version')}</div>
      <div className={styles.since}>{t('created {date}', { date: formatSince(Date.parse(created), now) })}</div>
    </>
  );
}

/** Where many lanes leave no room for its words. */
function BackButton({
  instance,
  game,
  namespace,
  place,
}: Pick<PartProps, 'instance' | 'game' | 'namespace' | 'place'>) {
  const back = useWayBack(place, game, namespace);
  const isBusy = useIsBusy(place);
  if (!back) return null;
  return (
    <IconButton
      icon="undo"
      label={t('Roll back {name} to {version}', { name: namespace.name_id, version: back.name })}
      busy={isBusy}
      disabledReason={whyCannotSwitchOn(instance)}
      onClick={() => rollBackLane(place, namespace.name_id, back)}
    />
  );
}

/** Says that a namespace is protected. */
export function Lock() {
  return (
    <span title={t('Protected on this computer: a switch asks for its name')}>
      <Icon name="lock" size={12} />
      <span className={shared.visuallyHidden}>, {t('protected')}</span>
    </span>
  );
}

type SinceProps = { place: NamespacePlace; version_id: string; stale: number | undefined; leaving: string | undefined };

/** Old data says its age, a switch under way what is still there, and else since when the version runs. */
function Since({ place, version_id, stale, leaving }: SinceProps) {
  const since = useBoard((state) =>
    runsSince(state.timelines[namespaceKey(place)] ?? { deployments: null }, version_id),
  );
  const now = useNowSince(stale === undefined && leaving === undefined ? since : undefined);
  if (stale !== undefined)
    return (
      <div className={classNames(styles.since, styles.wait)}>{t('as of {clock}', { clock: formatClock(stale) })}</div>
    );
  if (leaving !== undefined)
    return (
      <div className={classNames(styles.since, styles.go, shared.ellipsis)} title={leaving}>
        {leaving}
      </div>
    );
  return <div className={styles.since}>{since === undefined ? ' ' : formatRuns(since, now)}</div>;
}

/** "for 4 min, since 14:18": people ask for both of what is new. */
function formatRuns(since: number, now: number): string {
  const date = formatSince(since, now);
  const lasted = now - since;
  if (lasted >= HOUR_MS) return t('since {date}', { date });
  return t('for {time}, since {date}', { time: formatSpan(lasted), date });
}

function LaneMiddle({ instance, game, namespace, place, servers, isEmpty }: PartProps) {
  const timeline = useBoard((state) => state.timelines[namespaceKey(place)]);
  const pick = usePick(place, game, namespace);
  const { players } = laneCounts(servers);
  if (isEmpty) return <LaneEmpty instance={instance} game={game} namespace={namespace} place={place} />;
  return (
    <Timeline
      timeline={timeline}
      players={players}
      name={namespace.name_id}
      disabledReason={whyCannotSwitchOn(instance)}
      onPick={pick}
    />
  );
}

/** Kept the same while the game does, so that the timeline is drawn only when it changes. */
function usePick(place: NamespacePlace, game: GameFull, namespace: NamespaceSummary): (block: Block) => void {
  return useCallback(
    (block: Block) => {
      if (block.kind === 'back') rollBackLane(place, namespace.name_id, knownWayBack(place, game, namespace));
      else if (block.kind === 'now') openSwitch(place);
      else openSwitch(place, block.deployments.at(-1)?.version_id);
    },
    [place, game, namespace],
  );
}
