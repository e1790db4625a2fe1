// Answers the window's calls and topics about instances.
import { access } from 'node:fs/promises';
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { instanceCalls, instanceTopics } from '../../../src-shared/instances/bridge.ts';
import { listAllServers } from '../../../src-shared/service/list-all-servers.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Host } from '../host/host.ts';
import { type AddOptions, addRemote } from './add-remote.ts';
import { readEnvironment } from './copied-variables.ts';
import type { DeviceLinks } from './device-links.ts';
import type { Instance } from './instance.ts';
import type { InstanceService } from './instance-service.ts';
import type { Remotes } from './remotes.ts';

type Contract = { calls: typeof instanceCalls; topics: typeof instanceTopics };

export type InstanceParts = {
  instances: InstanceService;
  remotes: Remotes;
  links: DeviceLinks;
  adding: AddOptions;
  host: Host;
};

export function instanceHandlers(parts: InstanceParts): CallHandlers<Contract> {
  const { instances, host } = parts;
  return {
    ...folderHandlers(parts),
    ...addHandlers(parts),
    ...remoteHandlers(parts),
    'instances.environment': (request) => readEnvironment({ instances, secrets: host.secrets }, request),
  };
}

function folderHandlers({ instances, host }: InstanceParts) {
  return {
    'instances.running': ({ instance_id: id }, { signal }) => countRunning(instances.find(id), signal),
    'instances.restart': ({ instance_id: id }) => instances.restart(id),
    'instances.useFreshFolder': async ({ instance_id: id }) => {
      const view = instances.find(id).view();
      const folder = view.state === 'stopped' ? view.fresh_folder : undefined;
      if (folder === undefined) throw new AppError('BRIDGE_BAD_INPUT', 'instance.folder-in-use-fine');
      await instances.moveTo(id, folder);
      return { data_folder: folder };
    },
    'instances.chooseFolder': async ({ instance_id: id }) => {
      const folder = await host.pickFolder(messageFor('pick.data-folder'));
      if (folder !== null) await instances.moveTo(id, folder);
      return { data_folder: folder };
    },
    'instances.showFolder': async ({ instance_id: id }) => {
      const view = instances.find(id).view();
      if (view.kind === 'remote') throw new AppError('INSTANCE_UNREACHABLE', 'instance.local-folder-only');
      const folder = view.data_folder;
      await access(folder).catch((cause: unknown) => {
        throw new AppError('DATA_FOLDER_GONE', 'instance.no-folder', { folder }, { cause });
      });
      await host.showInFolder(folder);
    },
  } satisfies Partial<CallHandlers<Contract>>;
}

function addHandlers({ links, adding }: InstanceParts) {
  return {
    'instances.add': (request) => addRemote(adding, request),
    'instances.addByDeviceLink': (request) => links.start(request),
    'instances.cancelDeviceLink': async ({ link_id: id }) => {
      links.cancel(id);
    },
  } satisfies Partial<CallHandlers<Contract>>;
}

function remoteHandlers({ instances, remotes }: InstanceParts) {
  return {
    'instances.remove': ({ instance_id: id }) => remotes.remove(id),
    'instances.rename': async ({ instance_id: id, name }) => {
      remotes.rename(id, name);
    },
    'instances.setToken': async ({ instance_id: id, token }) => ({ probe: await remotes.setToken(id, token) }),
    'instances.pinCertificate': ({ instance_id: id, fingerprint }) => remotes.pinCertificate(id, fingerprint),
    'instances.test': async ({ instance_id: id }) => ({ probe: await remotes.test(id) }),
    'instances.setReadOnly': async ({ instance_id: id, is_read_only: isReadOnly }) => {
      instances.mark(id, () => ({ is_read_only: isReadOnly }));
    },
    'instances.protectNamespace': async ({ instance_id: id, is_protected: isProtected, ...place }) => {
      instances.mark(id, ({ protected_namespaces: known }) => ({
        protected_namespaces: marked(known, place, isProtected),
      }));
    },
    'instances.pinNamespace': async ({ instance_id: id, is_pinned: isPinned, ...place }) => {
      instances.mark(id, ({ pinned_namespaces: known }) => ({ pinned_namespaces: marked(known, place, isPinned) }));
    },
  } satisfies Partial<CallHandlers<Contract>>;
}

type Place = { game_id: string; namespace_id: string };

/** What is marked last comes last. */
function marked(known: readonly Place[], { game_id, namespace_id }: Place, isMarked: boolean): Place[] {
  const others = known.filter((one) => one.namespace_id !== namespace_id || one.game_id !== game_id);
  return isMarked ? [...others, { game_id, namespace_id }] : others;
}

export function instanceSources({
  instances,
  links,
}: Pick<InstanceParts, 'instances' | 'links'>): TopicSources<Contract> {
  return {
    instances: () => instances.source,
    'instances.deviceLinks': () => links.source,
    'instances.log': ({ instance_id: id }) => instances.find(id).log,
  };
}

/** How many servers of an instance live now, and how many play on them: what ends with its service. */
async function countRunning(instance: Instance, signal: AbortSignal): Promise<{ servers: number; players: number }> {
  const client = instance.client();
  const { games } = await client.listGames({}, { signal });
  const lists = games.map(async ({ game_id }) => {
    const { game } = await client.getGame({ params: { game_id } }, { signal });
    return await Promise.all(
      game.namespaces.map(({ namespace_id }) =>
        listAllServers(client, { game_id, environment_id: namespace_id }, {}, { signal }),
      ),
    );
  });
  const alive = (await Promise.all(lists)).flat(2).filter(({ destroyed_at: end }) => end === undefined);
  return { servers: alive.length, players: alive.reduce((sum, { players }) => sum + (players?.now ?? 0), 0) };
}
