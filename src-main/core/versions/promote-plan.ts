// What a promotion would do and what stands in its way, found out before a byte is sent. It reads, and changes nothing.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { reviveError } from '../../../src-shared/errors/revive-error.ts';
import type { BuildKind } from '../../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { GroupBilling } from '../../../src-shared/service/groups.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import { size } from '../../../src-shared/size-text.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { dayMessage } from '../../../src-shared/text/values.ts';
import type { PromotePlan } from '../../../src-shared/versions/promote.ts';
import { isSameGame } from '../../../src-shared/versions/same-game.ts';
import { type CopyPlaces, findCopy } from './local-copy.ts';
import { type NewGame, newGameProblems } from './new-game.ts';
import { buildsOf, bytesOfVersion, orNothing, type VersionBytes } from './version-bytes.ts';

/** One end of a promotion. */
export type PromoteSide = {
  /** Its id in the app, its address on the command line. */
  id: string;
  name: string;
  client: ServiceClient;
  /** Whether it is a service of ours, which knows every kind and every compression. */
  isOurs: boolean;
};

type There = PromoteSide & { game: GameFull; namespace_id: string };

export type PlanOptions = {
  from: PromoteSide & { game: GameFull; version_id: string };
  to: There | (PromoteSide & NewGame);
  name?: string | undefined;
  kind?: BuildKind | undefined;
  places: CopyPlaces & { appFolder: string };
};

/** `source` is the copy to send, with what is known of it, where anything is to be sent. */
export type Plan = { view: PromotePlan; source?: { file: string; bytes: VersionBytes } };

export async function planPromotion(options: PlanOptions): Promise<Plan> {
  const { from, to, places } = options;
  const version = versionIn(from.game, from.version_id);
  const isOneGame = 'game' in to && from.id === to.id && from.game.game_id === to.game.game_id;
  if (isOneGame) return switching(to, { there: version, warnings: [] });
  const bytes = await bytesOfVersion(from.client, from.game, from.version_id, places.appFolder);
  if ('new_game' in to) return await sending(options, { version, bytes, warnings: [] });
  const warnings = await otherGameWarnings(from.game, to, bytes);
  const there = bytes === undefined ? undefined : await findThere(to, bytes.sha256);
  if (there !== undefined) return switching(to, { there, bytes, warnings });
  return await sending(options, { version, bytes, warnings });
}

type Switching = {
  /** What the other side has of it. */
  there: VersionSummary;
  bytes?: VersionBytes | undefined;
  warnings: readonly AppError[];
};

function switching(to: There, { there, bytes, warnings }: Switching): Plan {
  const namespace = namespaceIn(to.game, to.namespace_id);
  const known = bytes === undefined ? {} : { sha256: bytes.sha256, bytes: bytes.bytes };
  const sentence = `${to.name} has ${there.display_name} already: ${namespace.name_id} is switched to it, and no byte is sent.`;
  return {
    view: {
      way: 'switch',
      sentence,
      version_id: there.version_id,
      version_name: there.display_name,
      ...known,
      problems: [],
      warnings: warnings.map((warning) => warning.toBody()),
    },
  };
}

/** A version of the other side that runs just these bytes; the newest, where there are several. */
async function findThere({ client, game }: There, sha256: string): Promise<VersionSummary | undefined> {
  const builds = (await orNothing(() => buildsOf(client, game))) ?? [];
  const same = new Set(builds.filter((build) => build.sha256 === sha256).map((build) => build.version_id));
  return game.versions.findLast(({ version_id: id }) => same.has(id));
}

type Sending = { version: VersionSummary; bytes: VersionBytes | undefined; warnings: readonly AppError[] };

async function sending(options: PlanOptions, { version, bytes, warnings }: Sending): Promise<Plan> {
  const { from, to, name = version.display_name, places } = options;
  const file = bytes === undefined ? undefined : await findCopy(places, bytes);
  const problems = [
    ...(file === undefined ? [noCopy(from, version, bytes)] : []),
    ...(bytes === undefined ? [] : unfit(options, bytes)),
    ...(await placeProblems(to, name)),
  ];
  const all = [...warnings, ...('game' in to ? await billingOf(to) : [])];
  return {
    view: {
      way: 'send',
      sentence: sentenceOf(to, name),
      ...('new_game' in to ? { new_game: to.new_game } : {}),
      version_name: name,
      problems: problems.map((problem) => problem.toBody()),
      ...(bytes === undefined ? {} : { sha256: bytes.sha256, bytes: bytes.bytes }),
      warnings: all.map((warning) => warning.toBody()),
    },
    ...(file === undefined || bytes === undefined ? {} : { source: { file, bytes } }),
  };
}

