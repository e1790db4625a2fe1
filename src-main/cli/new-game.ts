// What --create-game does: finds the game, and makes it where there is none of that name, in the developer group of --group.
import { asAppError } from '../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import { usage } from './arguments.ts';
import { findGame } from './find-game.ts';
import type { Command } from './help.ts';

export const newGameOptions = {
  'create-game': { type: 'boolean', default: false },
  group: { type: 'string' },
} as const;

export const newGameHelp: Command['options'] = [
  ['--create-game', 'Make the game where there is none of that name'],
  ['--group ID', 'With --create-game: the developer group, where there are several'],
];

export type NewGameValues = { 'create-game': boolean; group?: string | undefined };

export function requireGroupFits(command: string, values: NewGameValues): void {
  if (values.group !== undefined && !values['create-game']) throw usage(command, '--group goes with --create-game.');
}

/** None only where it may be made: not where several are called so. */
export async function findOrNone(
  client: ServiceClient,
  values: NewGameValues,
  wanted: string,
): Promise<GameFull | undefined> {
  try {
    return await findGame(client, wanted);
  } catch (thrown) {
    const { code, reason } = asAppError(thrown);
    if (!values['create-game'] || code !== 'GAME_NOT_FOUND' || reason === 'cli.game-ambiguous') throw thrown;
    return undefined;
  }
}

export async function groupFor(command: string, client: ServiceClient, { group }: NewGameValues): Promise<string> {
  if (group !== undefined) return group;
  const { groups } = await client.listGroups({});
  const [first, ...more] = groups;
  if (first !== undefined && more.length === 0) return first.group_id;
  const named = groups.map(({ group_id: id, display_name: name }) => `${id} (${name})`).join(', ');
  throw usage(command, `Say with --group which developer group makes the game. There are: ${named || 'none'}.`);
}

type Making = { group: string; display_name: string };

export async function makeGame(client: ServiceClient, { group, display_name }: Making): Promise<GameFull> {
  const { game_id } = await client.createGame({ body: { developer_group_id: group, display_name } });
  return (await client.getGame({ params: { game_id } })).game;
}
