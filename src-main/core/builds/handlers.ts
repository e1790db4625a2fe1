// Answers the window's calls and topics about builds.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import type { BuildTarget, BuildUses, buildCalls, buildTopics } from '../../../src-shared/builds/bridge.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Ability } from '../../../src-shared/instances/abilities.ts';
import { requireWritable } from '../instances/confirm-protected.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { type BuildFiles, differenceOf } from './build-files.ts';
import { buildListSource, buildProgressSource } from './build-list.ts';
import { createBuildUses } from './build-uses.ts';

type Contract = { calls: typeof buildCalls; topics: typeof buildTopics };

export function buildHandlers(instances: InstanceService, filesOf: BuildFiles): CallHandlers<Contract> {
  const readUses = createBuildUses();
  const able = (target: BuildTarget, ability: Ability) => {
    const instance = instances.find(target.instance_id);
    requireAbility(instance, ability);
    return instance.client();
  };
  const allFiles = (target: BuildTarget, signal: AbortSignal) =>
    filesOf(target.instance_id, able(target, 'build_files'), paramsOf(target), signal);
  return {
    'builds.uses': (target, { signal }) => readUses(instances.find(target.instance_id), target, signal),
    'builds.examine': (target, { signal }) =>
      able(target, 'examine_build').examineBuild({ params: paramsOf(target) }, { signal }),
    'builds.files': async ({ text, from, limit, ...target }, { signal }) => {
      const all = await allFiles(target, signal);
      const searched = text.trim().toLowerCase();
      const found = searched === '' ? all : all.filter(({ path }) => path.toLowerCase().includes(searched));
      return {
        files: found.slice(from, from + limit),
        found: found.length,
        total: all.length,
        total_bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
    'builds.compare': async ({ target, before }, { signal }) =>
      differenceOf(await allFiles(before, signal), await allFiles(target, signal)),
    'builds.remove': async ({ confirm, ...target }, { signal }) => {
      requireWritable(instances, target.instance_id);
      const client = able(target, 'list_builds');
      const { build } = await client.getBuild({ params: paramsOf(target) });
      const uses = await readUses(instances.find(target.instance_id), target, signal);
      requireNamed(uses, build.name, confirm);
      await client.deleteBuild({ params: paramsOf(target) });
    },
    'builds.createVersion': async ({ display_name: name, ...target }) => {
      requireWritable(instances, target.instance_id);
      const params = { game_id: target.game_id };
      const body = { display_name: name, config: { build: target.build_id } };
      return await able(target, 'create_version').createVersion({ params, body });
    },
  };
}

export function buildSources(instances: InstanceService): TopicSources<Contract> {
  return {
    builds: (place) => buildListSource(instances, place),
    'builds.progress': (place) => buildProgressSource(instances, place),
  };
}

/** A server that runs it goes on, but cannot be started again. */
function requireNamed({ servers }: BuildUses, name: string, confirm: string | undefined): void {
  const count = servers?.length ?? 0;
  if (count === 0 || confirm === name) return;
  const who = count === 1 ? 'A server runs' : `${count} servers run`;
  throw new AppError('BUILD_IN_USE', 'build.confirm-deletion', { who, name });
}

function paramsOf({ game_id, namespace_id, build_id }: BuildTarget) {
  return { game_id, environment_id: namespace_id, build_id };
}
