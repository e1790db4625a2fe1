// What a promotion would do and what stands in its way, found out before a byte is sent. It reads, and changes nothing.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { reviveError } from '../../../src-shared/errors/error-body.ts';
import type { BuildKind } from '../../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { PromotePlan } from '../../../src-shared/versions/promote.ts';
import { billingTrouble } from './billing.ts';
import { type CopyPlaces, findCopy } from './local-copy.ts';
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

export type PlanOptions = {
  from: PromoteSide & { game: GameFull; version_id: string };
  to: PromoteSide & { game: GameFull; namespace_id: string };
  name?: string | undefined;
  kind?: BuildKind | undefined;
  places: CopyPlaces & { appFolder: string };
};

/** `source` is the copy to send, with what is known of it, where anything is to be sent. */
export type Plan = { view: PromotePlan; source?: { file: string; bytes: VersionBytes } };

export async function planPromotion(options: PlanOptions): Promise<Plan> {
  const { from, to, places } = options;
  const version = versionIn(from.game, from.version_id);
  const namespace = namespaceIn(to.game, to.namespace_id);
  if (from.id === to.id && from.game.game_id === to.game.game_id) {
    return switching(options, { namespace, there: version });
  }
  const bytes = await bytesOfVersion(from.client, from.game, from.version_id, places.appFolder);
  const there = bytes === undefined ? undefined : await findThere(to, bytes.sha256);
  if (there !== undefined) return switching(options, { namespace, there, bytes });
  return await sending(options, version, namespace, bytes);
}

type Switching = {
  namespace: NamespaceSummary;
  /** What the other side has of it. */
  there: VersionSummary;
  bytes?: VersionBytes | undefined;
};

function switching({ to }: PlanOptions, { namespace, there, bytes }: Switching): Plan {
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
      warnings: [],
    },
  };
}

/** A version of the other side that runs just these bytes; the newest, where there are several. */
async function findThere({ client, game }: PlanOptions['to'], sha256: string): Promise<VersionSummary | undefined> {
  const builds = (await orNothing(() => buildsOf(client, game))) ?? [];
  const same = new Set(builds.filter((build) => build.sha256 === sha256).map((build) => build.version_id));
  return game.versions.findLast(({ version_id: id }) => same.has(id));
}

async function sending(
  options: PlanOptions,
  version: VersionSummary,
  namespace: NamespaceSummary,
  bytes: VersionBytes | undefined,
): Promise<Plan> {
  const { from, to, name = version.display_name, places } = options;
  const file = bytes === undefined ? undefined : await findCopy(places, bytes);
  const problems = [
    ...(file === undefined ? [noCopy(from, version, bytes)] : []),
    ...(bytes === undefined ? [] : unfit(options, bytes)),
    ...(to.game.versions.some((one) => one.display_name === name) ? [nameTaken(to, name)] : []),
  ];
  const sentence = `${name} is sent to ${to.name} from this machine, the same bytes, and ${namespace.name_id} is switched to it.`;
  return {
    view: {
      way: 'send',
      sentence,
      version_name: name,
      problems: problems.map((problem) => problem.toBody()),
      ...(bytes === undefined ? {} : { sha256: bytes.sha256, bytes: bytes.bytes }),
      warnings: await billingOf(to),
    },
    ...(file === undefined || bytes === undefined ? {} : { source: { file, bytes } }),
  };
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

async function billingOf({ client, game, name }: PlanOptions['to']): Promise<PromotePlan['warnings']> {
  const params = { group_id: game.developer_group_id };
  const billing = await orNothing(async () => (await client.getGroupBilling({ params })).group);
  const sentence = billing === undefined ? undefined : billingTrouble(name, billing);
  return sentence === undefined ? [] : [new AppError('BILLING_TROUBLE', sentence).toBody()];
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
