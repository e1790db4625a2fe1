// `slipway promote`: the same bytes of a version to another namespace, game or instance, without building or packing them again.
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import { asMessage, textOf } from '../../src-shared/text/message.ts';
import type { PromotePlan } from '../../src-shared/versions/promote.ts';
import type { Target } from '../core/instances/open-target.ts';
import { appFolder, defaultDataFolder, packsFolder } from '../core/platform/app-folders.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import type { NewGame } from '../core/versions/new-game.ts';
import type { Plan } from '../core/versions/promote-plan.ts';
import { exactly, needed, readArguments, wholeNumber } from './arguments.ts';
import { kindHelp, kindOf } from './build-kind-option.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly, requireConfirmOption } from './confirm-protected.ts';
import { findGame, findNamespace, findVersion } from './find-game.ts';
import { type Place, placeHelp, placeOptions, readPlace } from './find-place.ts';
import { giveUpHelp, giveUpOption, patienceOf } from './give-up-after.ts';
import type { Command } from './help.ts';
import { findOrNone, groupFor, makeGame, newGameHelp, newGameOptions, requireGroupFits } from './new-game.ts';
import { answer } from './output.ts';
import { createPushOutput, requireDone, toItsEnd } from './push-text.ts';
import { requireVersionName } from './require-version-name.ts';
import { keptIn, listEnded } from './servers-after-switch.ts';
import { serversAfter, switchTo } from './switch.ts';
import { serveAfter } from './wait-healthy.ts';
import { withTarget } from './with-target.ts';

const LOCAL = 'local';

export const promote: Command = {
  name: 'promote',
  summary: 'Take a version as it is, byte for byte, to another namespace or instance',
  usage:
    'promote VERSION --game GAME [--create-game] --namespace NAMESPACE [--from REMOTE] [--remote NAME | --url URL] [--json]',
  options: [
    ['VERSION', 'The version, by its name or id'],
    ['--from REMOTE', `The remote that has the version (${LOCAL}: the service that runs on this machine)`],
    ['--from-game GAME', 'The game there, where it is called otherwise'],
    ...newGameHelp,
    ['--name VERSION', 'What to call it where it goes (as it is called now)'],
    kindHelp,
    ['--dry-run', 'Only say what would be done, and what stands in its way'],
    ['--anyway', 'Continue although it is another game, or the billing of the group is in trouble'],
    ['--confirm NAME', 'The name of a namespace that is marked as protected, to agree to the switch'],
    ['--limit KIB', 'Send at most so many KiB a second'],
    giveUpHelp(),
    ...placeHelp,
  ],
  run: runPromote,
};

const options = {
  ...placeOptions,
  ...newGameOptions,
  from: { type: 'string', default: LOCAL },
  'from-game': { type: 'string' },
  name: { type: 'string' },
  kind: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  anyway: { type: 'boolean', default: false },
  confirm: { type: 'string' },
  limit: { type: 'string' },
  ...giveUpOption,
} as const;

function parse(args: readonly string[]) {
  const { values, positionals } = readArguments('promote', args, options);
  const [wanted = ''] = exactly('promote', positionals, ['which version to promote']);
  const place = readPlace('promote', values);
  requireGroupFits('promote', values);
  return {
    values,
    wanted,
    place,
    kind: kindOf('promote', values.kind),
    fromGame: needed('promote', '--from-game', values['from-game'] ?? place.game),
    limit: values.limit === undefined ? undefined : wholeNumber('promote', '--limit', values.limit) * 1024,
    patienceMs: patienceOf('promote', values),
  };
}

type Parsed = ReturnType<typeof parse>;

async function runPromote(args: readonly string[], io: CommandIo): Promise<void> {
  const parsed = parse(args);
  const output = createPushOutput(io, parsed.values.json);
  await toItsEnd(output, async () => {
    requireVersionName(parsed.values.name);
    await withTarget(io, parsed.values, async (to) => {
      const from = await openSource(io, parsed.values);
      try {
        await promoteTo(to, from, { parsed, output, io });
      } finally {
        from.close();
      }
    });
  });
}

/** The token in the environment is the one of where it goes. */
async function openSource({ env }: CommandIo, { from, data }: Parsed['values']): Promise<Target> {
  const { openTarget } = await import('../core/instances/open-target.ts');
  return await openTarget({
    remote: from === LOCAL ? undefined : from,
    dataFolder: data ?? defaultDataFolder(appFolder(env)),
    appFolder: appFolder(env),
  });
}

type Output = ReturnType<typeof createPushOutput>;
type Work = { parsed: Parsed; output: Output; io: CommandIo };

async function promoteTo(to: Target, from: Target, work: Work): Promise<void> {
  const { parsed, output, io } = work;
  const { values } = parsed;
  refuseReadOnly(to);
  const game = await findGame(from.client, parsed.fromGame);
  const there = await findThere(to, game, parsed);
  if ('game' in there) requireConfirmOption(to, there, values.confirm);
  const plan = await planFor(to, { target: from, game }, there, work);
  if (values['dry-run']) {
    answer(io, values.json, plan.view, () => planText(plan.view, values.anyway));
    if (isStopped(plan.view, values.anyway)) io.exitCode = 1;
    return;
  }
  const { requireClear } = await import('../core/versions/promote-plan.ts');
  requireClear(plan.view, values.anyway);
  const place = 'game' in there ? there : await makeThere(to, there, values);
  if (plan.source === undefined) await switchThere(to, place, plan.view, output);
  else await sendThere(to, place, { view: plan.view, source: plan.source }, work);
}

