// Answers the window's calls and topics about instances.
import { mkdir } from 'node:fs/promises';
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { instanceCalls, instanceTopics } from '../../../src-shared/instances/bridge.ts';
import type { Host } from '../host/host.ts';
import type { InstanceService } from './instance-service.ts';

type Contract = { calls: typeof instanceCalls; topics: typeof instanceTopics };

export function instanceHandlers(instances: InstanceService, host: Host): CallHandlers<Contract> {
  return {
    'instances.restart': async ({ instance_id: id }) => {
      await instances.restart(id);
      return {};
    },
    'instances.useFreshFolder': async ({ instance_id: id }) => {
      const folder = instances.find(id).view().fresh_folder;
      if (folder === undefined) throw new AppError('BRIDGE_BAD_INPUT', 'The data folder in use is fine.');
      await instances.moveTo(id, folder);
      return { data_folder: folder };
    },
    'instances.chooseFolder': async ({ instance_id: id }) => {
      const folder = await host.pickFolder('Choose where Local keeps its data');
      if (folder !== null) await instances.moveTo(id, folder);
      return { data_folder: folder };
    },
    'instances.showFolder': async ({ instance_id: id }) => {
      const folder = instances.find(id).view().data_folder;
      if (folder === undefined) throw new AppError('INSTANCE_UNREACHABLE', 'Only a local instance has a folder here.');
      await mkdir(folder, { recursive: true });
      await host.showInFolder(folder);
      return {};
    },
  };
}

export function instanceSources(instances: InstanceService): TopicSources<Contract> {
  return {
    instances: () => instances.source,
    'instances.log': ({ instance_id: id }) => instances.find(id).log,
  };
}
