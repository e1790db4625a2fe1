// What follows from a report and a person's decisions: where it goes, what stands in the way, what is sent. Pure.

import type { DoctorReport, Finding } from '../../../../src-shared/builds/doctor/report.ts';
import { stopsHereOnly, UNSURE_PROGRAM } from '../../../../src-shared/builds/doctor/what-stops.ts';
import type { GameRow } from '../../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../../src-shared/instances/is-protected.ts';
import { type BuildManifest, buildManifest } from '../../../../src-shared/service/build-manifest.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import type { Sentence } from '../../../../src-shared/text/message.ts';
import type { ExaminedSource } from '../../../../src-shared/transfers/bridge.ts';
import { type TypedIssue, typedName } from '../../../../src-shared/typed-fields.ts';
import type { VersionFacts, VersionPort } from '../../../../src-shared/versions/bridge.ts';
import { refusedTyping } from '../../../bridge/refused-typing.ts';
import { t, translate } from '../../../text/t.ts';
import { whyUnconfirmed } from '../../../ui/confirm-name.ts';
import type { RunsAs } from '../../namespaces/switch-wait.ts';
import { controlsProblem, linesOf, type PortDraft, portsOf } from '../../servers/create-server-form.ts';
import { formatIssue, shortened } from '../../servers/limit-format.ts';
import { type BuildTarget, type CardDraft, type CardProblems, NEW_GAME, NO_GAME, type Proposal } from './card-model.ts';
import { plainName } from './suggest-names.ts';

/** What is settled about where the build goes. A game that is to be made has the namespaces that every new one has. */
export type Place = {
  instance: InstanceView | undefined;
  game_id: string;
  game: GameFull | undefined;
  namespaces: readonly { id: string; name_id: string; name: string }[];
  namespace: { id: string; name_id: string; name: string } | undefined;
  isProtected: boolean;
};

const newGameNamespaces = () => [
  { id: 'prod', name_id: 'prod', name: 'Production' },
  { id: 'staging', name_id: 'staging', name: 'Staging' },
];

/**
 * The game that is chosen: the one decided on, the one dropped on, the only one, or a new one where there is none; of several the one
 * that the build is named after.
 */
export function chosenGame(
  draft: CardDraft,
  target: BuildTarget,
  games: readonly GameRow[],
  names: readonly string[],
): string {
  const requested = draft.game_id ?? (isSameInstance(draft, target) ? target.game_id : undefined);
  if (requested === NEW_GAME || games.some(({ id }) => id === requested)) return requested ?? NEW_GAME;
  return games.length > 1 ? namedAlike(games, names) : (games[0]?.id ?? NEW_GAME);
}

function namedAlike(games: readonly GameRow[], names: readonly string[]): string {
  const own = new Set(names.map(plainName));
  return games.find(({ display_name: name }) => own.has(plainName(name)))?.id ?? NO_GAME;
}

function isSameInstance(draft: CardDraft, target: BuildTarget): boolean {
  return draft.instance_id === undefined || draft.instance_id === target.instance_id;
}

/** Staging comes first where it is left open: nobody wants a build on production by not looking. */
export function settlePlace(
  known: { instance: InstanceView | undefined; game_id: string; game: GameFull | undefined },
  draft: CardDraft,
  target: BuildTarget,
): Place {
  const { instance, game_id, game } = known;
  const namespaces =
    game_id === NEW_GAME
      ? newGameNamespaces()
      : (game?.namespaces ?? []).map((one) => {
          return { id: one.namespace_id, name_id: one.name_id, name: one.display_name };
        });
  const requested = draft.namespace_id ?? target.namespace_id;
  const namespace =
    namespaces.find(({ id }) => id === requested) ??
    namespaces.find(({ name_id }) => name_id === 'staging') ??
    namespaces[0];
  const isMarked =
    instance !== undefined && namespace !== undefined && isProtected(instance, { game_id, namespace_id: namespace.id });
  return { instance, game_id, game, namespaces, namespace, isProtected: isMarked };
}

/** Whether it is launched: as decided, else as it was dropped; never by itself where the namespace is protected or the game may be another. */
export function launches(draft: CardDraft, target: BuildTarget, place: Place, isStrange: boolean): boolean {
  return draft.launch ?? ((target.launch ?? true) && !place.isProtected && !isStrange);
}

/** A namespace; of a remote with its name: "staging of Production". */
export function nameThere({ namespace, instance }: Pick<Place, 'namespace' | 'instance'>): string {
  const name = namespace?.name_id ?? '';
  return instance?.kind === 'remote' ? t('{name} of {instance}', { name, instance: instance.name }) : name;
}