function sentenceOf(to: PlanOptions['to'], version: string): string {
  const sent = `${version} is sent to ${to.name} from this machine, the same bytes`;
  if ('game' in to) return `${sent}, and ${namespaceIn(to.game, to.namespace_id).name_id} is switched to it.`;
  return `${to.new_game} is created on ${to.name}, ${sent}, and ${to.namespace} is switched to it.`;
}

async function placeProblems(to: PlanOptions['to'], version: string): Promise<AppError[]> {
  if ('new_game' in to) return await newGameProblems(to, to);
  return to.game.versions.some((one) => one.display_name === version) ? [nameTaken(to, version)] : [];
}

function noCopy(from: PromoteSide, { display_name: name }: VersionSummary, bytes: VersionBytes | undefined): AppError {
  const why =
    bytes === undefined
      ? messageFor('promote.bytes-unknown', { instance: from.name, version: name })
      : messageFor('promote.no-copy', { version: name, sha256: bytes.sha256 });
  return new AppError('VERSION_NO_COPY', 'promote.do-push-from-elsewhere', { why });
}

/** A service that is not ours has none of our kinds of compression. */
function unfit({ to, kind }: PlanOptions, { compression, kind: known }: VersionBytes): AppError[] {
  if (to.isOurs) return [];
  const isOwn = compression === 'zstd' || compression === 'gzip';
  return [
    ...(isOwn ? [new AppError('NOT_OFFERED', 'promote.compression-unknown', { compression, instance: to.name })] : []),
    ...(kind === undefined && (known === 'archive' || known === 'javascript')
      ? [new AppError('NOT_OFFERED', 'promote.kind-unknown', { kind: known, instance: to.name })]
      : []),
  ];
}

function nameTaken({ name: instance }: PromoteSide, name: string): AppError {
  return new AppError('VALIDATION_ERROR', 'promote.name-taken', { instance, name });
}

async function billingOf({ client, game, name }: There): Promise<AppError[]> {
  const params = { group_id: game.developer_group_id };
  const billing = await orNothing(async () => (await client.getGroupBilling({ params })).group);
  const sentence = billing === undefined ? undefined : billingTrouble(name, billing);
  return sentence === undefined ? [] : [new AppError('BILLING_TROUBLE', sentence)];
}

function versionIn(game: GameFull, id: string): VersionSummary {
  const found = game.versions.find(({ version_id: known }) => known === id);
  if (found === undefined) throw new AppError('VERSION_NOT_FOUND');
  return found;
}

function namespaceIn(game: GameFull, id: string): NamespaceSummary {
  const found = game.namespaces.find(({ namespace_id: known }) => known === id);
  if (found === undefined) throw new AppError('NAMESPACE_NOT_FOUND');
  return found;
}

/** Throws what stands in the way; warnings too, unless a person said to go on anyway. */
export function requireClear({ problems, warnings }: PromotePlan, anyway: boolean): void {
  const [first] = [...problems, ...(anyway ? [] : warnings)];
  if (first !== undefined) throw reviveError(first);
}

/** What the timestamps of a group's billing mean, where they mean trouble. */
export function billingTrouble(instance: string, billing: GroupBilling): Message | undefined {
  const { payment_failed_ts: failed, payment_succeeded_ts: succeeded } = billing;
  const { payment_method_attached_ts: attached, payment_method_valid_ts: valid } = billing;
  if (failed !== undefined && !isLater(succeeded, failed)) {
    return messageFor('billing.payment-failed', { instance, date: dayMessage(failed) });
  }
  if (attached !== undefined && !isLater(valid, attached)) {
    return messageFor('billing.method-invalid', { instance, date: dayMessage(attached) });
  }
  return undefined;
}

function isLater(moment: string | undefined, than: string): boolean {
  return moment !== undefined && Date.parse(moment) >= Date.parse(than);
}

/** Warns of another game, with how much their builds differ in size. The build there is the one that runs, else the newest. */
async function otherGameWarnings(from: GameFull, there: There, bytes: VersionBytes | undefined): Promise<AppError[]> {
  if (isSameGame(from, there.game)) return [];
  const names = { game: from.display_name, there: there.game.display_name };
  const sizeThere = bytes === undefined ? undefined : await sizeOf(there);
  if (bytes === undefined || sizeThere === undefined) return [new AppError('OTHER_GAME', 'promote.other-game', names)];
  const sizes = { size: size(bytes.bytes), size_there: size(sizeThere) };
  return [new AppError('OTHER_GAME', 'promote.other-game-sizes', { ...names, ...sizes })];
}

async function sizeOf({ client, game, namespace_id }: There): Promise<number | undefined> {
  const builds = (await orNothing(() => buildsOf(client, game))) ?? [];
  const running = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
  return (builds.find(({ version_id: id }) => id === running) ?? builds.at(0))?.content_length;
}
