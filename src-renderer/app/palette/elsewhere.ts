// The lines of the palette that run a command on another instance: one for each that answers and has the same. Pure.
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { t } from '../../text/t.ts';
import type { Command, CommandGroup } from './command.ts';
import { buildCommands, type Deeds } from './commands.ts';

/** Another instance with what it has of the open game: the game of the same name id. */
export type There = { instance: InstanceView; games: readonly GameRow[]; game?: GameFull | undefined };

/** A command is the same there when it has the same words, as namespaces are told by their names. It runs on the page of the game there. */
export function elsewhereGroups({ label }: Command, theirs: readonly There[], deeds: Deeds): CommandGroup[] {
  const items = theirs.flatMap(({ instance, games, game }): Command[] => {
    const open = game === undefined ? undefined : { instance, game };
    const all = buildCommands({ instance, games, theme: undefined, open }, deeds).flatMap((group) => group.items);
    const same = all.find((command) => command.label === label && command.isAnywhere !== true);
    if (same === undefined) return [];
    const run = () => {
      deeds.openInstance(instance.id, game?.game_id);
      same.run();
    };
    return [{ value: `elsewhere-${instance.id}`, label: instance.name, context: same.context, icon: 'server', run }];
  });
  return items.length === 0 ? [] : [{ value: t('Other instances'), items }];
}