/** The outcome as the button says it; with the game where that may be meant to be another. */
export function formatDeed(isLaunch: boolean, { namespace, instance, game }: Place, isStrange: boolean): string {
  if (isStrange && game !== undefined) {
    const names = { game: shortened(game.display_name), name_id: nameThere({ namespace, instance }) };
    return isLaunch ? t('Upload to {game} and launch on {name_id}', names) : t('Upload to {game}', names);
  }
  if (isLaunch && namespace !== undefined)
    return t('Upload and launch on {name_id}', { name_id: nameThere({ namespace, instance }) });
  return t('Upload to {instance}', { instance: instance?.name ?? t('the instance') });
}

/** How a port is drawn for editing. */
export function portDrafts(report: DoctorReport): PortDraft[] {
  return report.ports.map((port) => portDraftOf({ ...port, routing: 'game_guard' }));
}

function portDraftOf({ name, protocol, internal_port: port, routing }: VersionPort): PortDraft {
  return { name, protocol, internal: port === undefined ? '' : String(port), routing };
}

/** A version of the game, and whether it ran well as far as that is known. */
export type LastVersion = { name: string; ranWell: boolean };

/**
 * What of the last version's settings is proposed: nothing for a build that says itself how it is run, or is another program. What nobody
 * set and did not run well is no better than what was found now.
 */
export function proposalOf(
  { settings, program, is_set: isSet = false }: VersionFacts,
  { name: version, ranWell }: LastVersion,
  report: DoctorReport,
): Proposal | undefined {
  if (report.manifest.state !== 'missing' || settings === undefined) return undefined;
  const known = report.programs.find(({ path }) => path === program?.path)?.path;
  if (known === undefined) return undefined;
  const found = {
    program: isUnsure(report) ? known : unlessSame(known, report.programs[0]?.path),
    arguments: unlessSame(settings.arguments.join('\n'), report.arguments.join('\n')),
    ports: unlessSame(settings.ports.map(portDraftOf), byName(portDrafts(report))),
  };
  return Object.values(found).every((one) => one === undefined)
    ? undefined
    : { version, isTaken: isSet || ranWell, ...found };
}

function isUnsure({ findings }: DoctorReport): boolean {
  return findings.some(({ code }) => code === UNSURE_PROGRAM);
}

/** Whether a person has to choose the program: several could be the server, and nothing says which. An archive is sent as it is. */
export function asksProgram({ kind, report }: ExaminedSource, program: string | undefined): boolean {
  return kind === 'folder' && program === undefined && isUnsure(report);
}

function unlessSame<T>(before: T, found: T | undefined): T | undefined {
  return JSON.stringify(before) === JSON.stringify(found) ? undefined : before;
}

