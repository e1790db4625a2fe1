// `slipway push`: sends a folder or an archive to an instance, which makes a version of it, and switches a namespace to that.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import type { GameFull } from '../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../src-shared/service/namespaces.ts';
import type { Message } from '../../src-shared/text/message.ts';
import type { Target } from '../core/instances/open-target.ts';
import type { PackOptions } from '../core/pack/pack-model.ts';
import { appFolder, packsFolder } from '../core/platform/app-folders.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import type { Pushed } from '../core/transfers/push/push.ts';
import { exactly, readArguments, targetHelp, targetOptions, usage, wholeNumber } from './arguments.ts';
import { kindHelp, kindOf } from './build-kind-option.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly, requireConfirmOption } from './confirm-protected.ts';
import { findNamespace } from './find-game.ts';
import { giveUpHelp, giveUpOption, patienceOf } from './give-up-after.ts';
import type { Command } from './help.ts';
import { findOrNone, groupFor, makeGame, newGameHelp, newGameOptions, requireGroupFits } from './new-game.ts';
import { answer, plain } from './output.ts';
import { findStoppers, forceHelp, heedStoppers, problemsOf } from './push-doctor.ts';
import { planFields, planText } from './push-plan-text.ts';
import { summaryHelp } from './push-summary.ts';
import { createPushOutput, requireDone, toItsEnd } from './push-text.ts';
import { requireVersionName } from './require-version-name.ts';
import { keptIn, listEnded } from './servers-after-switch.ts';
import { healthHelp, requireKept, secondsOf, serveAfter, withSeconds } from './wait-healthy.ts';
import { withTarget } from './with-target.ts';

export const push: Command = {
  name: 'push',
  summary: 'Send a build to an instance, make a version of it, and switch a namespace to that',
  usage:
    'push PATH --game GAME [--create-game] [--namespace NAMESPACE] [--name VERSION] [--dry-run] [--url URL] [--json]',
  options: [
    ['PATH', 'A folder, which is packed, or an archive or program, which is taken as it is'],
    ['--game GAME', 'The game, by its name id or id'],
    ...newGameHelp,
    ['--namespace NAMESPACE', 'Switch this namespace to the version once it is there'],
    ['--confirm NAME', 'The name of a namespace that is marked as protected, to agree to the switch'],
    healthHelp,
    summaryHelp,
    ['--name VERSION', 'What to call the version (the name of PATH and the first digits of its hash)'],
    ['--dry-run', 'Pack it and say what would be done, and what stands in the way; change nothing on the instance'],
    forceHelp,
    kindHelp,
    ['--keep PATTERN', 'Do not leave out what this default pattern names, like *.pdb (repeatable)'],
    ['--allow-secret PATH', 'Send this file although it looks like a secret (repeatable)'],
    ['--fix-line-ends', 'Give scripts with the line ends of Windows those of Linux, in the pack alone'],
    ['--limit KIB', 'Send at most so many KiB a second'],
    giveUpHelp(', or no version is shown,'),
    ...targetHelp,
  ],
  run: runPush,
};

const noValues: string[] = [];
const options = {
  ...targetOptions,
  game: { type: 'string' },
  ...newGameOptions,
  namespace: { type: 'string' },
  confirm: { type: 'string' },
  'wait-healthy': { type: 'string' },
  summary: { type: 'string' },
  name: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  kind: { type: 'string' },
  keep: { type: 'string', multiple: true, default: noValues },
  'allow-secret': { type: 'string', multiple: true, default: noValues },
  'fix-line-ends': { type: 'boolean', default: false },
  limit: { type: 'string' },
  ...giveUpOption,
} as const;

function parsePush(args: readonly string[]) {
  const { values, positionals } = readArguments('push', withSeconds(args), options);
  const [source = ''] = exactly('push', positionals, ['which folder or archive to push']);
  const { game } = values;
  if (game === undefined || game === '') throw usage('push', 'Name the game with --game.');
  requireGroupFits('push', values);
  const limit = values.limit === undefined ? undefined : wholeNumber('push', '--limit', values.limit) * 1024;
  const patienceMs = patienceOf('push', values);
  const kind = kindOf('push', values.kind);
  const seconds = secondsOf(values['wait-healthy'], values.namespace);
  return { values, source: path.resolve(source), wanted: game, kind, limit, patienceMs, seconds };
}

type Parsed = ReturnType<typeof parsePush>;

async function runPush(args: readonly string[], io: CommandIo): Promise<void> {
  const parsed = parsePush(args);
  const isDry = parsed.values['dry-run'];
  const stopped = new AbortController();
  const stop = () => stopped.abort(new AppError('CANCELLED', isDry ? 'cli.dry-push-stopped' : 'cli.push-stopped'));
  void stopSignal(io).then(stop);
  const output = createPushOutput(io, parsed.values.json, parsed.values.summary);
  const work = { parsed, output, signal: stopped.signal, io };
  await toItsEnd(output, async () => {
    requireVersionName(parsed.values.name);
    await withTarget(io, parsed.values, async (target) => {
      if (isDry) await planTo(target, work);
      else requireDone(await pushTo(target, work));
    });
  });
}

type Work = { parsed: Parsed; output: ReturnType<typeof createPushOutput>; signal: AbortSignal; io: CommandIo };

