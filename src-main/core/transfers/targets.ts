// The instances that transfers go to: what each offers an upload, as it is connected now.
import type { Instance } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { NamespaceService } from '../namespaces/namespace-service.ts';
import type { TransferDependencyOptions } from './engine/dependencies.ts';
import type { TransferRecord } from './journal/transfer-record.ts';
import type { Agents } from './wire/agents.ts';

type Services = { instances: InstanceService; namespaces: NamespaceService; agents: Agents };

export function targetsOf({ instances, namespaces, agents }: Services) {
  const instanceOf = ({ target }: TransferRecord) => instances.find(target);
  return {
    client: (record) => instanceOf(record).client(),
    agentsFor: async (record, url) => {
      const instance = instanceOf(record);
      return await agents.for(url, { url: instance.view().url ?? '', network: instance.network() });
    },
    adopterFor: (record) => instanceOf(record).fileAdopter?.(),
    switchTo: async ({ target, game_id, namespace_id, confirm }, version_id) =>
      await namespaces.switchTo({ instance_id: target, game_id, namespace_id, confirm }, version_id),
    isOurs: (record) => instanceOf(record).view().version !== undefined,
    reuses: (record) => tellsOfBuilds(instanceOf(record)),
    unpackIn: (record) => unpackIn(instanceOf(record)),
    compressionFor: (record) => compressionFor(instanceOf(record), record),
  } satisfies Partial<TransferDependencyOptions>;
}

/** Only a service of ours tells its version; another one may know nothing but plain archives. */
function compressionFor(instance: Instance, { base_build_id: base }: TransferRecord): 'zstd' | 'none' {
  // What is handed over goes over no line, and compressing takes longer than any disk.
  if (instance.handsOver?.() === true) return 'none';
  // What is the same as in an earlier build need not be sent at all, and is only the same as long as nothing is compressed.
  if (base !== undefined) return 'none';
  return instance.view().version === undefined ? 'none' : 'zstd';
}

/** Only what is handed over is unpacked on a disk of which we know. */
function unpackIn(instance: Instance): string | undefined {
  const view = instance.view();
  return instance.handsOver?.() === true && view.kind === 'local' ? view.data_folder : undefined;
}

function tellsOfBuilds(instance: Instance): boolean {
  const { kind, version, why_not: whyNot } = instance.view();
  return kind === 'remote' && version !== undefined && whyNot?.reuse_bytes === undefined;
}
