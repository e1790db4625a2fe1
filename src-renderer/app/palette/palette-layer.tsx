// Gives the palette what it offers: the window's actions, and the games and settings as they are now.
import { useMemo } from 'react';
import type { Server } from '../../../src-shared/service/servers.ts';
import { openBuildChooser } from '../../features/builds/choose/choose-actions.ts';
import { setCreating } from '../../features/games/games-actions.ts';
import { useGames } from '../../features/games/games-store.ts';
import { isMac } from '../../features/host/host-selectors.ts';
import { useHost } from '../../features/host/host-store.ts';
import { restartInstance } from '../../features/instances/instances-actions.ts';
import { openInstanceOf } from '../../features/instances/instances-selectors.ts';
import { useInstances } from '../../features/instances/instances-store.ts';
import {
  openNamespaceSettings,
  openNewNamespace,
  openSwitch,
  rollBack,
} from '../../features/namespaces/namespaces-actions.ts';
import { restartServer, setCreatingServer, stopServer } from '../../features/servers/servers-actions.ts';
import { useServers } from '../../features/servers/servers-store.ts';
import { changeSettings } from '../../features/settings/settings-actions.ts';
import { useSettings } from '../../features/settings/settings-store.ts';
import { openPromote } from '../../features/versions/promote/promote-actions.ts';
import { useLanguage } from '../../text/language.ts';
import { t } from '../../text/t.ts';
import { copyText } from '../../ui/copy-text.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { openLayer } from '../layers-store.ts';
import { goTo, useRoute } from '../route-store.ts';
import { buildCommands, type Deeds } from './commands.ts';
import type { OpenGame } from './namespace-commands.ts';
import { Palette } from './palette.tsx';
import type { OpenServers } from './server-commands.ts';

const deeds: Deeds = {
  goTo,
  createGame: () => setCreating(true),
  uploadBuild: () => openBuildChooser(),
  setTheme: (theme) => void changeSettings({ theme }),
  restart: (instance) => void restartInstance(instance.id, instance.name),
  copy: (text) => void copyAndSay(text),
  showShortcuts: () => openLayer('shortcuts'),
  startServer: () => setCreatingServer(true),
  stopServer: (target) => void stopServer(target, false),
  restartServer: (target) => void restartServer(target),
  openSwitch,
  rollBack: (place) => void rollBack(place),
  openNamespaceSettings,
  promote: ({ instanceId, gameId }) => openPromote({ fromInstance: instanceId, fromGame: gameId }),
  openNewNamespace: ({ instanceId, gameId }) => openNewNamespace(instanceId, gameId),
};

async function copyAndSay(text: string): Promise<void> {
  if (await copyText(text)) say({ state: 'done', title: t('Copied'), detail: text });
  else say({ state: 'failed', title: t('The system did not let the window copy'), detail: text });
}

/** The palette over whatever page is open. */
export function PaletteLayer() {
  // The commands are put together once, and anew in another language.
  return <PaletteOfAll key={useLanguage((state) => state.language)} />;
}

function PaletteOfAll() {
  const instance = useInstances(openInstanceOf);
  const games = useGames((state) => (instance === undefined ? undefined : state.games[instance.id]));
  const theme = useSettings((state) => state.settings?.theme);
  const mac = useHost((state) => isMac(state.host));
  const open = useOpenGame();
  const servers = useOpenServers(open);
  const groups = useMemo(
    () => buildCommands({ instance, games: games ?? [], theme, open, servers }, deeds),
    [instance, games, theme, open, servers],
  );
  const place =
    open === undefined
      ? instance?.name
      : t('{game} on {instance}', { game: open.game.display_name, instance: open.instance.name });
  return <Palette groups={groups} mac={mac} place={place} />;
}

const noServers: readonly Server[] = [];

/** Those of the namespace that is open, while the page of servers is. */
function useOpenServers(open: OpenGame | undefined): OpenServers | undefined {
  const route = useRoute((state) => state.route);
  const list = useServers((state) => state.list) ?? noServers;
  return useMemo(() => {
    if (open === undefined || route.page !== 'game' || route.tab !== 'servers') return undefined;
    const namespaceId = route.namespaceId ?? open.game.namespaces[0]?.namespace_id;
    if (namespaceId === undefined) return undefined;
    const place = { instance_id: open.instance.id, game_id: open.game.game_id, namespace_id: namespaceId };
    return { place, list, serverId: route.serverId };
  }, [open, route, list]);
}

/** The game of the page, once it was read. */
function useOpenGame(): OpenGame | undefined {
  const route = useRoute((state) => state.route);
  const { instanceId, gameId } = route.page === 'game' ? route : { instanceId: '', gameId: '' };
  const instance = useInstances((state) => state.instances?.find(({ id }) => id === instanceId));
  const game = useGames((state) => state.open[gameId]?.view?.game);
  return useMemo(() => (instance && game ? { instance, game } : undefined), [instance, game]);
}
