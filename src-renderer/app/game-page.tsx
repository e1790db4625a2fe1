// The page of one game: its header, and under it what its tab shows.
import { useEffect } from 'react';
import type { GameRow, GameView } from '../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../src-shared/instances/bridge.ts';
import { ownVersions } from '../../src-shared/versions/first-version.ts';
import shared from '../design/shared.module.css';
import { ActivityPage } from '../features/activity/activity-page.tsx';
import boardStyles from '../features/board/board.module.css';
import { Board } from '../features/board/board.tsx';
import { openBuildComparison } from '../features/builds/builds-actions.ts';
import { BuildsPage } from '../features/builds/builds-page.tsx';
import { openBuildChooser } from '../features/builds/choose/choose-actions.ts';
import { GameSettingsPage } from '../features/game-settings/game-settings-page.tsx';
import { followGame } from '../features/games/games-actions.ts';
import { gameRowOf } from '../features/games/games-selectors.ts';
import { useGames } from '../features/games/games-store.ts';
import { gameKey } from '../features/games/place-keys.ts';
import { HistoryPage } from '../features/history/history-page.tsx';
import { testConnection } from '../features/instances/instances-actions.ts';
import { useInstances } from '../features/instances/instances-store.ts';
import { clearServers, followServers } from '../features/servers/servers-actions.ts';
import { ServersPage } from '../features/servers/servers-page.tsx';
import { startBoardKeys } from '../features/versions/version-keys.ts';
import { VersionList } from '../features/versions/version-list.tsx';
import { VersionListButton } from '../features/versions/version-list-button.tsx';
import { clearVersionBuilds, followVersionBuilds } from '../features/versions/versions-actions.ts';
import { useVersions } from '../features/versions/versions-store.ts';
import { type GameRoute, type GameTab, hashOf } from '../routes/routes.ts';
import { errorText, t } from '../text/t.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { formatClock } from '../ui/format.ts';
import { InlineError } from '../ui/inline-error.tsx';
import { useTitle } from '../ui/use-title.ts';
import { GameHeader } from './game-header.tsx';
import styles from './game-page.module.css';

type Props = { instance: InstanceView; route: GameRoute };

/** `instance` is the one the game is on. */
export function GamePage({ instance, route }: Props) {
  const { game_id } = route;
  useEffect(() => followGame(instance.id, game_id), [instance.id, game_id]);
  const open = useGames((state) => state.open[gameKey({ instance_id: instance.id, game_id })]);
  const row = useGames((state) => gameRowOf(state.games[instance.id], game_id));
  const missing = open?.error?.message ?? missingText(open?.view);
  if (missing !== undefined) return <Missing message={missing} />;
  return <Loaded instance={instance} route={route} view={open?.view} row={row} />;
}

/** An instance that answers and has no such game is no instance that does not answer. */
function missingText(view: GameView | undefined): string | undefined {
  return view?.problem?.code === 'GAME_NOT_FOUND' ? errorText(view.problem) : undefined;
}

type LoadedProps = Props & { view: GameView | undefined; row: GameRow | undefined };

function Loaded({ instance, route, view, row }: LoadedProps) {
  const game = view?.game ?? undefined;
  useWholeGame(instance, game);
  useTitle(game?.display_name ?? row?.display_name);
  return (
    <>
      <GameHeader route={route} instanceName={instance.name} row={row} game={game} />
      {game === undefined || route.tab === undefined ? (
        <Deploy instance={instance} game={game} stale={view?.stale_since} />
      ) : (
        <Tab tab={route.tab} instance={instance} game={game} route={route} />
      )}
    </>
  );
}

