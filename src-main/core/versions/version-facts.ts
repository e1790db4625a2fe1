// What can be known of one version: its build, how it runs, and what the doctor says of it. What cannot is said in sentences.

import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { type Build, isImageKind } from '../../../src-shared/service/builds.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { VersionFull } from '../../../src-shared/service/versions.ts';
import { messageFor, type Sentence } from '../../../src-shared/text/message.ts';
import type { VersionAspect, VersionFacts, VersionPort, VersionSettings } from '../../../src-shared/versions/bridge.ts';
import { LOOKING_MS } from '../builds/build-files.ts';

export type Looking = {
  client: ServiceClient;
  game: GameFull;
  whyNot: NonNullable<InstanceView['why_not']>;
  signal: AbortSignal;
};
/** A build with the namespace that it is filed under. */
export type Filed = { build: Build; environment_id: string };
/** What is not known, and why. */
type Unknown = { why: Sentence };
export type Known = { facts: VersionFacts; filed?: Filed };

export async function readVersionFacts(looking: Looking, version_id: string): Promise<Known> {
  const { client, game, whyNot } = looking;
  const blank = (why: Sentence, aspects: readonly VersionAspect[]): Known => ({
    facts: { version_id, unknown: Object.fromEntries(aspects.map((aspect) => [aspect, why])) },
  });
  if (whyNot.read_version !== undefined) return blank(whyNot.read_version, ['build', 'files', 'program', 'settings']);
  if (!game.versions.some(({ version_id: id }) => id === version_id)) {
    return blank(messageFor('facts.version-gone'), ['build', 'files', 'program', 'settings']);
  }
  const { version } = await client.getVersion({ params: { game_id: game.game_id, version_id } });
  const { build: build_id } = version.config;
  if (build_id === undefined) {
    const settings = settingsOf(version, undefined);
    return { facts: { version_id, build: null, program: null, settings, unknown: {} } };
  }
  return await withBuild(looking, version, build_id);
}

async function withBuild(looking: Looking, version: VersionFull, build_id: string): Promise<Known> {
  const facts: VersionFacts = { version_id: version.version_id, unknown: {} };
  const filed = await findBuild(looking, build_id);
  if ('why' in filed) {
    const { why } = filed;
    return { facts: { ...facts, unknown: { build: why, files: why, program: why, settings: why } } };
  }
  const { id, content_length: bytes, kind, state, sha256, problem } = filed.build;
  facts.build = { id, bytes, kind, state, ...(sha256 && { sha256 }), ...(problem === undefined ? {} : { problem }) };
  const report = await examine(looking, filed);
  if ('why' in report) {
    const isInside = isImageKind(filed.build.kind) || filed.build.state !== 'complete';
    facts.unknown = {
      program: report.why,
      ...(isInside ? { files: report.why } : {}),
      ...(saysAll(version) ? {} : { settings: report.why }),
    };
    return { facts: saysAll(version) ? { ...facts, settings: settingsOf(version, undefined) } : facts, filed };
  }
  const { programs, findings } = report;
  const settings = settingsOf(version, report);
  return {
    facts: { ...facts, program: programs[0] ?? null, findings, settings, is_set: isSet(version, report) },
    filed,
  };
}

/** Whether nothing of how it runs is left for the build to say. */
function saysAll({ config: { arguments: texts, ports } }: VersionFull): boolean {
  return texts !== undefined && ports !== undefined && Object.keys(ports).length > 0;
}

function isSet({ config: { arguments: texts, ports } }: VersionFull, { manifest }: DoctorReport): boolean {
  return manifest.state === 'valid' || texts !== undefined || Object.keys(ports ?? {}).length > 0;
}

/** A version may run a build that is filed under any namespace of its game. Answers why it cannot be found, if it cannot. */
async function findBuild({ client, game, whyNot, signal }: Looking, build_id: string): Promise<Filed | Unknown> {
  if (whyNot.list_builds !== undefined) return { why: whyNot.list_builds };
  for (const { namespace_id: environment_id } of game.namespaces) {
    const params = { game_id: game.game_id, environment_id, build_id };
    try {
      return { environment_id, build: (await client.getBuild({ params }, { signal })).build };
    } catch (thrown) {
      const error = asAppError(thrown);
      if (error.code === 'BUILDS_BUILD_NOT_FOUND') continue;
      if (error.code === 'API_NOT_FOUND') return { why: messageFor('facts.build-not-told') };
      throw thrown;
    }
  }
  return { why: messageFor('facts.build-not-found') };
}

async function examine(
  { client, game, whyNot, signal }: Looking,
  { build, environment_id }: Filed,
): Promise<DoctorReport | Unknown> {
  if (whyNot.examine_build !== undefined) return { why: whyNot.examine_build };
  if (isImageKind(build.kind)) return { why: messageFor('facts.container-not-looked-into') };
  if (build.state !== 'complete') return { why: messageFor('facts.build-not-complete') };
  const params = { game_id: game.game_id, environment_id, build_id: build.id };
  try {
    return (await client.examineBuild({ params }, { signal, waitMs: LOOKING_MS })).report;
  } catch (thrown) {
    return { why: whyUnread(thrown) };
  }
}

/** A build that cannot be looked into is no reason to show nothing of the others. */
export function whyUnread(thrown: unknown): Sentence {
  const error = asAppError(thrown);
  if (error.code === 'CANCELLED') throw error;
  if (error.code === 'API_NOT_FOUND') return messageFor('facts.content-not-told');
  return error.toMessage();
}

/** As the service gathers them: the version wins over its build; an empty list of ports says nothing. */
function settingsOf({ config }: VersionFull, report: DoctorReport | undefined): VersionSettings {
  const facts = report ?? { arguments: [], ports: [], resources: undefined, kill_timeout: undefined, keep: undefined };
  const own = Object.entries(config.ports ?? {}).map(([name, port]): VersionPort => ({ ...portOf(port), name }));
  const found = facts.ports.map((port): VersionPort => ({ ...portOf(port), name: port.name }));
  return {
    arguments: config.arguments ?? facts.arguments,
    ports: (own.length > 0 ? own : found).toSorted((a, b) => a.name.localeCompare(b.name)),
    resources: config.resources ?? facts.resources ?? null,
    kill_timeout: config.lifecycle?.kill_timeout ?? facts.kill_timeout ?? null,
    keep: facts.keep,
  };
}

type AnyPort = Pick<DoctorReport['ports'][number], 'protocol' | 'internal_port' | 'number' | 'routing'>;

function portOf({ protocol, internal_port: inside, number, routing }: AnyPort): Omit<VersionPort, 'name'> {
  return {
    protocol,
    ...(inside === undefined ? {} : { internal_port: inside }),
    ...(number === undefined ? {} : { number }),
    routing: routing?.host === undefined ? 'game_guard' : 'host',
  };
}
