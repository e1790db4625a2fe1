// What the lines of the palette do: the window's actions.
import { openBuildChooser } from '../../features/builds/choose/choose-actions.ts';
import { setCreating } from '../../features/games/games-actions.ts';
import { setConnecting } from '../../features/instances/connect/connect-actions.ts';
import { askRestart, openInstance } from '../../features/instances/instances-actions.ts';
import {
  openNamespaceSettings,
  openNewNamespace,
  openSwitch,
  rollBack,
} from '../../features/namespaces/namespaces-actions.ts';
import { openPromote } from '../../features/promote/promote-actions.ts';
import { askFirst, restartServer, setCreatingServer, stopServer } from '../../features/servers/servers-actions.ts';
import { changeSettings } from '../../features/settings/settings-actions.ts';
import { versionInSight } from '../../features/versions/version-keys.ts';
import { goTo } from '../../routes/route-store.ts';
import { copyAndSay } from '../../ui/notices/copy-and-say.ts';
import { openLayer, useLayers } from '../layers-store.ts';
import type { PaletteActions } from './commands.ts';

/** What a line of the palette does. */
export const paletteActions: PaletteActions = {
  goTo,
  openInstance: (instance_id, game_id) => {
    openInstance(instance_id);
    goTo(game_id === undefined ? { page: 'instance', instance_id } : { page: 'game', instance_id, game_id });
  },
  createGame: () => setCreating(true),
  uploadBuild: () => openBuildChooser(),
  connectRemote: () => setConnecting(true),
  setTheme: (theme) => void changeSettings({ theme }),
  restart: (instance) => void askRestart(instance),
  copy: (text) => void copyAndSay(text),
  showShortcuts: () => openLayer('shortcuts'),
  startServer: () => setCreatingServer(true),
  stopServer: (target, server) => {
    if (!askFirst(server, 'Stop')) void stopServer(target, false);
  },
  restartServer: (target, server) => {
    if (!askFirst(server, 'Restart')) void restartServer(target);
  },
  openSwitch,
  rollBack: (place, named) => void rollBack(place, named),
  openNamespaceSettings,
  promote: ({ instance_id, game_id }) =>
    openPromote({
      fromInstance: instance_id,
      fromGame: game_id,
      version: versionInSight({ instance_id, game_id }, useLayers.getState().from),
    }),
  openNewNamespace: ({ instance_id, game_id }) => openNewNamespace(instance_id, game_id),
};
