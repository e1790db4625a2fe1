// `slipway switch` and `rollback`: which version a namespace runs. What became of it is reported as it is, and the exit code says it too.
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { SwitchOutcome } from '../../src-shared/namespaces/bridge.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../src-shared/service/namespaces.ts';
import type { VersionSummary } from '../../src-shared/service/versions.ts';
import { asMessage, messageFor, type Sentence, textOf } from '../../src-shared/text/message.ts';
import { versionNames } from '../../src-shared/versions/version-names.ts';
import type { Target } from '../core/instances/open-target.ts';
import { exactly, readArguments } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly, requireConfirmOption } from './confirm-protected.ts';
import { findVersion } from './find-game.ts';
import { findPlace, type Place, placeHelp, placeOptions, readPlace } from './find-place.ts';
import type { Command } from './help.ts';
import { answer } from './output.ts';
import { type KeptAt, type KeptReport, keptIn, listEnded, reportKept } from './servers-after-switch.ts';
import { withTarget } from './with-target.ts';

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
    await change(io, 'switch', values, async (_, { game }) => ({
      version_id: findVersion(game, wanted).version_id,
    }));
  },
};

export const rollback: Command = {
  name: 'rollback',
  summary: 'Switch a namespace back to the last version that ran well there, or to one that you name',
  usage: 'rollback [VERSION] --game GAME --namespace NAMESPACE [--dry-run] [--json]',
  options: [
    ['VERSION', 'The version, by its name or id; also one that crashed or was rolled back'],
    ['--dry-run', 'Say what it would go back to, and change nothing'],
    confirmHelp,
    ...placeHelp,
  ],
  run: async (args, io) => {
    const { values, positionals } = readArguments('rollback', args, rollbackOptions);
    const named = exactly('rollback', positionals, [], ['VERSION']).at(0);
    const pick: Picker = async ({ client }, { game, namespace }) => {
      const found =
        named === undefined ? await previousOf(client, game, namespace) : marked(game, findVersion(game, named));
      if (found.note !== undefined) io.stderr.write(`${textOf(found.note)}\n`);
      return found;
    };
    if (values['dry-run']) await preview(io, values, pick);
    else await change(io, 'rollback', values, pick);
  },
};

async function previousOf(client: ServiceClient, game: GameFull, namespace: NamespaceSummary): Promise<Picked> {
  const { findRollbackTarget } = await import('../core/namespaces/find-rollback-target.ts');
  const previous = await findRollbackTarget(client, game, namespace.namespace_id);
  if (previous === undefined) throw new AppError('NOTHING_TO_ROLL_BACK');
  return previous;
}

/** One that crashed or did not start is gone back to only by its name, and not without a word. */
function marked(game: GameFull, { version_id, crashes, failed_starts: failed = 0 }: VersionSummary): Picked {
  const version = versionNames(game.versions).get(version_id) ?? version_id;
  const { count, last_ts: at = '' } = crashes ?? { count: 0 };
  if (count === 0 && failed > 0)
    return { version_id, note: messageFor('rollback.did-not-start', { version, count: failed }) };
  if (count === 0) return { version_id };
  return { version_id, note: messageFor('rollback.crashed', { version, count, at }) };
}

async function preview(io: CommandIo, values: Values, pick: Picker): Promise<void> {
  const request = readPlace('rollback', values);
  const { game, namespace, picked } = await withTarget(io, values, async (target) => {
    const place = await findPlace(target, request);
    return { ...place, picked: await pick(target, place) };
  });
  const { version_name: version, from_version_name: from } = namesOf(game, picked.version_id, namespace.version_id);
  const told = versionNames(game.versions);
  const sentence = messageFor('rollback.would', {
    namespace: namespace.name_id,
    from: told.get(namespace.version_id) ?? namespace.version_id,
    version: told.get(picked.version_id) ?? picked.version_id,
  });
  const ids = { game_id: game.game_id, namespace_id: namespace.namespace_id };
  const versions = { version_id: picked.version_id, version_name: version };
  const before = { from_version_id: namespace.version_id, from_version_name: from };
  const note = picked.note === undefined ? {} : { note: picked.note };
  answer(
    io,
    values.json,
    { ...ids, dry_run: true, sentence, ...versions, ...before, ...note },
    () => `${sentence.text}\n`,
  );
}

