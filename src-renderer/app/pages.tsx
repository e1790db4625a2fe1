// Which page stands in the main part. A stopped service takes the place of everything but the settings and the transfers.
import { useEffect } from 'react';
import type { InstanceView } from '../../src-shared/instances/bridge.ts';
import { homeGame } from '../features/games/games-selectors.ts';
import { useGames } from '../features/games/games-store.ts';
import { GroupPage } from '../features/groups/group-page.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { hasHome } from '../features/home/home-selectors.ts';
import { useHost } from '../features/host/host-store.ts';
import { InstanceBanner } from '../features/instances/instance-banner.tsx';
import { openInstanceOf, whyCannotCreateGame } from '../features/instances/instances-selectors.ts';
import { useInstances } from '../features/instances/instances-store.ts';
import { StoppedPage } from '../features/instances/stopped-page.tsx';
import { NodesPage } from '../features/nodes/nodes-page.tsx';
import { SettingsPage } from '../features/settings-page/settings-page.tsx';
import { TransfersPage } from '../features/transfers/transfers-page.tsx';
import { WelcomePage } from '../features/welcome/welcome-page.tsx';
import { replaceWith, useRoute } from '../routes/route-store.ts';
import { hashOf, type Route } from '../routes/routes.ts';
import { t } from '../text/t.ts';
import buttonStyles from '../ui/button.module.css';
import { classNames } from '../ui/class-names.ts';
import { InlineError } from '../ui/inline-error.tsx';
import styles from './game-page.module.css';
import { GamePage } from './game-page.tsx';

/** The page of the route. */
export function Pages() {
  const route = useRoute((state) => state.route);
  const instances = useInstances((state) => state.instances);
  const open = useInstances(openInstanceOf);
  const host = useHost((state) => state.host);
  const isHome = useIsHome(instances);
  const instance = instanceOf(route, instances, open);
  if (route.page === 'settings') {
    return <SettingsPage local={instances?.find((one) => one.kind === 'local')} host={host} />;
  }
  if (route.page === 'transfers') return <TransfersPage />;
  if (route.page === 'unknown') return <NotFound />;
  if (instances === undefined) return null;
  if (route.page === 'home' && isHome) return <HomePage instances={instances} />;
  if (instance === undefined) return <NotFound />;
  if (instance.state === 'stopped') return <StoppedPage instance={instance} />;
  return (
    <>
      <InstanceBanner instance={instance} />
      <OfInstance route={route} instance={instance} />
    </>
  );
}

/** With more than one game or instance; instances that have no game at all begin with the welcome page. */
function useIsHome(instances: readonly InstanceView[] | undefined): boolean {
  return useGames(({ games }) => {
    const isEmpty = instances?.every(({ id }) => games[id]?.length === 0) ?? true;
    return hasHome(instances, games) && !isEmpty;
  });
}

/** A game and a group are of one instance; the other pages are about the open one. */
function instanceOf(
  route: Route,
  instances: readonly InstanceView[] | undefined,
  open: InstanceView | undefined,
): InstanceView | undefined {
  if (!('instance_id' in route)) return open;
  return instances?.find(({ id }) => id === route.instance_id);
}

function OfInstance({ route, instance }: { route: Route; instance: InstanceView }) {
  if (route.page === 'game') {
    return <GamePage key={`${instance.id} ${route.game_id}`} instance={instance} route={route} />;
  }
  if (route.page === 'nodes' && instance.has_fleet === true) return <NodesPage key={instance.id} instance={instance} />;
  if (route.page === 'group') return <GroupPage key={route.group_id} instance={instance} group_id={route.group_id} />;
  if (route.page === 'home' || route.page === 'instance' || route.page === 'nodes')
    return <FirstGame instance={instance} />;
  return <Welcome instance={instance} />;
}

/** Leads to the game that was open last, or to the first; without games it is the welcome page. */
function FirstGame({ instance }: { instance: InstanceView }) {
  const games = useGames((state) => state.games[instance.id]);
  const lastId = useRoute((state) => state.lastGame?.game_id);
  const game_id = homeGame(games, lastId)?.id;
  useEffect(() => {
    if (game_id !== undefined) replaceWith({ page: 'game', instance_id: instance.id, game_id });
  }, [instance.id, game_id]);
  // Before the games are known, a service that does not answer still gets its page.
  if (games === undefined && instance.state === 'connected') return null;
  return game_id === undefined ? <Welcome instance={instance} /> : null;
}

function Welcome({ instance }: { instance: InstanceView }) {
  return <WelcomePage key={instance.id} instance={instance} whyCannotCreate={whyCannotCreateGame(instance)} />;
}

function NotFound() {
  return (
    <div className={styles.missing}>
      <InlineError
        title={t('Page not found')}
        actions={
          <a
            data-slot="button"
            className={classNames(buttonStyles.button, buttonStyles.small)}
            href={hashOf({ page: 'home' })}
          >
            {t('Go home')}
          </a>
        }
      >
        {t('The address is from another version of Slipway, or was mistyped. Nothing is lost.')}
      </InlineError>
    </div>
  );
}