/** What the tabs count is followed on all of them. */
function useWholeGame(instance: InstanceView, game: LoadedGame | undefined): void {
  const [instance_id, game_id] = [instance.id, game?.game_id];
  const key = game?.namespaces.map(({ namespace_id: id }) => id).join(' ') ?? '';
  const areBuildsListed = instance.why_not?.list_builds === undefined;
  useEffect(() => {
    if (game_id === undefined || key === '') return undefined;
    const ids = key.split(' ');
    const stops = [
      followServers({ instance_id, game_id }, ids),
      followVersionBuilds(instance_id, game_id, areBuildsListed ? ids : []),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [instance_id, game_id, key, areBuildsListed]);
  useEffect(() => clearServers, [instance_id, game_id]);
  useEffect(() => clearVersionBuilds, [instance_id, game_id]);
}

function Tab({ tab, instance, game, route }: Props & { tab: GameTab; game: LoadedGame }) {
  switch (tab) {
    case 'servers':
      return <Servers instance={instance} game={game} route={route} />;
    case 'builds':
      return <BuildsPage instance={instance} game={game} build_id={route.build_id} />;
    case 'activity':
      return <ActivityPage instance={instance} game={game} view={route.view} />;
    case 'history':
      return <HistoryPage instance={instance} game={game} namespace_id={route.namespace_id} at={route.at} />;
    case 'settings':
      return <GameSettingsPage instance={instance} game={game} />;
  }
}

/** With the way to the builds, which the shelf knows by version. */
function Servers({ instance, game, route: { namespace_id, server_id } }: Props & { game: LoadedGame }) {
  const builds = useVersions((state) => state.builds);
  const compare = (build_id: string, version_id: string) => {
    const other = Object.values(builds)
      .flatMap((list) => list ?? [])
      .find((build) => build.version_id === version_id && build.id !== build_id);
    const place = { instance_id: instance.id, game_id: game.game_id };
    return other && (() => openBuildComparison(place, build_id, other.id));
  };
  return (
    <ServersPage instance={instance} game={game} namespace_id={namespace_id} server_id={server_id} compare={compare} />
  );
}

type DeployProps = { instance: InstanceView; game: LoadedGame | undefined; stale: number | undefined };
type LoadedGame = NonNullable<GameView['game']>;

/** The lanes, and beside them the versions. */
function Deploy({ instance, game, stale }: DeployProps) {
  const game_id = game?.game_id;
  const { id: instance_id } = instance;
  useEffect(
    () => (game_id === undefined ? undefined : startBoardKeys({ instance_id, game_id })),
    [instance_id, game_id],
  );
  if (game === undefined) return <Loading instance={instance} stale={stale} />;
  return (
    <div className={boardStyles.deploy}>
      <Board
        instance={instance}
        game={game}
        stale={stale}
        bar={<VersionListButton count={ownVersions(game).length} />}
      />
      <VersionList
        instance={instance}
        game={game}
        onUpload={() => openBuildChooser({ instance_id: instance.id, game_id: game.game_id })}
      />
    </div>
  );
}

/** In the final geometry; under 200 ms it is not seen. Nothing comes of an instance that is away. */
function Loading({ instance, stale }: Pick<DeployProps, 'instance' | 'stale'>) {
  if (instance.state === 'reconnecting' || instance.state === 'refused') return <Away instance={instance} />;
  return (
    <>
      {stale !== undefined && (
        <p className={styles.stale} role="status">
          {t('As of {clock}. {instance} does not answer; this updates when it does.', {
            clock: formatClock(stale),
            instance: instance.name,
          })}
        </p>
      )}
      <div className={classNames(boardStyles.deploy, styles.deployWaiting)} aria-busy="true">
        <div className={shared.loadingBlock} />
        <div className={shared.loadingBlock} />
      </div>
    </>
  );
}

/** The banner over the page says why. */
function Away({ instance }: { instance: InstanceView }) {
  const isBusy = useInstances(({ busy }) => busy[instance.id] === 'test');
  return (
    <div className={styles.missing}>
      <p className={styles.away}>
        {t('{instance} does not answer. The game is shown when it does.', { instance: instance.name })}
      </p>
      <Button icon="restart" busy={isBusy} onClick={() => void testConnection(instance)}>
        {t('Try again')}
      </Button>
    </div>
  );
}

function Missing({ message }: { message: string }) {
  return (
    <div className={styles.missing}>
      <InlineError
        title={t('This game cannot be shown')}
        actions={
          <a
            data-slot="button"
            className={classNames(buttonStyles.button, buttonStyles.small)}
            href={hashOf({ page: 'welcome' })}
          >
            {t('Go to the welcome page')}
          </a>
        }
      >
        {t('{message} It may have been removed, or the link is from another instance.', { message })}
      </InlineError>
    </div>
  );
}
