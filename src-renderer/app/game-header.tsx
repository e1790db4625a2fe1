// The header of a game: logo, name, ids to copy, players now, and the tabs that exist.
import { useMemo, useState } from 'react';
import type { GameRow, GameView } from '../../src-shared/games/bridge.ts';
import shared from '../design/shared.module.css';
import { lanesOf } from '../features/board/board-order.ts';
import { firstDown } from '../features/board/board-selectors.ts';
import { openBuildChooser } from '../features/builds/choose/choose-actions.ts';
import { GameLogo } from '../features/games/game-logo.tsx';
import { useInstances } from '../features/instances/instances-store.ts';
import { blamesVersion } from '../features/servers/crash-record.ts';
import { serverTotal } from '../features/servers/servers-selectors.ts';
import { useServers } from '../features/servers/servers-store.ts';
import { buildsIn } from '../features/versions/version-list-selectors.ts';
import { useVersions } from '../features/versions/versions-store.ts';
import { type GameRoute, hashOf } from '../routes/routes.ts';
import { t, translate } from '../text/t.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatCount, shortId } from '../ui/format.ts';
import styles from './game-header.module.css';

type Game = NonNullable<GameView['game']>;
type Props = { route: GameRoute; instanceName: string; row: GameRow | undefined; game: Game | undefined };

/** Draws from the list's row until the game itself has been read. */
export function GameHeader({ route, instanceName, row, game }: Props) {
  const id = route.game_id;
  const known = game ?? row;
  const players = game?.total_player_count ?? row?.total_player_count;
  return (
    <header className={styles.head}>
      <div className={styles.row}>
        <GameLogo id={id} instance_id={route.instance_id} url={known?.logo_url} size={40} />
        <div className={shared.grow}>
          <h1 className={shared.ellipsis}>{known?.display_name ?? t('Game')}</h1>
          <div className={shared.identifiers}>
            {known !== undefined && (
              <>
                <span className={styles.id}>
                  <span className={shared.mono}>{known.name_id}</span>
                  <CopyButton text={known.name_id} label={t('Copy name id')} />
                </span>
                <span className={shared.separator} />
              </>
            )}
            <span className={styles.id}>
              <span className={shared.mono} title={id}>
                {shortId(id)}
              </span>
              <CopyButton text={id} label={t('Copy game id')} />
            </span>
          </div>
        </div>
        {players !== undefined && <Players count={players} instanceName={instanceName} />}
        <UploadButton route={route} game={game} />
      </div>
      <Tabs route={route} game={game} />
    </header>
  );
}

/** It gives its colour up to what is to be pressed first. */
function UploadButton({ route, game }: Pick<Props, 'route' | 'game'>) {
  const { instance_id, game_id } = route;
  const isDown = useIsDown(route, game);
  const off = useInstances(({ instances }) => instances?.find(({ id }) => id === instance_id)?.why_not?.upload_build);
  return (
    <Button
      disabledReason={translate(off)}
      kind={isDown ? 'plain' : 'primary'}
      icon="upload"
      onClick={() => openBuildChooser({ instance_id, game_id })}
    >
      {t('Upload build')}
    </Button>
  );
}

/** Whether the page has something to roll back: that is what is to be pressed then. */
function useIsDown({ instance_id, tab, server_id }: GameRoute, game: Game | undefined): boolean {
  const instance = useInstances(({ instances }) => instances?.find(({ id }) => id === instance_id));
  const lanes = game === undefined ? [] : lanesOf(instance ?? {}, game);
  const isLaneDown = useServers(({ known }) => firstDown(lanes, known) !== undefined);
  const isServerDown = useServers(({ list }) => {
    const server = list?.find(({ id }) => id === server_id);
    const runs = game?.namespaces.find(({ namespace_id: id }) => id === server?.environment)?.version_id;
    return server !== undefined && blamesVersion(server, runs);
  });
  return tab === undefined ? isLaneDown : tab === 'servers' && isServerDown;
}

function Tabs({ route: { instance_id, game_id, tab }, game }: Pick<Props, 'route' | 'game'>) {
  const tabs = [
    { name: t('Deploy'), tab: undefined },
    { name: t('Builds'), tab: 'builds' },
    { name: t('Servers'), tab: 'servers' },
    { name: t('Activity'), tab: 'activity' },
    { name: t('Settings'), tab: 'settings' },
  ] as const;
  // A history is reached from its lane.
  const shown = tab === 'history' ? undefined : tab;
  return (
    <nav data-slot="tabs" className={styles.tabs} aria-label={t('Game')}>
      {tabs.map((one) => (
        <a
          key={one.name}
          className={one.tab === shown ? styles.current : undefined}
          aria-current={one.tab === shown ? 'page' : undefined}
          href={hashOf({ page: 'game', instance_id, game_id, ...(one.tab === undefined ? {} : { tab: one.tab }) })}
        >
          {one.name}
          {one.tab === 'servers' && <ServerCount game={game} />}
          {one.tab === 'builds' && <BuildCount namespaces={game?.namespaces.length ?? 0} />}
        </a>
      ))}
    </nav>
  );
}

/** Of all namespaces, on each tab the same. */
function ServerCount({ game }: { game: Game | undefined }) {
  const known = useServers((state) => state.known);
  const list = useServers((state) => state.list);
  const count = useMemo(() => serverTotal(game?.namespaces ?? [], known, list), [game?.namespaces, known, list]);
  return count === undefined ? null : <small className={shared.tabular}>{formatCount(count)}</small>;
}

/** Of all namespaces, on each tab the same. */
function BuildCount({ namespaces }: { namespaces: number }) {
  const count = useVersions(({ builds }) => buildsIn(builds, namespaces));
  return count === undefined ? null : <small className={shared.tabular}>{formatCount(count)}</small>;
}

/** The dot pulses once when the number changes. */
function Players({ count, instanceName }: { count: number; instanceName: string }) {
  const [first] = useState(count);
  return (
    <div className={styles.players}>
      {count > 0 && (
        <i key={count} className={count === first ? styles.liveDot : classNames(styles.liveDot, styles.liveDotPulse)} />
      )}
      <b className={shared.tabular}>{formatCount(count)}</b>
      <span>
        {count === 1 ? t('player now') : t('players now')}
        <br />
        {t('on {instance}', { instance: instanceName })}
      </span>
    </div>
  );
}
