// Answers the calls about the kept folders of a namespace.
import { tokenIdOf } from '../../platform/access/given-access.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import type { KeptPlace } from '../../runtime/kept/slots.ts';
import type { NamespaceService } from '../namespaces/service.ts';
import type { KeptService } from './service.ts';

type Parts = { kept: KeptService; namespaces: NamespaceService; publicUrl: () => string };
type Served =
  | 'listKept'
  | 'listKeptFiles'
  | 'downloadKept'
  | 'emptyKept'
  | 'createKeptSnapshot'
  | 'restoreKeptSnapshot'
  | 'deleteKeptSnapshot';
type Place = { game_id: string; namespace_id: string };

export function keptHandlers({ kept, namespaces, publicUrl }: Parts): SomeHandlers<Served> {
  const enter = (place: Place): string => {
    return namespaces.one(place).namespace_id;
  };
  const at = (place: Place & { slot: string }): KeptPlace => ({
    namespace_id: enter(place),
    slot: Number(place.slot),
  });
  return {
    listKept: async ({ params }) => ({ sets: await kept.list(enter(params)) }),
    listKeptFiles: async ({ params, query }) => await kept.files(at(params), query.path ?? ''),
    downloadKept: async ({ params, body }, { caller }) => {
      const { address, file_name } = await kept.download(at(params), body.path ?? '', tokenIdOf(caller));
      return { url: publicUrl() + address, file_name };
    },
    emptyKept: async ({ params }) => answer(await kept.empty(at(params))),
    createKeptSnapshot: async ({ params }) => ({ snapshot: await kept.snapshot(at(params)) }),
    restoreKeptSnapshot: async ({ params }) => answer(await kept.restore(at(params), params.snapshot_id)),
    deleteKeptSnapshot: async ({ params }) => {
      await kept.deleteSnapshot(at(params), params.snapshot_id);
      return {};
    },
  };
}

function answer<T>(snapshot: T | undefined): { snapshot?: T } {
  return snapshot === undefined ? {} : { snapshot };
}