const options = { ...placeOptions, confirm: { type: 'string' } } as const;

const rollbackOptions = { ...options, 'dry-run': { type: 'boolean', default: false } } as const;

type Values = ReturnType<typeof readArguments<typeof options>>['values'];
/** What is switched to, and what speaks against it, if anything does. */
type Picked = { version_id: string; note?: Sentence | undefined };
type Picker = (target: Target, place: Place) => Promise<Picked>;

/** `pick` says which version it is to be, once the place is known. */
async function change(io: CommandIo, command: string, values: Values, pick: Picker): Promise<void> {
  const request = readPlace(command, values);
  const { place, note, outcome, after } = await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    const found = await findPlace(target, request);
    requireConfirmOption(target, found, values.confirm);
    const picked = await pick(target, found);
    await refuseWithoutBuild(target.client, found, picked.version_id);
    const endedBefore = await listEnded(keptIn(target, found));
    const switched = await switchTo(target, found, picked.version_id);
    const servers = await serversAfter(target, found, { ...switched, endedBefore });
    return { place: found, note: picked.note, outcome: switched, after: servers };
  });
  if (after.servers?.state === 'ended') io.exitCode = 1;
  tell(io, values.json, { place, after }, { ...outcome, ...(note === undefined ? {} : { note }) });
}

/** A name that was typed wrong ends no match: such as the version that a new game begins with. A token that may not read versions goes on. */
async function refuseWithoutBuild(client: ServiceClient, { game, namespace }: Place, wanted: string): Promise<void> {
  const read = async (version_id: string) =>
    await client.getVersion({ params: { game_id: game.game_id, version_id } }).then(
      ({ version }) => version,
      () => undefined,
    );
  const next = await read(wanted);
  if (next === undefined || next.config.build !== undefined) return;
  if ((await read(namespace.version_id))?.config.build === undefined) return;
  const names = { version: next.display_name, namespace: namespace.name_id };
  throw new AppError('BUILDS_BUILD_NOT_FOUND', 'cli.switch-without-build', names);
}

type Switched = Pick<SwitchOutcome, 'outcome' | 'version_id' | 'from_version_id'> & Pick<KeptAt, 'endedBefore'>;

/** How the servers are that the namespace keeps. */
export async function serversAfter(target: Target, place: Place, switched: Switched): Promise<KeptReport> {
  const { outcome, version_id, from_version_id: from, endedBefore } = switched;
  if (outcome !== 'switched' || version_id === undefined) return { text: '' };
  const at = { ...keptIn(target, place), version_id, endedBefore, isUnchanged: from === undefined };
  return await reportKept(at, place.namespace.name_id);
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
function tell(
  io: CommandIo,
  json: boolean,
  at: { place: Place; after: KeptReport },
  result: SwitchOutcome & { note?: Sentence },
): void {
  const { game, namespace } = at.place;
  const { servers, text } = at.after;
  const { outcome, sentence, note, version_id: version = null, from_version_id: from = null } = result;
  const ids = { game_id: game.game_id, namespace_id: namespace.namespace_id };
  if (json || outcome === 'switched') {
    const { version_name, from_version_name } = namesOf(game, version, from);
    answer(
      io,
      json,
      {
        ...ids,
        outcome,
        sentence,
        version_id: version,
        version_name,
        from_version_id: from,
        from_version_name,
        ...(note && { note }),
        ...(servers === undefined ? {} : { servers }),
      },
      () => `${textOf(sentence)}\n${text}`,
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
