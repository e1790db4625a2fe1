// Gives the palette what it offers: the games, servers and settings as they are now.
import { useMemo } from 'react';
import type { Server } from '../../../src-shared/service/servers.ts';
import { useGames } from '../../features/games/games-store.ts';
import { gameKey } from '../../features/games/place-keys.ts';
import { hasHome } from '../../features/home/home-selectors.ts';
import { isMac } from '../../features/host/host-selectors.ts';
import { useHost } from '../../features/host/host-store.ts';
import { openInstanceOf } from '../../features/instances/instances-selectors.ts';
import { useInstances } from '../../features/instances/instances-store.ts';
import { useServers } from '../../features/servers/servers-store.ts';
import { useSettings } from '../../features/settings/settings-store.ts';
import { useRoute } from '../../routes/route-store.ts';
import { useLanguage } from '../../text/language.ts';
import { t } from '../../text/t.ts';
import { buildCommands } from './commands.ts';
import type { OpenGame } from './namespace-commands.ts';
import { Palette } from './palette.tsx';
import { paletteActions } from './run-commands.ts';
import type { OpenServers } from './server-commands.ts';
import { usePrevious } from './use-previous.ts';

/** The palette over whatever page is open. */
export function PaletteLayer() {
  // The commands are put together once, and again in another language.
  return <PaletteOfAll key={useLanguage((state) => state.language)} />;
}

function PaletteOfAll() {
  const instance = useInstances(openInstanceOf);
  const games = useGames((state) => (instance === undefined ? undefined : state.games[instance.id]));
  const instances = useInstances((state) => state.instances);
  const hasOverview = useGames((state) => hasHome(instances, state.games));
  const theme = useSettings((state) => state.settings?.theme);
  const mac = useHost((state) => isMac(state.host));
  const open = useOpenGame();
  const servers = useOpenServers(open);
  const previous = usePrevious(open);
  const groups = useMemo(
    () => buildCommands({ instance, games: games ?? [], theme, open, servers, previous, hasOverview }, paletteActions),
    [instance, games, theme, open, servers, previous, hasOverview],
  );
  const place =
    open === undefined
      ? instance?.name
      : t('{game} on {instance}', { game: open.game.display_name, instance: open.instance.name });
  return <Palette groups={groups} mac={mac} place={place} open={open} />;
}

const noServers: readonly Server[] = [];

/** Those that the page of servers shows, while it is open. */
function useOpenServers(open: OpenGame | undefined): OpenServers | undefined {
  const route = useRoute((state) => state.route);
  const list = useServers((state) => state.list) ?? noServers;
  return useMemo(() => {
    if (open === undefined || route.page !== 'game' || route.tab !== 'servers') return undefined;
    const { namespaces, game_id } = open.game;
    const { server_id, namespace_id: only } = route;
    const shown = only === undefined ? list : list.filter(({ environment }) => environment === only);
    const opened = shown.find(({ id }) => id === server_id)?.environment;
    const namespace_id = only ?? opened ?? namespaces[0]?.namespace_id;
    if (namespace_id === undefined) return undefined;
    return { place: { instance_id: open.instance.id, game_id, namespace_id }, only, list: shown, server_id };
  }, [open, route, list]);
}

/** The game of the page, once it was read. */
function useOpenGame(): OpenGame | undefined {
  const route = useRoute((state) => state.route);
  const { instance_id, game_id } = route.page === 'game' ? route : { instance_id: '', game_id: '' };
  const instance = useInstances((state) => state.instances?.find(({ id }) => id === instance_id));
  const game = useGames((state) => state.open[gameKey({ instance_id, game_id })]?.view?.game);
  return useMemo(() => (instance && game ? { instance, game } : undefined), [instance, game]);
}
