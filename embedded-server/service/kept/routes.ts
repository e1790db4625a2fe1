// Answers the calls about the kept folders of a namespace.
import type { Caller } from '../../platform/access/callers.ts';
import { tokenIdOf } from '../../platform/access/given-access.ts';
import { requireGame } from '../../platform/access/scope.ts';
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
  const enter = (caller: Caller, place: Place): string => {
    requireGame(caller, place.game_id);
    return namespaces.one(place).namespace_id;
  };
  const at = (caller: Caller, place: Place & { slot: string }): KeptPlace => ({
    namespace_id: enter(caller, place),
    slot: Number(place.slot),
  });
  return {
    listKept: async ({ params }, { caller }) => ({ sets: await kept.list(enter(caller, params)) }),
    listKeptFiles: async ({ params, query }, { caller }) => await kept.files(at(caller, params), query.path ?? ''),
    downloadKept: async ({ params, body }, { caller }) => {
      const { address, file_name } = await kept.download(at(caller, params), body.path ?? '', tokenIdOf(caller));
      return { url: publicUrl() + address, file_name };
    },
    emptyKept: async ({ params }, { caller }) => answer(await kept.empty(at(caller, params))),
    createKeptSnapshot: async ({ params }, { caller }) => ({ snapshot: await kept.snapshot(at(caller, params)) }),
    restoreKeptSnapshot: async ({ params }, { caller }) =>
      answer(await kept.restore(at(caller, params), params.snapshot_id)),
    deleteKeptSnapshot: async ({ params }, { caller }) => {
      await kept.deleteSnapshot(at(caller, params), params.snapshot_id);
      return {};
    },
  };
}

function answer<T>(snapshot: T | undefined): { snapshot?: T } {
  return snapshot === undefined ? {} : { snapshot };
}
