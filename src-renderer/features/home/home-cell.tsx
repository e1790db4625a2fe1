// A game on an instance: each of its namespaces with its state, its version and its players. Followed while it is in sight.

import { useEffect, useRef } from 'react';
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { hashOf } from '../../routes/routes.ts';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/format.ts';
import { useInSight } from '../../ui/use-in-sight.ts';
import { useNow } from '../../ui/use-now.ts';
import { unknownServers } from '../board/board-store.ts';
import { isShaky, type LaneState, laneCounts, laneNeed, laneState, laneTrouble } from '../board/lane-state.ts';
import { gameKey, namespaceKey } from '../games/place-keys.ts';
import { versionHeading } from '../namespaces/namespaces-selectors.ts';
import styles from './home.module.css';
import { followCell } from './home-actions.ts';
import { isProd, shownNamespaces } from './home-selectors.ts';
import { useHome } from './home-store.ts';

type Props = {
  instance: InstanceView;
  row: GameRow | undefined;
  onlyProd: boolean;
  at: string;
  isStop: boolean;
  onFocus: () => void;
};

export function HomeCell({ instance, row, onlyProd, at, isStop, onFocus }: Props) {
  const isAway = instance.state !== 'connected';
  if (row === undefined) {
    return (
      <div role="gridcell" className={styles.cell} data-at={at} tabIndex={isStop ? 0 : -1} onFocus={onFocus}>
        <span className={styles.nothing}>{isAway ? t('Not known now') : t('Not here')}</span>
      </div>
    );
  }
  return (
    <div role="gridcell" className={classNames(styles.cell, isAway && styles.old)}>
      <a
        className={styles.link}
        href={hashOf({ page: 'game', instance_id: instance.id, game_id: row.id })}
        data-at={at}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        aria-label={t('{game} on {instance}', { game: row.display_name, instance: instance.name })}
        aria-describedby={`home-${instance.id}-${row.id}`}
      />
      <Lines instance={instance} game_id={row.id} onlyProd={onlyProd} />
    </div>
  );
}

type LinesProps = { instance: InstanceView; game_id: string; onlyProd: boolean };

function Lines({ instance, game_id, onlyProd }: LinesProps) {
  const element = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(element);
  const { id: instance_id } = instance;
  useEffect(() => (isInSight ? followCell({ instance_id, game_id }) : undefined), [instance_id, game_id, isInSight]);
  const view = useHome((state) => state.views[gameKey({ instance_id, game_id })]);
  const shown = shownNamespaces(view?.game).filter((namespace) => !onlyProd || isProd(namespace));
  const more = onlyProd ? 0 : (view?.game?.namespaces.length ?? 0) - shown.length;
  return (
    <div ref={element} className={styles.lines} id={`home-${instance_id}-${game_id}`}>
      {shown.map((namespace) => (
        <Line key={namespace.namespace_id} instance={instance} view={view} namespace={namespace} />
      ))}
      {shown.length === 0 && <Nothing isRead={Boolean(view?.game)} isAway={instance.state !== 'connected'} />}
      {more > 0 && <span className={styles.nothing}>{plural(more, '{n} more', '{n} more')}</span>}
    </div>
  );
}

/** None of its namespaces is shown; nothing while it is being read. */
function Nothing({ isRead, isAway }: { isRead: boolean; isAway: boolean }) {
  if (!isRead && !isAway) return null;
  return <span className={styles.nothing}>{isRead ? t('No prod here') : t('Not known now')}</span>;
}

const looks: Partial<Record<LaneState['glyph'], string | undefined>> = {
  idle: styles.off,
  stopped: styles.off,
  crashed: styles.down,
  notice: styles.silent,
};

type LineProps = { instance: InstanceView; view: GameView | undefined; namespace: NamespaceSummary };

function Line({ instance, view, namespace }: LineProps) {
  const servers =
    useHome(
      (state) => state.servers[namespaceKey({ instance_id: instance.id, namespace_id: namespace.namespace_id })],
    ) ?? unknownServers;
  useNow(isShaky(servers, namespace), 10_000);
  const game = view?.game;
  if (!game) return null;
  const { glyph, words } = laneState(servers, namespace, false);
  const trouble = laneTrouble(servers, namespace);
  const version = versionHeading(game, namespace.version_id);
  return (
    <div className={classNames(styles.line, isProd(namespace) && styles.prod, looks[glyph])}>
      <StateGlyph state={glyph} />
      <span className={styles.name}>
        <span className={shared.ellipsis} title={namespace.name_id}>
          {namespace.name_id}
        </span>
        {isProtected(instance, { game_id: game.game_id, namespace_id: namespace.namespace_id }) && (
          <Icon name="lock" size={12} />
        )}
      </span>
      <span className={classNames(styles.version, shared.ellipsis)} title={version}>
        {version}
      </span>
      <span className={shared.visuallyHidden}>{words},</span>
      <span className={styles.players} title={glyph === 'notice' ? words : undefined}>
        {trouble === undefined ? formatPlayers(servers, namespace) : formatDown(trouble.state)}
      </span>
    </div>
  );
}

function formatPlayers(servers: typeof unknownServers, namespace: NamespaceSummary): string {
  const { players } = laneCounts(servers);
  if (laneNeed(servers, namespace)?.kind === 'silent' && !players) return t('silent');
  return players === undefined ? '–' : formatCount(players);
}

function formatDown(state: string | undefined): string {
  return state === 'crashed' ? t('crashed') : t('did not start');
}
