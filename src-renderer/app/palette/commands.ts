// The commands of the palette, built from what the window knows now. Pure: `run` is given from outside.

import { chordOf } from '../../../src-shared/desktop/shortcuts.ts';
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import { instanceAddress, whyCannotCreateGame } from '../../features/instances/instances-selectors.ts';
import { hashOf, type Route } from '../../routes/routes.ts';
import { t } from '../../text/t.ts';
import type { Command, CommandGroup } from './command.ts';
import {
  type NamespaceActions,
  type OpenGame,
  type Previous,
  settingCommands,
  versionCommands,
} from './namespace-commands.ts';
import { type OpenServers, type ServerActions, serverCommands, tabCommands } from './server-commands.ts';

/** Its line is left out where no game can be made. */
export const CREATE_GAME = 'create-game';

/** What the palette can do; each is one plain function of the window's actions. */
export type PaletteActions = NamespaceActions &
  ServerActions & {
    createGame(): void;
    uploadBuild(): void;
    connectRemote(): void;
    setTheme(theme: Settings['theme']): void;
    restart(instance: InstanceView): void;
    copy(text: string): void;
    /** Opens another instance, and a game of it. */
    openInstance(instance_id: string, game_id: string | undefined): void;
    showShortcuts(): void;
  };

type Known = {
  instance: InstanceView | undefined;
  games: readonly GameRow[];
  theme: Settings['theme'] | undefined;
  open?: OpenGame | undefined;
  servers?: OpenServers | undefined;
  previous?: Previous | undefined;
  hasOverview?: boolean;
};

/** Everything the palette offers, in groups. What cannot work now is left out. */
export function buildCommands(known: Known, paletteActions: PaletteActions): CommandGroup[] {
  const { open, servers, previous } = known;
  const tabs = open === undefined ? [] : tabCommands(open, paletteActions);
  const settings = open === undefined ? [] : settingCommands(open, paletteActions);
  const groups = [
    { value: t('Versions'), items: open === undefined ? [] : versionCommands(open, paletteActions, previous) },
    { value: t('Servers'), items: open && servers ? serverCommands(open, servers, paletteActions) : [] },
    {
      value: t('Commands'),
      items: [
        ...instanceCommands(known, paletteActions),
        ...settings,
        ...anywhere(windowCommands(known, paletteActions)),
      ],
    },
    {
      value: t('Go to'),
      items: [...tabs, ...gameCommands(known, paletteActions), ...anywhere(pageCommands(known, paletteActions))],
    },
  ];
  return groups.filter((group) => group.items.length > 0);
}

function anywhere(commands: readonly Command[]): Command[] {
  return commands.map((command) => ({ ...command, isAnywhere: true }));
}

function instanceCommands({ instance }: Known, paletteActions: PaletteActions): Command[] {
  if (instance === undefined) return [];
  const commands: Command[] = [];
  if (whyCannotCreateGame(instance) === undefined) {
    commands.push({
      value: CREATE_GAME,
      label: t('Create a game'),
      context: t('on {instance}', { instance: instance.name }),
      icon: 'plus',
      chord: chordOf('create-game'),
      run: paletteActions.createGame,
    });
  }
  commands.push({
    value: 'upload',
    label: t('Upload a build'),
    context: t('a folder or an archive'),
    icon: 'upload',
    chord: chordOf('upload'),
    run: paletteActions.uploadBuild,
  });
  if (instance.kind === 'local') {
    commands.push({
      value: 'restart',
      label: t('Restart {instance}', { instance: instance.name }),
      context: t('the service on this machine'),
      icon: 'restart',
      run: () => paletteActions.restart(instance),
    });
  }
  const address = instanceAddress(instance);
  if (address !== undefined) {
    const url = instance.url ?? `http://${address}`;
    commands.push({
      value: 'copy-address',
      label: t('Copy the service address'),
      context: url,
      icon: 'copy',
      run: () => paletteActions.copy(url),
    });
  }
  return commands;
}

const themes = () =>
  [
    ['system', t('Use the system theme')],
    ['light', t('Use the light theme')],
    ['dark', t('Use the dark theme')],
  ] as const;

function windowCommands({ theme: current }: Known, paletteActions: PaletteActions): Command[] {
  const themeCommands = themes()
    .filter(([theme]) => theme !== current)
    .map(([theme, label]): Command => {
      return { value: `theme-${theme}`, label, context: '', icon: 'device', run: () => paletteActions.setTheme(theme) };
    });
  const connect: Command = {
    value: 'connect',
    label: t('Connect a remote'),
    context: t('by token or device link'),
    icon: 'plus',
    run: paletteActions.connectRemote,
  };
  const help: Command = {
    value: 'shortcuts',
    label: t('Show all shortcuts'),
    context: '',
    icon: 'help',
    chord: chordOf('shortcuts'),
    run: paletteActions.showShortcuts,
  };
  return [connect, ...themeCommands, help];
}

function gameCommands({ instance, games }: Known, paletteActions: PaletteActions): Command[] {
  if (instance === undefined) return [];
  return games.map((game) => {
    const route: Route = { page: 'game', instance_id: instance.id, game_id: game.id };
    return {
      value: hashOf(route),
      label: game.display_name,
      context: instance.name,
      icon: { game, instance_id: instance.id },
      run: () => paletteActions.goTo(route),
    };
  });
}

function pageCommands({ hasOverview }: Known, paletteActions: PaletteActions): Command[] {
  const overview: Command = {
    value: 'overview',
    label: t('Overview'),
    context: '',
    icon: 'grid',
    chord: chordOf('overview'),
    run: () => paletteActions.goTo({ page: 'home' }),
  };
  return [
    ...(hasOverview === true ? [overview] : []),
    {
      value: 'transfers',
      label: t('Transfers'),
      context: t('uploads, speed, limit'),
      icon: 'upload',
      chord: chordOf('transfers'),
      run: () => paletteActions.goTo({ page: 'transfers' }),
    },
    {
      value: 'settings',
      label: t('Settings'),
      context: t('theme, port, data folder'),
      icon: 'gear',
      chord: chordOf('settings'),
      run: () => paletteActions.goTo({ page: 'settings' }),
    },
    {
      value: 'welcome',
      label: t('Welcome'),
      context: t('first steps, the sample Pocket Regatta'),
      icon: 'cube',
      run: () => paletteActions.goTo({ page: 'welcome' }),
    },
  ];
}
