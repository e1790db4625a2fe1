// The lines of the palette that run a command on another instance: one for each that answers, and why not where
// it does not have the same. Pure.
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { whyCannotCreateGame } from '../../features/instances/instances-selectors.ts';
import { t } from '../../text/t.ts';
import type { Command, CommandGroup } from './command.ts';
import { buildCommands, CREATE_GAME, type PaletteActions } from './commands.ts';

/** Another instance with what it has of the open game. What is not read yet is not there. */
export type There = {
  instance: InstanceView;
  games: readonly GameRow[] | undefined;
  game_id?: string | undefined;
  game?: GameFull | undefined;
};

/** A command is the same there when it has the same words, as namespaces are known by their names. It runs on the page of the game there. */
export function elsewhereGroups(
  command: Command,
  theirs: readonly There[],
  paletteActions: PaletteActions,
): CommandGroup[] {
  const items = theirs.map((there): Command => {
    const { instance, game } = there;
    const line = { value: `elsewhere-${instance.id}`, label: instance.name, icon: 'server' } as const;
    const same = sameThere(command, there, paletteActions);
    if (same === undefined) {
      const off = { ...line, context: whyNotThere(command, there), isOff: true, run: () => undefined } as const;
      return isRead(command, there) ? off : { ...off, isAwaited: true };
    }
    const run = () => {
      paletteActions.openInstance(instance.id, game?.game_id);
      same.run();
    };
    if (same.isOff === true) return { ...line, context: same.context, isOff: true, run: () => undefined };
    return { ...line, context: command.value === CREATE_GAME ? '' : same.context, run };
  });
  return items.length === 0 ? [] : [{ value: t('Other instances'), items }];
}

function sameThere(
  { label }: Command,
  { instance, games, game }: There,
  paletteActions: PaletteActions,
): Command | undefined {
  const open = game === undefined ? undefined : { instance, game };
  const all = buildCommands({ instance, games: games ?? [], theme: undefined, open }, paletteActions).flatMap(
    (group) => group.items,
  );
  return all.find((command) => command.label === label && command.isAnywhere !== true);
}

function whyNotThere(command: Command, there: There): string {
  if (!isRead(command, there)) return t('Checking what it has');
  if (command.value === CREATE_GAME) return whyCannotCreateGame(there.instance) ?? t('It does not have this');
  return t('It does not have this');
}

function isRead({ value }: Command, { games, game_id, game }: There): boolean {
  return value === CREATE_GAME || (games !== undefined && (game_id === undefined || game !== undefined));
}
