// Answers the window's calls about the kept folders of a namespace.
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { CallHandlers } from '../../../src-shared/bridge/serve.ts';
import type { SavedBundle } from '../../../src-shared/servers/clients-bridge.ts';
import type { KeptPlace, keptCalls } from '../../../src-shared/servers/kept-bridge.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Host } from '../host/host.ts';
import { requireWritable } from '../instances/confirm-protected.ts';
import { type Instance, requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { saveDownload } from './save-download.ts';

type Parts = { instances: InstanceService; host: Host };

export function keptHandlers({
  instances,
  host,
}: Parts): CallHandlers<{ calls: typeof keptCalls; topics: Record<string, never> }> {
  const able = (instance_id: string): Instance => {
    const instance = instances.find(instance_id);
    requireAbility(instance, 'kept_folders');
    return instance;
  };
  const changing = (instance_id: string) => {
    requireWritable(instances, instance_id);
    return able(instance_id).client();
  };
  return {
    'kept.list': async ({ instance_id: id, game_id, namespace_id }, { signal }) =>
      await able(id).client().listKept({ params: { game_id, namespace_id } }, { signal }),
    'kept.files': async ({ path: where, ...place }, { signal }) =>
      await able(place.instance_id)
        .client()
        .listKeptFiles({ params: paramsOf(place), query: { path: where } }, { signal }),
    'kept.save': async ({ path: where, ...place }, { signal }) =>
      await save({ instance: able(place.instance_id), host, place, where, signal }),
    'kept.snapshot': async (place) =>
      await changing(place.instance_id).createKeptSnapshot({ params: paramsOf(place), body: {} }),
    'kept.restore': async ({ snapshot_id, ...place }) =>
      await changing(place.instance_id).restoreKeptSnapshot({ params: { ...paramsOf(place), snapshot_id }, body: {} }),
    'kept.empty': async (place) => await changing(place.instance_id).emptyKept({ params: paramsOf(place), body: {} }),
    'kept.delete': async ({ snapshot_id, ...place }) => {
      await changing(place.instance_id).deleteKeptSnapshot({ params: { ...paramsOf(place), snapshot_id } });
    },
  };
}

function paramsOf({ game_id, namespace_id, slot }: KeptPlace) {
  return { game_id, namespace_id, slot: String(slot) };
}

type Order = { instance: Instance; host: Host; place: KeptPlace; where: string; signal: AbortSignal };

/** Where the shell has a picker, into a folder that the person picks; elsewhere the window downloads it. */
async function save({ instance, host, place, where, signal }: Order): Promise<SavedBundle> {
  const canPick = host.view.abilities.pick_folder;
  const folder = canPick ? await host.pickFolder(messageFor('pick.files-place')) : null;
  if (canPick && folder === null) return { outcome: 'closed' };
  const { url, file_name: name } = await instance
    .client()
    .downloadKept({ params: paramsOf(place), body: { path: where } });
  if (folder === null) return { outcome: 'download', url, bytes: 0 };
  const file = await freeName(folder, path.basename(name));
  const network = instance.network();
  await saveDownload({ network, url, file, signal, replaces: false, notSaved: 'kept.not-saved' });
  return { outcome: 'saved', file };
}

/** A file of the same name stays. */
async function freeName(folder: string, name: string): Promise<string> {
  const dot = name.indexOf('.', 1);
  const [stem, end] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, number === 1 ? name : `${stem} ${number}${end}`);
    const isTaken = await access(file).then(
      () => true,
      () => false,
    );
    if (!isTaken) return file;
  }
}
