// `slipway switch` and `rollback`: which version a namespace runs. What became of it is reported as it is, and the exit code says it too.
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { SwitchOutcome } from '../../src-shared/namespaces/bridge.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import { asMessage, textOf } from '../../src-shared/text/message.ts';
import type { Target } from '../core/instances/command-line.ts';
import { exactly, readArguments } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { findVersion } from './find-game.ts';
import type { Command } from './help.ts';
import { answer } from './output.ts';
import {
  findPlace,
  type Place,
  placeHelp,
  placeOptions,
  readPlace,
  requireConfirmed,
  requireWritable,
} from './place.ts';
import { withTarget } from './target.ts';

const confirmHelp: readonly [string, string] = [
  '--confirm NAME',
  'The name of a namespace that is marked as protected, to agree to the switch',
];

export const switchVersion: Command = {
  name: 'switch',
  summary: 'Switch a namespace to another version, with no bytes sent',
  usage: 'switch VERSION --game GAME --namespace NAMESPACE [--json]',
  options: [['VERSION', 'The version, by its name or id'], confirmHelp, ...placeHelp],
  run: async (args, io) => {
    const { values, positionals } = readArguments('switch', args, options);
    const [wanted = ''] = exactly('switch', positionals, ['which version to switch to']);
    await change(io, 'switch', values, async (_, { game }) => findVersion(game, wanted).version_id);
  },
};

export const rollback: Command = {
  name: 'rollback',
  summary: 'Switch a namespace back to the last other version that it ran',
  usage: 'rollback --game GAME --namespace NAMESPACE [--json]',
  options: [confirmHelp, ...placeHelp],
  run: async (args, io) => {
    const { values, positionals } = readArguments('rollback', args, options);
    exactly('rollback', positionals, []);
    await change(io, 'rollback', values, async ({ client }, { game, namespace }) => {
      const { findRollbackTarget } = await import('../core/namespaces/rollback-target.ts');
      // A terminal has no Undo: a second rollback goes forward again.
      const previous = await findRollbackTarget(client, game, namespace.namespace_id, 'any');
      if (previous === undefined) throw new AppError('NOTHING_TO_ROLL_BACK');
      return previous.version_id;
    });
  },
};

const options = { ...placeOptions, confirm: { type: 'string' } } as const;

type Values = ReturnType<typeof readArguments<typeof options>>['values'];

/** `pick` says which version it is to be, once the place is known. */
async function change(
  io: CommandIo,
  command: string,
  values: Values,
  pick: (target: Target, place: Place) => Promise<string>,
): Promise<void> {
  const request = readPlace(command, values);
  const { place, outcome } = await withTarget(io, values, async (target) => {
    requireWritable(target);
    const found = await findPlace(target, request);
    requireConfirmed(target, found, values.confirm);
    return { place: found, outcome: await switchTo(target, found, await pick(target, found)) };
  });
  tell(io, values.json, place, outcome);
}

export async function switchTo(
  { client, url }: Target,
  { game, namespace }: Place,
  version_id: string,
): Promise<SwitchOutcome> {
  const namespaces = await import('../core/namespaces/namespace-service.ts');
  const target = { instance_id: url, game_id: game.game_id, namespace_id: namespace.namespace_id };
  return await namespaces.switchTo({ switches: { begin: () => undefined } }, target, { client, game }, version_id);
}

/** Only a switch that was seen to be there is answered with 0. */
function tell(io: CommandIo, json: boolean, { game, namespace }: Place, result: SwitchOutcome): void {
  const { outcome, sentence, version_id: version = null, from_version_id: from = null } = result;
  const ids = { game_id: game.game_id, namespace_id: namespace.namespace_id };
  if (json || outcome === 'switched') {
    const { version_name, from_version_name } = namesOf(game, version, from);
    answer(
      io,
      json,
      { ...ids, outcome, sentence, version_id: version, version_name, from_version_id: from, from_version_name },
      () => `${textOf(sentence)}\n`,
    );
  }
  if (outcome === 'unknown') throw new AppError('NOT_CONFIRMED', asMessage(sentence));
  if (outcome === 'not_switched') throw new AppError('REQUEST_REFUSED', asMessage(sentence));
}

function namesOf(game: GameFull, version: string | null, from: string | null) {
  const names = new Map(game.versions.map((one) => [one.version_id, one.display_name]));
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return { version_name: nameOf(version), from_version_name: nameOf(from) };
}
