// The sidebar: instances, the open one's games, transfers and the way to the settings.
import { chordOf } from '../../src-shared/desktop/shortcuts.ts';
import type { GameRow } from '../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../src-shared/instances/bridge.ts';
import { Icon } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import { GameList } from '../features/games/game-list.tsx';
import { useGames } from '../features/games/games-store.ts';
import { hasHome } from '../features/home/home-selectors.ts';
import { isMac } from '../features/host/host-selectors.ts';
import { useHost } from '../features/host/host-store.ts';
import { InstanceList } from '../features/instances/instance-list.tsx';
import { openInstanceOf, whyCannotCreateGame } from '../features/instances/instances-selectors.ts';
import { useInstances } from '../features/instances/instances-store.ts';
import { TransfersRing } from '../features/transfers/transfers-ring.tsx';
import { goTo, useRoute } from '../routes/route-store.ts';
import { hashOf, type Route } from '../routes/routes.ts';
import { t, translate } from '../text/t.ts';
import { classNames } from '../ui/class-names.ts';
import { formatChord, Kbd } from '../ui/kbd.tsx';
import styles from '../ui/sidebar.module.css';
import { useGamesDown } from './games-down.ts';

/** Whether home is open; undefined where there is nothing to show on it. */
function useIsHome(route: Route): boolean | undefined {
  const instances = useInstances((state) => state.instances);
  const isThere = useGames(({ games }) => hasHome(instances, games));
  return isThere ? route.page === 'home' : undefined;
}

function Overview({ isOpen, mac }: { isOpen: boolean; mac: boolean }) {
  return (
    <nav aria-label={t('All games')}>
      <a
        className={isOpen ? classNames(styles.row, styles.current) : styles.row}
        href={hashOf({ page: 'home' })}
        aria-current={isOpen ? 'page' : undefined}
        title={t('Overview')}
      >
        <Icon name="grid" />
        <span className={classNames(shared.grow, styles.words, styles.settings)}>{t('Overview')}</span>
        <span className={styles.words}>
          <Kbd chord={chordOf('overview')} mac={mac} />
        </span>
      </a>
    </nav>
  );
}

function NodesLink({ instance_id, isOpen }: { instance_id: string; isOpen: boolean }) {
  return (
    <a
      className={isOpen ? classNames(styles.row, styles.current) : styles.row}
      href={hashOf({ page: 'nodes', instance_id })}
      aria-current={isOpen ? 'page' : undefined}
      title={t('Nodes')}
    >
      <Icon name="server" />
      <span className={classNames(shared.grow, styles.words, styles.settings)}>{t('Nodes')}</span>
    </a>
  );
}

type GamesProps = { instance: InstanceView | undefined; games: readonly GameRow[] | undefined; route: Route };

function Games({ instance, games, route }: GamesProps) {
  return (
    <GameList
      instance_id={instance?.id}
      games={games}
      down={useGamesDown(instance, games)}
      openGameId={route.page === 'game' ? route.game_id : undefined}
      whyCannotCreate={whyCannotCreateGame(instance)}
      whyNotListed={translate(instance?.why_not?.list_games)}
    />
  );
}

/** Collapses to glyphs and logos in a narrow window; names then stay for screen readers and as hints. */
export function Sidebar() {
  const instance = useInstances(openInstanceOf);
  const games = useGames((state) => (instance === undefined ? undefined : state.games[instance.id]));
  const route = useRoute((state) => state.route);
  const mac = useHost((state) => isMac(state.host));
  const isHome = useIsHome(route);
  return (
    <aside className={styles.sidebar} aria-label={t('Sidebar')}>
      <div className={styles.top} />
      {isHome !== undefined && <Overview isOpen={isHome} mac={mac} />}
      <InstanceList onOpen={(instance_id) => goTo({ page: 'instance', instance_id })} />
      <Games instance={instance} games={games} route={route} />
      <div data-slot="sidebar-foot" className={styles.foot}>
        {instance?.has_fleet === true && <NodesLink instance_id={instance.id} isOpen={route.page === 'nodes'} />}
        <TransfersRing isOpen={route.page === 'transfers'} keys={formatChord(chordOf('transfers'), mac)} />
        <a
          className={route.page === 'settings' ? classNames(styles.row, styles.current) : styles.row}
          href={hashOf({ page: 'settings' })}
          aria-current={route.page === 'settings' ? 'page' : undefined}
          title={t('Settings')}
        >
          <Icon name="gear" />
          <span className={classNames(shared.grow, styles.words, styles.settings)}>{t('Settings')}</span>
          <span className={styles.words}>
            <Kbd chord={chordOf('settings')} mac={mac} />
          </span>
        </a>
      </div>
    </aside>
  );
}