/** As an instance tells them. */
function byName(ports: readonly PortDraft[]): PortDraft[] {
  return ports.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The decisions, and where there is none what is proposed. */
export function withProposal(draft: CardDraft, proposal: Proposal | undefined): CardDraft {
  if (proposal?.isTaken !== true) return draft;
  return {
    ...draft,
    program: draft.program ?? proposal.program,
    arguments: draft.arguments ?? proposal.arguments,
    ports: draft.ports ?? proposal.ports,
  };
}

/** How it will run, as far as that decides whether it waits for servers that run now. */
export function runsAs(report: DoctorReport, { ports }: CardDraft): RunsAs {
  return { ports: ports === undefined ? report.ports.map(portFound) : ports.map(portDecided), keep: report.keep };
}

function portFound({ routing, ...port }: DoctorReport['ports'][number]): RunsAs['ports'][number] {
  return { ...port, routing: routing?.host === undefined ? 'game_guard' : 'host' };
}

function portDecided({ internal, routing }: PortDraft): RunsAs['ports'][number] {
  return internal.trim() === '' ? { routing } : { internal_port: Number(internal), routing };
}

/**
 * The findings for where it goes: what this machine cannot run is not launched here, and does not stop what goes elsewhere. Which program
 * is the server is no question once it is chosen.
 */
export function findingsFor(
  { findings }: DoctorReport,
  { isLocal, isLaunch, isChosen = false }: { isLocal: boolean; isLaunch: boolean; isChosen?: boolean },
) {
  const open = isChosen ? findings.filter(({ code }) => code !== UNSURE_PROGRAM) : findings;
  if (!isLocal) return open.map(ofElsewhere);
  return isLaunch ? open.map(whenLaunchedHere) : open;
}

function ofElsewhere(found: Finding): Finding {
  if (!stopsHereOnly(found)) return found;
  const hint = t('{hint} This is about this machine; the remote may differ.', { hint: translate(found.hint) });
  return { ...found, severity: 'warn', hint };
}

function whenLaunchedHere(found: Finding): Finding {
  if (found.code !== 'wrong_platform' || found.severity !== 'warn') return found;
  const hint = t('{hint} Or clear the launch checkbox to only upload it.', { hint: translate(found.hint) });
  return { ...found, severity: 'block', hint };
}

/** Secrets that nobody has decided about. */
export function openSecrets(report: DoctorReport, draft: CardDraft): string[] {
  return report.secrets.map(({ path }) => path).filter((path) => !draft.allowSecrets.includes(path));
}

/** What is left out, by the rule that says so: a rule is what can be unticked. */
export type LeftOutRow = {
  rule: string;
  reason: Sentence;
  example: string;
  paths: number;
  files: number;
  bytes: number;
  untickable: boolean;
};

/** The largest first. */
export function leftOutRows(report: DoctorReport): LeftOutRow[] {
  const rows = new Map<string, LeftOutRow>();
  for (const { rule, reason, path, is_folder: isFolder, bytes, files, untickable } of report.leave_out) {
    const row = rows.get(rule) ?? {
      rule,
      reason,
      example: isFolder ? `${path}/` : path,
      paths: 0,
      files: 0,
      bytes: 0,
      untickable,
    };
    rows.set(rule, { ...row, paths: row.paths + 1, files: row.files + files, bytes: row.bytes + bytes });
  }
  return [...rows.values()].toSorted((a, b) => b.bytes - a.bytes);
}

type Edited = { settings: BuildManifest | undefined; problems: CardProblems };

/** How it is run, if a person changed that. What they left alone goes along as it is shown, unless the build's own slipway.json says it. */
export function editedSettings(draft: CardDraft, report: DoctorReport): Edited {
  if ([draft.program, draft.arguments, draft.ports].every((edit) => edit === undefined))
    return { settings: undefined, problems: {} };
  const found: { ports?: string[] } = {};
  const settings = settingsOf(draft, report, found);
  if (found.ports !== undefined) return { settings: undefined, problems: { ports: found.ports.join(' ') } };
  const controls = controlsProblem(draft.arguments ?? '');
  if (controls !== undefined) return { settings: undefined, problems: { arguments: controls } };
  const parsed = buildManifest.safeParse(settings);
  return parsed.success
    ? { settings: parsed.data, problems: {} }
    : { settings: undefined, problems: problemOf(parsed.error.issues[0]) };
}

function settingsOf(
  { program, arguments: texts, ports }: CardDraft,
  report: DoctorReport,
  found: { ports?: string[] },
) {
  // Nothing is guessed for a build that has a slipway.json, and the one that is written here is one.
  const isSaid = report.manifest.state === 'valid';
  return {
    program: program ?? report.programs[0]?.path ?? '',
    ...(texts === undefined && isSaid ? {} : { arguments: texts === undefined ? report.arguments : linesOf(texts) }),
    ...(ports === undefined && isSaid ? {} : { ports: portsOf(ports ?? portDrafts(report), found) }),
  };
}

function problemOf(issue: TypedIssue | undefined): CardProblems {
  const field = issue?.path[0];
  const words = issue === undefined ? t('This is not valid.') : formatIssue(issue);
  if (field === 'program') return { program: t('Choose the program to start.') };
  return field === 'arguments' || field === 'ports' ? { [field]: words } : { whole: words };
}

/** What is wrong with what was typed, before anything is asked of anybody. */
export function typedProblems(draft: CardDraft, place: Place, version: string, isLaunch: boolean): CardProblems {
  const { isProtected: asksForName, namespace } = place;
  const wrong = versionProblem(version, place);
  const name = namespace?.name_id ?? '';
  const isUnconfirmed = isLaunch && asksForName && whyUnconfirmed(draft.confirm, name) !== undefined;
  return {
    ...(wrong === undefined ? {} : { version: wrong }),
    ...(isUnconfirmed ? { confirm: t('Type {name} to launch on it: it is protected.', { name }) } : {}),
  };
}

function versionProblem(version: string, { game }: Place): string | undefined {
  const name = version.trim();
  if (name === '') return t('Type a name for the version.');
  const refused = refusedTyping(typedName, name);
  if (refused !== undefined) return refused.message;
  const isTaken = game?.versions.some((one) => one.display_name === name) === true;
  return isTaken ? t('There is already a version {name}. Choose another name.', { name }) : undefined;
}