async function planTo(target: Target, work: Work): Promise<void> {
  const { parsed, output, signal, io } = work;
  const { values, source, wanted } = parsed;
  refuseReadOnly(target);
  const game = await findOrNone(target.client, values, wanted);
  if (game === undefined) await groupFor('push', target.client, values);
  const place = game && { game, namespace: namespaceFor(game, values.namespace) };
  if (place !== undefined && values.namespace !== undefined) requireConfirmOption(target, place, values.confirm);
  const { planPush } = await import('../core/transfers/push/push-plan.ts');
  const plan = await planPush({
    source,
    target,
    place,
    signal,
    switches: values.namespace !== undefined,
    name: values.name,
    options: packOptions(parsed),
    appFolder: appFolder(io.env),
    cache: packsFolder(io.env),
    onPacking: output.packing,
    onProblem: output.warn,
  });
  plan.problems.push(...problemsOf(await findStoppers(examinationOf(work)), values.force));
  output.clear();
  const at = { instance: target.url, place, game: wanted, namespace: values.namespace };
  answer(io, values.json, planFields(at, plan), () => planText(at, plan));
  if (plan.problems.length > 0) io.exitCode = 1;
}

async function pushTo(target: Target, work: Work): Promise<Pushed> {
  const { parsed, output, signal, io } = work;
  const { values, source, wanted, kind, limit, patienceMs, seconds } = parsed;
  const { client } = target;
  refuseReadOnly(target);
  const known = await findOrNone(client, values, wanted);
  if (known !== undefined && values.namespace !== undefined) {
    requireConfirmOption(target, { game: known, namespace: namespaceFor(known, values.namespace) }, values.confirm);
  }
  await requireToken(target, known, work);
  heedStoppers(await findStoppers(examinationOf(work)), values.force, io);
  if (known === undefined) await requireSource(source);
  const game = known ?? (await createdGame(client, parsed, io));
  const namespace = namespaceFor(game, values.namespace);
  const place = { game, namespace };
  if (seconds !== undefined) await requireKept(target, place);
  const endedBefore = values.namespace === undefined ? new Set<string>() : await listEnded(keptIn(target, place));
  let problem: AppError | undefined;
  const { push: send } = await import('../core/transfers/push/push.ts');
  const pushed = await send({
    source,
    kind,
    target,
    game,
    namespace,
    signal,
    patienceMs,
    name: values.name,
    bytesPerSecond: limit,
    switches: values.namespace !== undefined,
    options: packOptions(parsed),
    appFolder: appFolder(io.env),
    cache: packsFolder(io.env),
    onPacking: output.packing,
    onProgress: output.progress,
    onProblem: output.warn,
    onEnd: async (ended) => {
      const onWaiting = ({ text }: Message) => (values.json ? undefined : output.warn({ message: text }));
      const wait = seconds === undefined ? undefined : { seconds, patienceMs, onWaiting };
      const serving = await serveAfter(ended, { target, place, wait, endedBefore, signal });
      problem = serving.problem;
      output.end(ended, serving.fields, serving.text, serving.problem);
      if (known !== undefined) sayTwice(ended, known, io);
      if (serving.fields.servers?.state === 'ended') io.exitCode = 1;
    },
  });
  if (problem !== undefined) throw problem;
  return pushed;
}

/** Nothing is made for what cannot be read. */
async function requireSource(source: string): Promise<void> {
  const { unreadable } = await import('../core/pack/unreadable.ts');
  await stat(source).catch((thrown: unknown) => {
    throw unreadable(source, thrown);
  });
}

/** Before the packing, which may take minutes. */
async function requireToken({ client }: Target, game: GameFull | undefined, { parsed, signal }: Work): Promise<void> {
  const { namespace } = parsed.values;
  const { tokenRefusals } = await import('../core/transfers/push/token-refusals.ts');
  const { askTokenReach } = await import('../core/instances/capabilities.ts');
  const reach = await askTokenReach(client, { signal });
  const place = game && { namespace: namespaceFor(game, namespace) };
  const [refusal] = tokenRefusals({ place, switches: namespace !== undefined }, reach);
  if (refusal !== undefined) throw refusal;
}

async function createdGame(client: ServiceClient, { values, wanted }: Parsed, io: CommandIo): Promise<GameFull> {
  const game = await makeGame(client, { group: await groupFor('push', client, values), display_name: wanted });
  io.stderr.write(`Created the game ${plain(game.display_name)}, whose name id is ${game.name_id}.\n`);
  return game;
}

/** Nothing refuses a second version of a name, and often it is a slip: a pipeline that ran again, a number not counted up. */
function sayTwice({ record: { status, name, version_id }, isResumed }: Pushed, before: GameFull, io: CommandIo): void {
  const isTwice = before.versions.some((version) => version.display_name === name && version.version_id !== version_id);
  if (status !== 'done' || isResumed || !isTwice) return;
  io.stderr.write(
    `Warning  ${before.name_id} had a version called ${plain(name)} already. Both are kept; their ids tell them apart.\n`,
  );
}

/** Without an address or a name it is the service of this machine. */
function examinationOf({ parsed, signal, io }: Work) {
  const { values, source } = parsed;
  const isLocal = values.url === undefined && values.remote === undefined && !io.env['SLIPWAY_URL'];
  return { source, isLocal, options: packOptions(parsed), signal };
}

function packOptions({ values }: Parsed): PackOptions {
  return { keep: values.keep, allowSecrets: values['allow-secret'], fixLineEnds: values['fix-line-ends'] };
}

/** A build belongs to a namespace, its version to the game: if none was named, any namespace will do. */
function namespaceFor(game: GameFull, wanted: string | undefined): NamespaceSummary {
  if (wanted !== undefined) return findNamespace(game, wanted);
  const [first] = game.namespaces;
  if (first === undefined) throw new AppError('NAMESPACE_NOT_FOUND', 'cli.no-namespace-at-all', { game: game.name_id });
  return first;
}
