// The lines of the palette about the tabs of the open game, and about servers while those of a namespace are open. Pure.

import { chordOf } from '../../../src-shared/desktop/shortcuts.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { NamespacePlace, ServerTarget } from '../../../src-shared/servers/bridge.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { inNamespace } from '../../features/instances/in-namespace.ts';
import { whyInstanceUnavailable } from '../../features/instances/instances-selectors.ts';
import { formatServer, isEnded, whyNoRestart } from '../../features/servers/server-format.ts';
import { hashOf, type Route } from '../../routes/routes.ts';
import { t } from '../../text/t.ts';
import type { Command } from './command.ts';
import type { OpenGame } from './namespace-commands.ts';

/** What the palette can do about servers. */
export type ServerActions = {
  goTo(route: Route): void;
  startServer(): void;
  /** They ask first where somebody plays on it. */
  stopServer(target: ServerTarget, server: Server): void;
  restartServer(target: ServerTarget, server: Server): void;
};

/** The servers that are shown, and which of them is looked at. `only` is the one namespace that they are of, `place` where one is started. */
export type OpenServers = {
  place: NamespacePlace;
  only: string | undefined;
  list: readonly Server[];
  server_id: string | undefined;
};

/** The tabs of the open game, and the histories of its namespaces. */
export function tabCommands({ instance, game }: OpenGame, paletteActions: Pick<ServerActions, 'goTo'>): Command[] {
  const tabs = [
    { tab: undefined, name: t('Deploy'), chord: chordOf('go-deploy') },
    { tab: 'builds', name: t('Builds'), chord: chordOf('go-builds') },
    { tab: 'servers', name: t('Servers'), chord: chordOf('go-servers') },
    { tab: 'activity', name: t('Activity'), chord: chordOf('go-activity') },
    { tab: 'settings', name: t('Game settings'), chord: undefined },
  ] as const;
  const at = { page: 'game', instance_id: instance.id, game_id: game.game_id } as const;
  const histories = game.namespaces.map(({ namespace_id, name_id: name }, n): Command => {
    const route: Route = { ...at, tab: 'history', namespace_id };
    return {
      value: `tab-${hashOf(route)}`,
      label: t('History of {name}', { name }),
      context: t('who changed what, and how it went'),
      icon: 'clock',
      ...(n === 0 ? { chord: chordOf('go-history') } : {}),
      run: () => paletteActions.goTo(route),
    };
  });
  const pages = tabs.map(({ tab, name, chord }): Command => {
    const route: Route = tab === undefined ? at : { ...at, tab };
    return {
      value: `tab-${hashOf(route)}`,
      label: name,
      context:
        tab === 'servers' ? t('{game}: all servers, network, share', { game: game.display_name }) : game.display_name,
      icon: 'chevron-right',
      ...(chord === undefined ? {} : { chord }),
      run: () => paletteActions.goTo(route),
    };
  });
  return [...pages, ...histories];
}

/** What can be done to servers now. One of a protected namespace is ended from its page, which asks for the name. */
export function serverCommands(game: OpenGame, open: OpenServers, paletteActions: ServerActions): Command[] {
  const { place, list, server_id } = open;
  const shown = list.find(({ id }) => id === server_id);
  const changes = canChange(game)
    ? [...startCommands(game, place, paletteActions), ...endCommands(game, place, shown, paletteActions)]
    : [];
  return [...changes, ...list.map((server) => openCommand(server, game, open, paletteActions))];
}

function canChange({ instance }: OpenGame): boolean {
  return whyInstanceUnavailable(instance) === undefined && !instance.is_read_only;
}

function startCommands({ instance, game }: OpenGame, place: NamespacePlace, paletteActions: ServerActions): Command[] {
  if (inNamespace(instance, place.namespace_id).why_not?.create_server !== undefined) return [];
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === place.namespace_id)?.name_id ?? '';
  const words = { value: 'start-server', label: t('Start a server'), context: t('on {namespace}', { namespace }) };
  return [{ ...words, icon: 'plus', run: paletteActions.startServer }];
}

function endCommands(
  { instance }: OpenGame,
  place: NamespacePlace,
  server: Server | undefined,
  paletteActions: ServerActions,
): Command[] {
  if (server === undefined || isProtected(instance, place) || isEnded(server)) return [];
  const { end_server: stopping, restart_server: restarting } = inNamespace(instance, place.namespace_id).why_not ?? {};
  const canRestart = restarting === undefined && whyNoRestart(server) === undefined;
  const target = { ...place, server_id: server.id };
  const name = shortServerId(server.id);
  const context = t('the one that is open');
  const stop: Command = {
    value: 'stop-server',
    label: t('Stop server {name}', { name }),
    context,
    icon: 'stop',
    run: () => paletteActions.stopServer(target, server),
  };
  const restart: Command = {
    value: 'restart-server',
    label: t('Restart server {name}', { name }),
    context,
    icon: 'restart',
    run: () => paletteActions.restartServer(target, server),
  };
  return [...(stopping === undefined ? [stop] : []), ...(canRestart ? [restart] : [])];
}

function openCommand(
  server: Server,
  { game }: OpenGame,
  { place, only }: OpenServers,
  paletteActions: ServerActions,
): Command {
  const state = formatServer(server, Date.now());
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === server.environment)?.name_id;
  const route: Route = {
    page: 'game',
    instance_id: place.instance_id,
    game_id: place.game_id,
    tab: 'servers',
    namespace_id: only,
    server_id: server.id,
  };
  return {
    value: hashOf(route),
    label: t('Server {id}', { id: shortServerId(server.id) }),
    icon: 'server',
    context: only === undefined && namespace !== undefined ? `${namespace}, ${state}` : state,
    run: () => paletteActions.goTo(route),
  };
}