/** A place that is there, or a game to be made. A game that --game names as it is called where the version is, is called so there. */
async function findThere({ client }: Target, from: GameFull, { place, values }: Parsed): Promise<Place | NewGame> {
  const isItsOwn = place.game === from.name_id || place.game === from.game_id;
  const name = isItsOwn ? from.display_name : place.game;
  const game =
    (await findOrNone(client, values, place.game)) ?? (isItsOwn ? await findOrNone(client, values, name) : undefined);
  if (game !== undefined) return { game, namespace: findNamespace(game, place.namespace) };
  await groupFor('promote', client, values);
  return { new_game: name, namespace: place.namespace };
}

async function makeThere({ client }: Target, { new_game: name, namespace }: NewGame, values: Parsed['values']) {
  const group = await groupFor('promote', client, values);
  const game = await makeGame(client, { group, display_name: name });
  return { game, namespace: findNamespace(game, namespace) };
}

async function planFor(
  to: Target,
  from: { target: Target; game: GameFull },
  there: Place | NewGame,
  { parsed: { wanted, kind, values }, io: { env } }: Work,
): Promise<Plan> {
  const { planPromotion } = await import('../core/versions/promote-plan.ts');
  const { knowsOurs } = await import('../core/transfers/push/push.ts');
  const side = async ({ client, url }: Target) => ({ id: url, name: url, client, isOurs: await knowsOurs({ client }) });
  const place = 'game' in there ? { game: there.game, namespace_id: there.namespace.namespace_id } : there;
  const { target, game } = from;
  return await planPromotion({
    from: { ...(await side(target)), game, version_id: findVersion(game, wanted).version_id },
    to: { ...(await side(to)), ...place },
    name: values.name,
    kind,
    places: {
      appFolder: appFolder(env),
      packs: packsFolder(env),
      dataFolder: values.data ?? defaultDataFolder(appFolder(env)),
    },
  });
}

function isStopped({ problems, warnings }: PromotePlan, anyway: boolean): boolean {
  return problems.length > 0 || (warnings.length > 0 && !anyway);
}

function planText({ sentence, sha256, problems, warnings }: PromotePlan, anyway: boolean): string {
  const lines = [
    sentence,
    ...(sha256 === undefined ? [] : [`SHA-256  ${sha256}`]),
    ...problems.map(({ message }) => `Stops it: ${message}`),
    ...warnings.map(({ message }) => `${anyway ? 'Warning' : 'Wants --anyway'}: ${message}`),
  ];
  return `${lines.join('\n')}\n`;
}

const states = { switched: 'done', not_switched: 'failed', unknown: 'not_confirmed' } as const;

/** Ends with the same line as a push that had nothing to send. */
async function switchThere(to: Target, place: Place, view: PromotePlan, output: Output): Promise<void> {
  const { version_id: version = '', sha256 = null, bytes = null, version_name: name } = view;
  const endedBefore = await listEnded(keptIn(to, place));
  const { outcome, sentence, from_version_id } = await switchTo(to, place, version);
  const { servers, text } = await serversAfter(to, place, {
    outcome,
    version_id: version,
    from_version_id,
    endedBefore,
  });
  const result = {
    build_id: null,
    version_id: version,
    sha256,
    bytes_sent: 0,
    state: states[outcome],
    name,
    game_id: place.game.game_id,
    bytes_total: bytes,
    is_resumed: false,
    outcome: textOf(sentence),
    way: view.way,
    namespace_id: place.namespace.namespace_id,
    ...(servers === undefined ? {} : { servers }),
  };
  output.last(result, outcome === 'switched' ? `${textOf(sentence)} Nothing was sent.\n${text}` : '');
  if (outcome === 'unknown') throw new AppError('NOT_CONFIRMED', asMessage(sentence));
  if (outcome === 'not_switched') throw new AppError('REQUEST_REFUSED', asMessage(sentence));
}

async function sendThere(
  target: Target,
  place: Place,
  { view, source: { file, bytes } }: Required<Plan>,
  { parsed: { kind = bytes.kind, limit, patienceMs }, output, io }: Work,
): Promise<void> {
  const stopped = new AbortController();
  void stopSignal(io).then(() => stopped.abort(new AppError('CANCELLED', 'cli.push-stopped')));
  const endedBefore = await listEnded(keptIn(target, place));
  const { keepCopy } = await import('../core/versions/local-copy.ts');
  const { push } = await import('../core/transfers/push/push.ts');
  const pushed = await push({
    source: await keepCopy(packsFolder(io.env), file, bytes),
    kind,
    target,
    ...place,
    name: view.version_name,
    switches: true,
    options: {},
    appFolder: appFolder(io.env),
    cache: packsFolder(io.env),
    signal: stopped.signal,
    patienceMs,
    bytesPerSecond: limit,
    onPacking: output.packing,
    onProblem: output.warn,
    onProgress: output.progress,
    onEnd: async (ended) => {
      const { fields, text } = await serveAfter(ended, {
        target,
        place,
        wait: undefined,
        endedBefore,
        signal: stopped.signal,
      });
      output.end(ended, { way: view.way, ...fields }, text);
    },
  });
  requireDone(pushed);
}
