// The lines of the palette about the namespaces of the open game: switch, roll back, set, and make one.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { firstVersion, ownVersions } from '../../../src-shared/versions/first-version.ts';
import { inNamespace } from '../../features/instances/in-namespace.ts';
import { whyInstanceUnavailable } from '../../features/instances/instances-selectors.ts';
import { versionName } from '../../features/namespaces/namespaces-selectors.ts';
import type { GamePlace, NamespacePlace } from '../../features/namespaces/namespaces-store.ts';
import { formatMarks, marksOf, type WayBack } from '../../features/namespaces/roll-back-selectors.ts';
import { t, translate } from '../../text/t.ts';
import type { Command } from './command.ts';

/** What the palette can do about namespaces. */
export type NamespaceActions = {
  openSwitch(place: NamespacePlace): void;
  rollBack(place: NamespacePlace, named: string | undefined): void;
  openNamespaceSettings(place: NamespacePlace): void;
  openNewNamespace(place: GamePlace): void;
  promote(place: GamePlace): void;
};

/** The game that is open, and where it is. */
export type OpenGame = { instance: InstanceView; game: GameFull };

/** To which version a namespace goes back, by its id; null where there is none. */
export type Previous = Readonly<Record<string, WayBack | null>>;

/** Switches, roll backs and a promotion; none while nothing can be changed. */
export function versionCommands(open: OpenGame, paletteActions: NamespaceActions, previous: Previous = {}): Command[] {
  const { instance, game } = open;
  if (whyInstanceUnavailable(instance) !== undefined) return [];
  const none = firstVersion(game)?.version_id;
  const switches = game.namespaces.flatMap(({ namespace_id, name_id: name, version_id: version }) => {
    const place = { instance_id: instance.id, game_id: game.game_id, namespace_id };
    const marks = formatMarks(marksOf(game, version));
    const runs = [versionName(game, version), ...(marks === '' ? [] : [marks])].join(', ');
    const isEmpty = version === none;
    const off = translate(inNamespace(instance, namespace_id).why_not?.switch_version);
    const switching: Command = {
      value: `switch-${namespace_id}`,
      label: t('Switch version of {name}', { name }),
      icon: 'arrow',
      context: isEmpty ? runs : t('runs {runs}', { runs }),
      run: () => paletteActions.openSwitch(place),
    };
    return [
      off === undefined ? switching : { ...switching, ...refused(off) },
      rollBackCommand(
        { place, name, off, from: isEmpty ? runs : t('from {runs}', { runs }) },
        previous[namespace_id],
        paletteActions,
      ),
    ];
  });
  return ownVersions(game).length === 0 ? switches : [...switches, promoteCommand({ instance, game }, paletteActions)];
}

function refused(why: string) {
  return { context: why, isOff: true, run: () => undefined } as const;
}

type Rolled = { place: NamespacePlace; name: string; off: string | undefined; from: string };

/** Where nothing is left to go back to, it says so: a line that is missing would be looked for. */
function rollBackCommand(
  { place, name, off, from }: Rolled,
  back: WayBack | null | undefined,
  paletteActions: NamespaceActions,
): Command {
  const line = {
    value: `roll-back-${place.namespace_id}`,
    label: t('Roll back {name}', { name }),
    icon: 'undo',
  } as const;
  if (off !== undefined) return { ...line, ...refused(off) };
  if (back === null) return { ...line, ...refused(t('No earlier version ran well here')) };
  return {
    ...line,
    context: back === undefined ? from : t('to {back}', { back: back.name }),
    run: () => paletteActions.rollBack(place, back?.version_id),
  };
}

function promoteCommand({ instance, game }: OpenGame, paletteActions: NamespaceActions): Command {
  return {
    value: 'promote',
    label: t('Promote a version'),
    context: t('of {game}', { game: game.display_name }),
    icon: 'arrow',
    run: () => paletteActions.promote({ instance_id: instance.id, game_id: game.game_id }),
  };
}

/** Settings of each namespace, and a new one. */
export function settingCommands({ instance, game }: OpenGame, paletteActions: NamespaceActions): Command[] {
  const place = { instance_id: instance.id, game_id: game.game_id };
  const settings = game.namespaces.map(({ namespace_id, name_id: name }): Command => {
    return {
      value: `settings-${namespace_id}`,
      label: t('Settings of {name}', { name }),
      context: t('limits, servers, protection'),
      icon: 'gear',
      run: () => paletteActions.openNamespaceSettings({ ...place, namespace_id }),
    };
  });
  const create: Command = {
    value: 'create-namespace',
    label: t('Create a namespace'),
    context: t('of {game}', { game: game.display_name }),
    icon: 'plus',
    run: () => paletteActions.openNewNamespace(place),
  };
  return whyInstanceUnavailable(instance) === undefined ? [...settings, create] : [];
}
